import { renameSync, rmSync, statSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { inspectStore, openStore } from './openStore';
import { failureCode } from './transactions';

/**
 * A part of a store, with tables of its own. When the file was damaged or replaced, each part renews itself: until then
 * it fails, so that nothing is written after what the new file lacks.
 */
export interface StorePart<Tables> {
  /** Returns the open database; each `renew` may replace it. */
  readonly db: () => Kysely<Tables>;
  /**
   * Throws if the file was replaced, deleted or opened anew. An open database does not notice that by itself: it goes on
   * reading and writing a file that no longer has a name.
   */
  readonly check: () => void;
  /** Throws like `check`, and if one of the part's tables is corrupt; reads all of them. */
  readonly inspect: () => void;
  /**
   * Opens the file that has the name now, or a new one; a corrupt file is renamed to `<name>.broken`. The new database,
   * or the present one if the file was and is intact, is in force when `fill` has resolved. Rejects, and changes nothing,
   * if that is not possible.
   */
  readonly renew: (fill?: (next: Kysely<Tables>) => Promise<void>) => Promise<void>;
}

/** Returns a function that rejects if the file was deleted or replaced before or during the work: then its result is lost. */
export const checkedBy =
  <Tables>({ db, check }: Pick<StorePart<Tables>, 'db' | 'check'>) =>
  async <Value>(work: (db: Kysely<Tables>) => Promise<Value>): Promise<Value> => {
    check();
    const value = await work(db());
    check();
    return value;
  };

/** A server says when another process has written; a file has a number that each of its commits changes. */
export type Others =
  | { readonly listen: (changed: () => void) => () => void }
  | { readonly version: () => unknown };

/** A store in a file, which can be opened again after the file was damaged or replaced. */
export interface RenewableStore<Tables> {
  /** Opens a part; only its own tables are checked for damage, because that takes as long as they are large. */
  readonly part: (tables: readonly (keyof Tables & string)[]) => StorePart<Tables>;
  /** Hears of what other processes write, or looks for it. */
  readonly others: Others;
  readonly close: () => Promise<void>;
}

/** Common parts of a store. */
interface Common<Tables> {
  /** Returns the database in force. */
  readonly db: () => Kysely<Tables>;
  /** Returns why nothing may be read or written until `renew`, or undefined. */
  readonly problem: () => string | undefined;
  readonly inspect: (tables: readonly string[]) => void;
  readonly renew: (tables: readonly string[], fill: (next: Kysely<Tables>) => Promise<void>) => Promise<void>;
}

const REPLACED = 'the file is gone or has been replaced';

/** Creates the function that opens parts. */
export function partsOf<Tables>({
  db,
  problem,
  inspect,
  renew,
}: Common<Tables>): RenewableStore<Tables>['part'] {
  let last: Promise<unknown> = Promise.resolve();
  return (tables) => {
    let mine = db();
    const check = (): void => {
      const found = problem() ?? (mine === db() ? undefined : REPLACED);
      if (found !== undefined) throw new Error(found);
    };
    return {
      db: () => mine,
      check,
      inspect: () => {
        check();
        inspect(tables);
      },
      renew: async (fill = () => Promise.resolve()) => {
        // One at a time: whoever comes second finds the database that the first has opened.
        const turn = last.then(async () => {
          await renew(tables, fill);
          mine = db();
        });
        last = turn.catch(() => undefined);
        await turn;
      },
    };
  };
}

/** Creates the part of a store in memory, which nothing can damage or replace. */
export const memoryPart = <Tables>(db: Kysely<Tables>): StorePart<Tables> => ({
  ...{ db: () => db, check: () => undefined, inspect: () => undefined },
  renew: (fill = () => Promise.resolve()) => fill(db),
});

/** Suffixes of SQLite's companion files; they belong to one file and to no other of the same name. */
const COMPANIONS = ['-wal', '-shm'] as const;

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

function isSound(path: string, tables?: readonly string[]): boolean {
  try {
    return inspectStore(path, tables) === 'ok';
  } catch (error) {
    const code = failureCode(error);
    // SQLITE_ERROR: a table is missing.
    if (['SQLITE_NOTADB', 'SQLITE_ERROR', 'SQLITE_CORRUPT'].includes(code)) return false;
    throw error; // unknown: for example no right to read the file, or too many open files
  }
}

/** Renames a corrupt file, so that a new one can be created. */
function setAside(path: string): void {
  if (inodeOf(path) === undefined || isSound(path)) return;
  for (const name of ['', ...COMPANIONS]) {
    if (inodeOf(path + name) !== undefined) renameSync(path + name, `${path}.broken${name}`);
  }
}

async function openFile<Tables>(path: string, migrations: Readonly<Record<string, Migration>>) {
  const store = await openStore<Tables>({ kind: 'file', path }, migrations);
  return { ...store, inode: inodeOf(path), companions: COMPANIONS.map((name) => inodeOf(path + name)) };
}

/** Removes the companions of a replaced file: SQLite would apply them to the new file of that name. */
function removeLeftovers(path: string, companions: readonly (number | undefined)[]): void {
  COMPANIONS.forEach((name, at) => {
    if (inodeOf(path + name) === companions[at]) rmSync(path + name, { force: true });
  });
}

/**
 * Opens a database file that outlives the process. `carry` copies what the previous file held into one that takes its
 * place. Throws when the file cannot be opened or is not a database.
 */
export async function openRenewableStore<Tables>(
  path: string,
  migrations: Readonly<Record<string, Migration>>,
  carry: (before: Kysely<Tables>, next: Kysely<Tables>) => Promise<void> = () => Promise.resolve(),
): Promise<RenewableStore<Tables>> {
  const open = () => openFile<Tables>(path, migrations);
  let current = await open();
  const isReplaced = (): boolean => inodeOf(path) !== current.inode;
  const renew: Common<Tables>['renew'] = async (tables, fill) => {
    if (!isReplaced() && isSound(path, tables)) {
      await fill(current.db);
      return;
    }
    // A folder of that name leaves no room for a file. If it disappears, the open database is in force as before.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('this is no file');
    if (isReplaced()) removeLeftovers(path, current.companions);
    setAside(path);
    const before = current;
    const next = await open();
    try {
      await carry(before.db, next.db);
      await fill(next.db);
    } catch (error) {
      await next.close();
      throw error;
    }
    current = next;
    await before.close().catch(() => undefined); // its file may be corrupt
  };
  return {
    others: { version: () => current.version() },
    part: partsOf({
      db: () => current.db,
      problem: () => (isReplaced() ? REPLACED : undefined),
      inspect: (tables) => {
        const found = inspectStore(path, tables);
        if (found !== 'ok') throw new Error(`the file is corrupt: ${found}`);
      },
      renew,
    }),
    close: () => current.close(),
  };
}
