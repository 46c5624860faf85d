import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isServer, listTables } from './migrations';

/** Column values of a document that no process holds. */
const FREE = 'cast(null as text), cast(null as bigint)';

/** SQL of the columns of documents, from each table of an earlier version that had such rows. */
const formerTables = {
  comparison_outcome: `'outcome', operation || ' ' || outcome, 0, ${FREE}, cast(count as text)`,
  comparison_sample: `'sample', id, at, ${FREE}, sample`,
  cutover_label: `'label', caller, 0, ${FREE}, name`,
  cutover_probe: `'probe', '', 0, ${FREE}, ''`,
  member_lease: `'lease', 'leader', 0, holder, until, cast(token as text)`,
};

/** Returns, by table, a query that reads the rows of each table of an earlier version as documents. */
export async function documentQueries<Tables>(
  db: Kysely<Tables>,
): Promise<ReadonlyMap<string, RawBuilder<unknown>>> {
  const tables = await listTables(db);
  const former = Object.entries(formerTables).filter(([table]) => tables.has(table));
  return new Map(
    former.map(([table, columnsSql]) => [
      table,
      sql`with former (kind, key, at, holder, held_until, value) as
        (select ${sql.raw(columnsSql)} from ${sql.table(table)}) select * from former`,
    ]),
  );
}

/** Turns the tables of an earlier version into documents. Rejects if not every row of a table could be copied. */
export async function takeOverDocuments(db: Kysely<unknown>): Promise<void> {
  for (const [table, query] of await documentQueries(db)) {
    // What a gateway of that version writes between the copy and the drop would be lost; a file is locked as a whole.
    if (isServer(db)) await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    const { numAffectedRows } = await sql`insert into document ${query}`.execute(db);
    if (Number(numAffectedRows) !== Number(rows[0]?.count))
      throw new Error(`${table} could not be taken over whole`);
    await db.schema.dropTable(table).execute();
  }
}
