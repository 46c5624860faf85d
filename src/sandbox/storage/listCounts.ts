import { type Kysely, sql } from 'kysely';
import type { Tables } from './sandboxTables';

/** Columns by which the rows of long lists are counted: the total of a list is read from the counts. */
export const listCounts: Readonly<Partial<Record<keyof Tables, readonly string[]>>> = {
  account_offer: ['seller_id', 'game_id', 'status'],
  stock_offer: ['seller_id', 'kind', 'game_id', 'status'],
  order: ['seller_id', 'kind', 'status'],
};

/**
 * Creates a table of counts for each counted table. Triggers maintain it: a statement changes both a row and the
 * counts, or neither.
 */
export async function createListCounts(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(listCounts)) {
    for (const statement of statementsFor(table, columns)) await sql.raw(statement).execute(db);
  }
}

function statementsFor(table: string, columns: readonly string[]): string[] {
  const counts = `${table}_tally`;
  const names = columns.join(', ');
  return [
    `create table ${counts} as select ${names}, count(*) as total from "${table}" group by ${names}`,
    `create index ${counts}_by_all on ${counts} (${names}, total)`,
    `create trigger ${counts}_inserted after insert on "${table}" begin ${counted(counts, columns)} end`,
    `create trigger ${counts}_deleted after delete on "${table}" begin ${uncounted(counts, columns)} end`,
    `create trigger ${counts}_updated after update of ${names} on "${table}"
     begin ${uncounted(counts, columns)} ${counted(counts, columns)} end`,
  ];
}

/** `is`, because a gift card has no game. */
const sameAs = (row: 'new' | 'old', columns: readonly string[]) =>
  columns.map((column) => `${column} is ${row}.${column}`).join(' and ');

const uncounted = (counts: string, columns: readonly string[]) =>
  `update ${counts} set total = total - 1 where ${sameAs('old', columns)};`;

const counted = (counts: string, columns: readonly string[]) => `
  update ${counts} set total = total + 1 where ${sameAs('new', columns)};
  insert into ${counts} select ${columns.map((column) => `new.${column}`).join(', ')}, 1 where changes() = 0;`;
