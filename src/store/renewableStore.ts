import { statSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { inspectStore, openStore, type StoreLocation } from './sqliteStore';
import { storeMigrations, type StoreTables } from './schema';
import { failureCode } from './transactions';

type Db = Kysely<StoreTables>;

/**
 * Part of a store with its own tables. If another database has replaced the open one, each part fails until it renews
 * itself, so that no later record is written without those that the new database lacks.
 */
export interface StorePart {
  /** Returns the open database. Each `renew` may replace it. */
  readonly db: () => Db;
  /**
   * Throws if the file was replaced or deleted, or the database opened again. An open database does not notice that by
   * itself: it continues to read and write a file that no longer has a name.
   */
  readonly check: () => void;
  /** Throws like `check`, and if one of some tables is corrupt. Reads all of each. */
  readonly inspect: (tables: readonly (keyof StoreTables)[]) => void;
  /**
   * Continues with the store: connects to a server again, or requires a file to be as it was. The database is in force
   * once `fill` has resolved. Rejects, and changes nothing, if that is not possible.
   */
  readonly renew: (fill?: (next: Db) => Promise<void>) => Promise<void>;
}

/** Returns a function that rejects if the file was deleted or replaced before or during the work. */
export const createCheckedWork =
  ({ db, check }: Pick<StorePart, 'db' | 'check'>) =>
  async <Value>(work: (db: Db) => Promise<Value>): Promise<Value> => {
    check();
    const value = await work(db());
    check();
    return value;
  };

/** Sign of writes by other processes: a server announces them, and a file has a number that each commit changes. */
export type ForeignWriteSign =
  | { readonly listen: (changed: () => void) => () => void }
  | { readonly version: () => unknown };

/** Store that recovers by itself from a temporary failure, such as a full disk. */
export interface RenewableStore {
  readonly part: () => StorePart;
  /** Sign of writes by other processes. */
  readonly others: ForeignWriteSign;
  readonly close: () => Promise<void>;
}

interface Common {
  /** Returns the current database. */
  readonly db: () => Db;
  /** Returns the reason why nothing may be read or written until `renew`. Returns undefined without one. */
  readonly problem: () => string | undefined;
  readonly inspect: StorePart['inspect'];
  readonly renew: (fill: (next: Db) => Promise<void>) => Promise<void>;
}

const REPLACED = 'the store has been opened anew';

/** Creates the function that makes a part of a store. A part is valid until another part has renewed the store. */
export function createPartMaker({ db, problem, inspect, renew }: Common): RenewableStore['part'] {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    let mine = db();
    const checkPart = (): void => {
      const foundProblem = problem() ?? (mine === db() ? undefined : REPLACED);
      if (foundProblem !== undefined) throw new Error(foundProblem);
    };
    return {
      db: () => mine,
      check: checkPart,
      inspect: (tables) => {
        checkPart();
        inspect(tables);
      },
      renew: async (fill = () => Promise.resolve()) => {
        // Renewals run one at a time: the second caller finds the database that the first has opened.
        const turn = last.then(async () => {
          await renew(fill);
          mine = db();
        });
        last = turn.catch(() => undefined);
        await turn;
      },
    };
  };
}

/** Describes the fault of a file, even if it is not readable as a database. */
function describeFileFault(path: string, tables: readonly string[]): string {
  try {
    return inspectStore(path, tables);
  } catch (error) {
    if (failureCode(error) === 'SQLITE_NOTADB') return 'no database';
    throw error;
  }
}

const readInode = (location: StoreLocation): number | undefined =>
  location.kind === 'memory' ? 0 : statSync(location.path, { throwIfNoEntry: false })?.ino;

/**
 * Opens a SQLite database. A deleted, replaced or damaged file fails until it is back or the process is restarted.
 * Nothing can damage memory. Throws if the file cannot be opened or is not a database.
 */
export async function openRenewableStore(location: StoreLocation): Promise<RenewableStore> {
  const { db, version, close } = await openStore<StoreTables>(location, storeMigrations);
  const inode = readInode(location);
  const problem = (): string | undefined => {
    if (readInode(location) === inode) return undefined;
    return 'the file is gone or has been replaced: put it back, or restart the gateway';
  };
  return {
    others: { version },
    part: createPartMaker({
      db: () => db,
      problem,
      inspect: (tables) => {
        const verdict = location.kind === 'memory' ? 'ok' : describeFileFault(location.path, tables);
        if (verdict !== 'ok')
          throw new Error(`the file is corrupt (${verdict}): put a sound copy in its place, and restart`);
      },
      renew: async (fill) => {
        const reason = problem();
        if (reason !== undefined) throw new Error(reason);
        await fill(db);
      },
    }),
    close,
  };
}
