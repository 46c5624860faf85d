import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../storage/tables';
import { createIds } from './ids';
import { createRandom } from './random';
import { seedLogins } from './seedLogins';
import type { SeedPlan } from './seedPlan';
import { seedSeller } from './seedSeller';

/**
 * Fills an empty marketplace in one transaction; a marketplace that has sellers is left as it is, and answers false.
 * `progress` hears how many of how many account offers there are; throws, with nothing kept, once `stop` is aborted.
 */
export async function seedSandbox(
  db: Kysely<Tables>,
  { seed, sellers, offers, until }: SeedPlan,
  progress: (done: number, total: number) => void,
  stop?: AbortSignal,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const seller = await transaction.selectFrom('seller').select('id').executeTakeFirst();
    if (seller !== undefined) return false;
    const ids = createIds();
    let done = 0;
    for (let sellerId = 1; sellerId <= sellers; sellerId += 1) {
      const random = createRandom(seed * 1_000 + sellerId);
      await transaction
        .insertInto('seller')
        .values({ id: sellerId, name: `Seller ${sellerId}`, created_at: until })
        .execute();
      const seller = { sellerId, random, nextLogin: seedLogins(sellerId, random), until };
      await seedSeller(transaction, offers, seller, ids, async (added) => {
        done += added;
        progress(done, sellers * offers);
        // The store keeps the processor to itself: only between two turns can a signal be heard.
        await setImmediate(undefined, { signal: stop });
      });
    }
    // The query planner must know which filter leaves few rows.
    await sql`analyze`.execute(transaction);
    return true;
  });
}
