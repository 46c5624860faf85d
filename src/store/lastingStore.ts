import { renameSync, rmSync, statSync } from 'node:fs';
import type { Kysely, Migration } from 'kysely';
import { failureCode } from './failureCode';
import { inspectStore, openStore } from './openStore';

/** A store in a file, which can be opened again after the file was damaged or replaced. */
export interface LastingStore<Tables> {
  /** Returns the open database; each `renew` may replace it. */
  readonly db: () => Kysely<Tables>;
  /**
   * Throws if the file was replaced or deleted. An open database does not notice that by itself: it goes on reading and
   * writing a file that no longer has a name.
   */
  readonly check: () => void;
  /** Throws like `check`, and if the file is corrupt; reads all of it. */
  readonly inspect: () => void;
  /**
   * Opens the file that has the name now, or a new one; a corrupt file is renamed to `<name>.broken`. The new database is
   * in force when `fill` has resolved, which gets it and the previous one (the same one if the file was and is intact).
   * Rejects, and changes nothing, if that is not possible.
   */
  readonly renew: (fill: (next: Kysely<Tables>, before: Kysely<Tables>) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Suffixes of SQLite's companion files; they belong to one file and to no other of the same name. */
const COMPANIONS = ['-wal', '-shm'] as const;
const NAMES = ['', ...COMPANIONS] as const;

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

function isSound(path: string): boolean {
  try {
    return inspectStore(path) === 'ok';
  } catch (error) {
    const code = failureCode(error);
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return false;
    throw error; // unknown: for example no right to read the file, or too many open files
  }
}

/** Renames a corrupt file, so that a new one can be created. */
function setAside(path: string): void {
  if (inodeOf(path) === undefined || isSound(path)) return;
  for (const name of NAMES) {
    if (inodeOf(path + name) !== undefined) renameSync(path + name, `${path}.broken${name}`);
  }
}

/** Opens a database file that outlives the process. Throws when it cannot be opened or is not a database. */
export async function openLastingStore<Tables>(
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<LastingStore<Tables>> {
  const open = async () => {
    const store = await openStore<Tables>({ kind: 'file', path }, migrations);
    return { ...store, inode: inodeOf(path), companions: COMPANIONS.map((name) => inodeOf(path + name)) };
  };
  let current = await open();
  const isReplaced = (): boolean => inodeOf(path) !== current.inode;
  const check = (): void => {
    if (isReplaced()) throw new Error('the file is gone or has been replaced');
  };
  /** Removes the companions of a replaced file: SQLite would apply them to the new file of that name. */
  const removeLeftovers = (): void => {
    COMPANIONS.forEach((name, at) => {
      if (inodeOf(path + name) === current.companions[at]) rmSync(path + name, { force: true });
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
      // A folder of that name leaves no room for a file. If it disappears, the open database is in force as before.
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
      await before.close().catch(() => undefined); // its file may be corrupt
    },
    close: () => current.close(),
  };
}
