import { Client } from 'pg';
import type { StoreAt } from '../../../src/store/wholeStore.js';
import { placeOf } from '../../store/support/postgres.ts';

/** A store for a schedule. */
export interface SchedulePlace {
  readonly at: StoreAt;
  /** Called before each call of the store, with the time by the clock. */
  readonly before: (now: number) => Promise<void>;
}

/** A store in a file. */
export const inFile = (path: string): SchedulePlace => ({ at: path, before: () => Promise.resolve() });

/**
 * Prepares a database of a server whose clock is that of the schedule: the function that says the time is found in a
 * schema before the server's own.
 */
export async function onServer(
  url: string,
  run: (url: string, statement: string) => Promise<void>,
): Promise<SchedulePlace & { readonly end: () => Promise<void> }> {
  const name = new URL(url).pathname.slice(1);
  await run(
    url,
    `create schema game;
    create table game.instant (at double precision);
    insert into game.instant values (0);
    create function game.clock_timestamp() returns timestamptz language sql volatile
      as 'select to_timestamp(at / 1000) from game.instant';
    alter database ${name} set search_path = game, pg_catalog, public`,
  );
  const client = new Client(url);
  await client.connect();
  return {
    at: placeOf(url),
    before: async (now) => void (await client.query('update game.instant set at = $1', [now])),
    end: () => client.end(),
  };
}
