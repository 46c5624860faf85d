import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../storage/tables';

/**
 * The secret that signs a marketplace's keys. It follows from the seed of its first start, so that the same seed gives
 * the same keys: this is a marketplace to try things on, and nothing of value hangs on its keys.
 */
export async function keySecretOf(db: Kysely<Tables>, seed: number): Promise<string> {
  const value = createHmac('sha256', 'lifeboat sandbox keys').update(String(seed)).digest('base64url');
  await db
    .insertInto('setting')
    .values({ name: 'key-secret', value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const setting = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'key-secret')
    .executeTakeFirstOrThrow();
  return setting.value;
}
