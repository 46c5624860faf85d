import { renameSync, rmSync, statSync } from 'node:fs';
import type { Kysely, Migration } from 'kysely';
import { failureCode } from './failureCode';
import { inspectStore, openStore } from './openStore';

/** A store in a file, which can be opened anew when something has happened to the file. */
export interface LastingStore<Tables> {
  /** What is open now; another one after each `renew`. */
  readonly db: () => Kysely<Tables>;
  /**
   * Throws once the name stands for another file or for none. A database that is open does not notice by itself: it
   * goes on reading and writing a file that nobody can find.
   */
  readonly check: () => void;
  /** Throws too when the file is not sound; reads all of it. */
  readonly inspect: () => void;
  /**
   * Opens whatever the name stands for now, an empty file where there is none; one that is not sound is set aside as
   * `<name>.broken`. In force when `fill`, given it and what was open before (both the same where the file was and is
   * sound), has resolved. Rejects, and all is as before, where that is not possible.
   */
  readonly renew: (fill: (next: Kysely<Tables>, before: Kysely<Tables>) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What SQLite keeps beside a file; it belongs to that file and to no other of the same name. */
const COMPANIONS = ['-wal', '-shm'] as const;
const NAMES = ['', ...COMPANIONS] as const;

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

function isSound(path: string): boolean {
  try {
    return inspectStore(path) === 'ok';
  } catch (error) {
    const code = failureCode(error);
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return false;
    throw error; // it cannot be told: no right to read it, no file left to open
  }
}

/** Makes way for a new file where there is none that is sound. */
function setAside(path: string): void {
  if (inodeOf(path) === undefined || isSound(path)) return;
  for (const name of NAMES) {
    if (inodeOf(path + name) !== undefined) renameSync(path + name, `${path}.broken${name}`);
  }
}

/** Opens a file of tables that outlives the process. Throws when it cannot be opened or is not a database. */
export async function openLastingStore<Tables>(
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<LastingStore<Tables>> {
  const open = async () => {
    const store = await openStore<Tables>({ kind: 'file', path }, migrations);
    return { ...store, inode: inodeOf(path), beside: COMPANIONS.map((name) => inodeOf(path + name)) };
  };
  let current = await open();
  const isReplaced = (): boolean => inodeOf(path) !== current.inode;
  const check = (): void => {
    if (isReplaced()) throw new Error('the file is gone or has been replaced');
  };
  /** Another file of the name would be taken for what belongs to them. */
  const removeLeftovers = (): void => {
    COMPANIONS.forEach((name, at) => {
      if (inodeOf(path + name) === current.beside[at]) rmSync(path + name, { force: true });
    });
  };
  return {
    db: () => current.db,
    check,
    inspect: () => {
      check();
      const found = inspectStore(path);
      if (found !== 'ok') throw new Error(`the file is corrupt: ${found}`);
    },
    renew: async (fill) => {
      if (!isReplaced() && isSound(path)) {
        await fill(current.db, current.db);
        return;
      }
      // What is no file leaves no room for one: it may go again, and then what was open is as it was.
      if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('this is no file');
      if (isReplaced()) removeLeftovers();
      setAside(path);
      const before = current;
      const next = await open();
      try {
        await fill(next.db, before.db);
      } catch (error) {
        await next.close();
        throw error;
      }
      current = next;
      await before.close().catch(() => undefined); // of a file that is not sound
    },
    close: () => current.close(),
  };
}
