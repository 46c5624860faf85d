import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../storage/tables';
import { createRandom } from './random';
import { seedAccountOffer } from './seedAccountOffer';
import { seedCurrencyOffer } from './seedCurrencyOffer';
import { seedLogins } from './seedLogins';
import type { SeedPlan } from './seedPlan';

/** Ids of seeded offers start here, so that an id of one kind is not taken for one of another by chance. */
const FIRST_ACCOUNT = 500_001;
const FIRST_CURRENCY = 7_001;

/** Rows of one insert: SQLite takes at most 32,766 values in one statement. */
const BATCH = 500;

/** Accounts for one currency offer. */
const ACCOUNTS_PER_CURRENCY = 3;

/**
 * Fills an empty marketplace in one transaction; a marketplace that has sellers is left as it is. `progress` hears how
 * many of how many account offers there are.
 */
export async function seedSandbox(
  db: Kysely<Tables>,
  plan: SeedPlan,
  progress: (done: number, total: number) => void,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const seller = await transaction.selectFrom('seller').select('id').executeTakeFirst();
    if (seller !== undefined) return;
    for (let sellerId = 1; sellerId <= plan.sellers; sellerId += 1) {
      await seedSeller(transaction, plan, sellerId, progress);
    }
  });
}

async function seedSeller(
  db: Transaction<Tables>,
  { seed, sellers, offers, until }: SeedPlan,
  sellerId: number,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const random = createRandom(seed * 1_000 + sellerId);
  await db
    .insertInto('seller')
    .values({ id: sellerId, name: `Seller ${sellerId}`, created_at: until })
    .execute();
  const nextLogin = seedLogins(sellerId, random);
  const before = (sellerId - 1) * offers;
  for (let start = 0; start < offers; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, offers - start) }, (_, at) => ({
      id: FIRST_ACCOUNT + before + start + at,
      ...seedAccountOffer(start + at, sellerId, nextLogin, random, until),
    }));
    await db.insertInto('account_offer').values(rows).execute();
    progress(before + start + rows.length, sellers * offers);
  }
  const currencies = Math.ceil(offers / ACCOUNTS_PER_CURRENCY);
  for (let start = 0; start < currencies; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, currencies - start) }, (_, at) => ({
      id: FIRST_CURRENCY + (sellerId - 1) * currencies + start + at,
      ...seedCurrencyOffer(start + at, sellerId, random, until),
    }));
    await db.insertInto('currency_offer').values(rows).execute();
  }
}
