import { statSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { inspectStore, openStore } from './openStore';
import { failureCode } from './transactions';

/**
 * A part of a store, with tables of its own. When another database has taken the place of the one that was open, each part
 * renews itself: until then it fails, so that nothing is written after what the new one lacks.
 */
export interface StorePart<Tables> {
  /** Returns the open database; each `renew` may replace it. */
  readonly db: () => Kysely<Tables>;
  /**
   * Throws if the file was replaced or deleted, or the database opened anew. An open database does not notice that by
   * itself: it goes on reading and writing a file that no longer has a name.
   */
  readonly check: () => void;
  /** Throws like `check`, and if one of the part's tables is corrupt; reads all of them. */
  readonly inspect: () => void;
  /**
   * Goes on with the store: a server is connected to anew, a file has to be there as it was. The database is in force when
   * `fill` has resolved. Rejects, and changes nothing, if that is not possible.
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

/** A store that goes on by itself where it failed for a while, such as on a full disk. */
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
  readonly renew: (fill: (next: Kysely<Tables>) => Promise<void>) => Promise<void>;
}

const REPLACED = 'the store has been opened anew';

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
      const foundProblem = problem() ?? (mine === db() ? undefined : REPLACED);
      if (foundProblem !== undefined) throw new Error(foundProblem);
    };
    return {
      db: () => mine,
      check,
      inspect: () => {
        check();
        inspect(tables);
      },
      renew: async (fill = () => Promise.resolve()) => {
        // One at a time: the second caller finds the database that the first has opened.
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

/** Creates the part of a store in memory, which nothing can damage or replace. */
export const memoryPart = <Tables>(db: Kysely<Tables>): StorePart<Tables> => ({
  ...{ db: () => db, check: () => undefined, inspect: () => undefined },
  renew: (fill = () => Promise.resolve()) => fill(db),
});

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/** Says what is wrong with a file, also where it cannot be read as a database. */
function verdictOf(path: string, tables: readonly string[]): string {
  try {
    return inspectStore(path, tables);
  } catch (error) {
    if (failureCode(error) === 'SQLITE_NOTADB') return 'no database';
    throw error;
  }
}

/**
 * Opens a database file that outlives the process. One that is deleted, replaced or damaged fails until it is back or the
 * process is started again. Throws when the file cannot be opened or is not a database.
 */
export async function openRenewableStore<Tables>(
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<RenewableStore<Tables>> {
  const { db, version, close } = await openStore<Tables>({ kind: 'file', path }, migrations);
  const inode = inodeOf(path);
  const problem = (): string | undefined =>
    inodeOf(path) === inode
      ? undefined
      : 'the file is gone or has been replaced: put it back, or restart the gateway';
  return {
    others: { version },
    part: partsOf({
      db: () => db,
      problem,
      inspect: (tables) => {
        const verdict = verdictOf(path, tables);
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
