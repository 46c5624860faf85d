import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Market } from '../market';
import { offerColumns } from '../resources/trade';
import type { StockKind } from '../storage/sandboxSchema';
import { createRandom, type Random } from '../values/random';
import { seedAccountOffer } from './seedAccountOffer';
import { seedOrder, seedStockOffer } from './seedTrade';

/** Size and seed of a new marketplace. */
interface SeedPlan {
  /** Number that determines the whole content. */
  readonly seed: number;
  readonly sellers: number;
  /** Number of account offers of each seller; there is one currency offer for every three of them. */
  readonly offers: number;
  /** Unix seconds, later than every seeded instant. */
  readonly until: number;
}

/** Logins that clients often encode wrongly in a path, with bars between them: one seeded account uses each. */
export const ODD_LOGINS = (
  `some@login|a+b c|mara.o'neil "the fox"|100%sure|literal%20percent|jürgen-straße|Ελένη77|日本のプレイヤー|` +
  'fire🔥walker|semi;colon&amp=1|hash#tag?query=1|CaseSensitive|casesensitive| leading.space|' +
  'tilde~and:colon,comma|<b>bold|$dollar{brace}|12345'
).split('|');

/** Number of logins for each that repeats an earlier one: an account sold twice, or listed again after a refund. */
const LOGINS_PER_REPETITION = 10;

/** Creates the source of logins for a seller: an ordinary one, the odd ones, then ordinary ones and repetitions. */
function createLoginSource(sellerId: number, random: Random): () => string {
  const plain: string[] = [];
  let count = 0;
  return () => {
    count += 1;
    const odd = ODD_LOGINS[count - 2];
    if (odd !== undefined) return odd;
    const earlier = count % LOGINS_PER_REPETITION === 0 ? plain[random.below(plain.length)] : undefined;
    if (earlier !== undefined) return earlier;
    const login = `player_${sellerId}_${count}`;
    if (count > 1) plain.push(login);
    return login;
  };
}

/** Parts that make the rows of a seller. */
interface SellerSeed {
  readonly market: Market;
  readonly sellerId: number;
  readonly random: Random;
  readonly nextLogin: () => string;
  readonly until: number;
}

/** Stores one account offer with its order and credentials. `index` counts from 0 within the seller. */
function addAccount({ market, sellerId, random, nextLogin, until }: SellerSeed, index: number): void {
  const offer = market.accounts.insertRow(seedAccountOffer(index, sellerId, nextLogin, random, until));
  const status = offer.status === 'refunded' ? 'refunded' : 'delivered';
  let account_order_id: number | null = null;
  if (offer.sold_at !== null) {
    const offered = offerColumns(offer, 'account');
    const order = seedOrder({ offered, status, quantity: 1, purchasedAt: offer.sold_at }, random);
    account_order_id = market.orders.insertRow(order).id;
  }
  if (offer.is_legacy === 1) return;
  const { id: account_offer_id, seller_id, created_at } = offer;
  const texts = Array.from(
    { length: random.between(2, 5) },
    (_, number) => `Login: stock_${index}_${number}\nPassword: pw-${random.below(1e9).toString(36)}`,
  );
  // A sold-out stock has only the sold credential, which its order shows.
  for (const credentials of account_order_id === null ? texts : texts.slice(0, 1)) {
    const instants = { created_at, updated_at: created_at };
    market.credentials.insertRow({ seller_id, account_offer_id, account_order_id, credentials, ...instants });
  }
}

const ORDER_STATUSES = ['delivered', 'delivered', 'delivered', 'pending', 'in_delivery', 'refunded'] as const;

/** Stores `count` stock offers of one kind, with an order for every second listed one. */
function addStockOffers(
  { market, sellerId, random, until }: SellerSeed,
  kind: StockKind,
  count: number,
): void {
  for (let index = 0; index < count; index += 1) {
    const offer = market.stocks.insertRow(seedStockOffer(kind, index, sellerId, random, until));
    if (index % 2 !== 0 || offer.listed_at === null) continue;
    const quantity = offer.min_quantity * random.between(1, 20);
    const status = random.pick(ORDER_STATUSES);
    const orderSeed = { offered: offerColumns(offer, kind), status, quantity, purchasedAt: offer.updated_at };
    market.orders.insertRow(seedOrder(orderSeed, random));
  }
}

/** Number of account offers between two turns of the event loop. */
const ACCOUNTS_PER_TURN = 500;

/** Number of account offers for each stock offer. */
const ACCOUNTS_PER = { currency: 3, item: 6 } as const;

/** Stores the whole business of a seller. `turn` is awaited after each batch of account offers. */
async function addSeller(
  seller: SellerSeed,
  offers: number,
  turn: (added: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < offers; start += ACCOUNTS_PER_TURN) {
    const end = Math.min(start + ACCOUNTS_PER_TURN, offers);
    for (let index = start; index < end; index += 1) addAccount(seller, index);
    await turn(end - start);
  }
  addStockOffers(seller, 'currency', Math.ceil(offers / ACCOUNTS_PER.currency));
  addStockOffers(seller, 'item', Math.ceil(offers / ACCOUNTS_PER.item));
}

/** Counts the sellers of a marketplace. Returns undefined while it is empty. */
export function sellersOf(database: DatabaseSync): number | undefined {
  const setting = database.prepare(`select value from setting where name = 'sellers'`).get();
  return setting === undefined ? undefined : Number(setting.value);
}

/**
 * Fills an empty marketplace in one transaction. `progress` receives the count of stored account offers and the total.
 * Once `stop` is aborted it throws and stores nothing.
 */
export async function seedSandbox(
  database: DatabaseSync,
  market: Market,
  { seed, sellers, offers, until }: SeedPlan,
  progress: (done: number, total: number) => void,
  stop?: AbortSignal,
): Promise<void> {
  let doneCount = 0;
  database.exec('begin');
  try {
    for (let sellerId = 1; sellerId <= sellers; sellerId += 1) {
      const random = createRandom(seed * 1_000 + sellerId);
      const seller = { market, sellerId, random, nextLogin: createLoginSource(sellerId, random), until };
      await addSeller(seller, offers, async (added) => {
        doneCount += added;
        progress(doneCount, sellers * offers);
        // The store blocks the event loop: a signal can only arrive between two turns.
        await setImmediate(undefined, { signal: stop });
      });
    }
    database.prepare(`insert into setting values ('sellers', ?)`).run(String(sellers));
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
  // The query planner must know which filter leaves few rows.
  database.exec('analyze');
}
