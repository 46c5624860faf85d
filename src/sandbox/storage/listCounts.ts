import { type Kysely, sql } from 'kysely';
import type { Tables } from './sandboxTables';

/** What the rows of long lists are counted by: the total of a list is read from the counts, not from its rows. */
export const listCounts: Readonly<Partial<Record<keyof Tables, readonly string[]>>> = {
  account_offer: ['seller_id', 'game_id', 'status'],
  stock_offer: ['seller_id', 'kind', 'game_id', 'status'],
  order: ['seller_id', 'kind', 'status'],
};

/**
 * A table of counts beside each tallied one. Triggers keep it, so that every statement that changes a row changes the
 * counts with it, or neither.
 */
export async function createListCounts(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(listCounts)) {
    for (const statement of statementsFor(table, columns)) await sql.raw(statement).execute(db);
  }
}

function statementsFor(table: string, columns: readonly string[]): string[] {
  const tally = `${table}_tally`;
  const names = columns.join(', ');
  return [
    `create table ${tally} as select ${names}, count(*) as total from "${table}" group by ${names}`,
    `create index ${tally}_by_all on ${tally} (${names}, total)`,
    `create trigger ${tally}_inserted after insert on "${table}" begin ${counted(tally, columns)} end`,
    `create trigger ${tally}_deleted after delete on "${table}" begin ${uncounted(tally, columns)} end`,
    `create trigger ${tally}_updated after update of ${names} on "${table}"
     begin ${uncounted(tally, columns)} ${counted(tally, columns)} end`,
  ];
}

/** `is`, because a gift card has no game. */
const sameAs = (row: 'new' | 'old', columns: readonly string[]) =>
  columns.map((column) => `${column} is ${row}.${column}`).join(' and ');

const uncounted = (tally: string, columns: readonly string[]) =>
  `update ${tally} set total = total - 1 where ${sameAs('old', columns)};`;

const counted = (tally: string, columns: readonly string[]) => `
  update ${tally} set total = total + 1 where ${sameAs('new', columns)};
  insert into ${tally} select ${columns.map((column) => `new.${column}`).join(', ')}, 1 where changes() = 0;`;
