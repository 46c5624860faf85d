import { setImmediate } from 'node:timers/promises';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import { createIds, createRandom, type Random } from '../values/random';
import type { Tables } from '../storage/sandboxTables';
import type { OrderTable } from '../storage/orderTables';
import { accountBatch, type SellerSeed, stockBatch } from './offerBatches';
import { paymentRows } from './seedOrder';

/** The size and seed of a new marketplace. */
interface SeedPlan {
  /** Everything that is seeded follows from this number. */
  readonly seed: number;
  readonly sellers: number;
  /** Account offers of each seller; there is one currency offer for every three of them. */
  readonly offers: number;
  /** Unix seconds before which all that is seeded happened. */
  readonly until: number;
}

/** Logins that clients get wrong in a path: each is used by one seeded account. */
export const ODD_LOGINS = [
  'some@login',
  'a+b c',
  'mara.o\'neil "the fox"',
  '100%sure',
  'literal%20percent',
  'jürgen-straße',
  'Ελένη77',
  '日本のプレイヤー',
  'fire🔥walker',
  'semi;colon&amp=1',
  'hash#tag?query=1',
  'CaseSensitive',
  'casesensitive',
  ' leading.space',
  'tilde~and:colon,comma',
  '<b>bold',
  '$dollar{brace}',
  '12345',
] as const;

/** Every tenth login is one that was given before: an account sold twice, or listed again after a refund. */
const REPEATED = 10;

/** A source of logins for one seller: a plain one that stays unique, then the odd ones, then plain ones and repetitions. */
function seedLogins(sellerId: number, random: Random): () => string {
  const plain: string[] = [];
  let count = 0;
  return () => {
    count += 1;
    const odd = ODD_LOGINS[count - 2];
    if (odd !== undefined) return odd;
    const earlier = count % REPEATED === 0 ? plain[random.below(plain.length)] : undefined;
    if (earlier !== undefined) return earlier;
    const login = `player_${sellerId}_${count}`;
    if (count > 1) plain.push(login);
    return login;
  };
}

/** SQLite takes at most 32,766 values in one statement; no table has more than 40 columns. */
const ROWS_PER_STATEMENT = 500;

/** Inserts any number of rows into one table. */
async function insertRows<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  }
}

/** Account offers made and inserted at once. */
const ACCOUNTS_PER_BATCH = 500;

/** Stock offers of each kind, as a share of the account offers. */
const ACCOUNTS_PER = { currency: 3, item: 6, gift_card: 20 } as const;

/** Puts one seller's whole business into the store; `progress` is called for each batch of account offers. */
async function seedSeller(
  db: Transaction<Tables>,
  offers: number,
  seller: SellerSeed,
  ids: ReturnType<typeof createIds>,
  progress: (added: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < offers; start += ACCOUNTS_PER_BATCH) {
    const end = Math.min(start + ACCOUNTS_PER_BATCH, offers);
    const batch = accountBatch(start, end, seller, ids);
    await insertRows(db, 'account_offer', batch.offers);
    await insertRows(db, 'credential', batch.credentials);
    await insertOrders(db, batch.orders);
    await progress(end - start);
  }
  for (const kind of ['currency', 'item', 'gift_card'] as const) {
    const batch = stockBatch(kind, Math.ceil(offers / ACCOUNTS_PER[kind]), seller, ids);
    await insertRows(db, 'stock_offer', batch.offers);
    await insertOrders(db, batch.orders);
  }
  await insertRows(db, 'payout', payouts(seller));
}

async function insertOrders(
  db: Transaction<Tables>,
  orders: readonly Insertable<OrderTable>[],
): Promise<void> {
  await insertRows(db, 'order', orders);
  await insertRows(db, 'payment', orders.flatMap(paymentRows));
}

const WEEK = 7 * 86_400;

/** A payout a week, the latest still under way. */
const payouts = ({ sellerId, random, until }: SellerSeed) =>
  Array.from({ length: 6 }, (_, week) => {
    const created = until - (6 - week) * WEEK;
    const isPaid = week < 5;
    return {
      seller_id: sellerId,
      status: isPaid ? ('paid' as const) : ('processing' as const),
      method: 'bank_transfer',
      amount: random.between(1_000, 20_000) * 10_000,
      created_at: created,
      updated_at: isPaid ? created + 86_400 : created,
      paid_at: isPaid ? created + 86_400 : null,
    };
  });

/**
 * Fills an empty marketplace in one transaction; a marketplace that has sellers is left as it is, and answers false.
 * `progress` receives the counts of made and of all account offers; once `stop` is aborted it throws and keeps nothing.
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
        // The store blocks the event loop: a signal can only arrive between two turns.
        await setImmediate(undefined, { signal: stop });
      });
    }
    // The query planner must know which filter leaves few rows.
    await sql`analyze`.execute(transaction);
    return true;
  });
}
