import { sql, type Transaction } from 'kysely';
import type { Tables } from '../storage/tables';

const FIRST_CASE = 30_001;

/** The id of a new dispute case; never given twice. */
export async function nextDisputeCase(db: Transaction<Tables>): Promise<number> {
  const { value } = await db
    .insertInto('setting')
    .values({ name: 'last-dispute-case', value: String(FIRST_CASE) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`cast(value as integer) + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}
