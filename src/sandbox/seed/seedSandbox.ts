import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Market } from '../market';
import { offerColumns } from '../resources/trade';
import type { SandboxOptions } from '../sandboxOptions';
import type { StockKind } from '../storage/sandboxSchema';
import { createRandom, type Random } from '../values/random';
import { seedAccountOffer, seedOrder, seedStockOffer, type SellerSeed } from './seedRows';

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

/** Stores one account offer with its order and credentials. `index` counts from 0 within the seller. */
function addAccount({ accounts, credentials, orders }: Market, seller: SellerSeed, index: number): void {
  const { random } = seller;
  const offer = accounts.insertRow(seedAccountOffer(index, seller));
  const status = offer.status === 'refunded' ? 'refunded' : 'delivered';
  const order =
    offer.sold_at === null
      ? undefined
      : orders.insertRow(seedOrder(offerColumns(offer, 'account'), status, 1, offer.sold_at, random));
  if (offer.is_legacy === 1) return;
  const { id: account_offer_id, seller_id, created_at } = offer;
  const texts = Array.from(
    { length: random.between(2, 5) },
    (_, number) => `Login: stock_${index}_${number}\nPassword: pw-${random.below(1e9).toString(36)}`,
  );
  const columns = { seller_id, account_offer_id, created_at, updated_at: created_at };
  // A sold-out stock has only the sold credential, which its order shows.
  for (const text of order === undefined ? texts : texts.slice(0, 1))
    credentials.insertRow({ ...columns, account_order_id: order?.id, credentials: text });
}

const ORDER_STATUSES = ['delivered', 'delivered', 'delivered', 'pending', 'in_delivery', 'refunded'] as const;

/** Stores `count` stock offers of one kind, with an order for every second listed one. */
function addStockOffers(
  { stocks, orders }: Market,
  seller: SellerSeed,
  kind: StockKind,
  count: number,
): void {
  const { random } = seller;
  for (let index = 0; index < count; index += 1) {
    const offer = stocks.insertRow(seedStockOffer(kind, index, seller));
    if (index % 2 !== 0 || offer.listed_at === null) continue;
    const quantity = offer.min_quantity * random.between(1, 20);
    const status = random.pick(ORDER_STATUSES);
    orders.insertRow(seedOrder(offerColumns(offer, kind), status, quantity, offer.updated_at, random));
  }
}

/** Number of account offers between two turns of the event loop. */
const ACCOUNTS_PER_TURN = 500;

/** Stores the business of every seller, with instants before `until` (Unix seconds). */
async function addSellers(market: Market, options: SandboxOptions, until: number): Promise<void> {
  const { seed, sellers = 1, offers = 120, progress, stop } = options;
  for (let sellerId = 1; sellerId <= sellers; sellerId += 1) {
    const random = createRandom(seed * 1_000 + sellerId);
    const seller = { sellerId, random, nextLogin: createLoginSource(sellerId, random), until };
    for (let index = 0; index < offers; index += 1) {
      addAccount(market, seller, index);
      if ((index + 1) % ACCOUNTS_PER_TURN !== 0 && index + 1 !== offers) continue;
      progress?.((sellerId - 1) * offers + index + 1, sellers * offers);
      // The store blocks the event loop: a signal can only arrive between two turns.
      await setImmediate(undefined, { signal: stop });
    }
    // One currency offer for three accounts, one item offer for six.
    addStockOffers(market, seller, 'currency', Math.ceil(offers / 3));
    addStockOffers(market, seller, 'item', Math.ceil(offers / 6));
  }
}

/** Fills an empty marketplace in one transaction. Throws and stores nothing once the start is stopped. */
export async function seedSandbox(
  database: DatabaseSync,
  market: Market,
  options: SandboxOptions,
  until: number,
): Promise<void> {
  database.exec('begin');
  try {
    await addSellers(market, options, until);
    const { sellers = 1 } = options;
    database.prepare(`insert into setting values ('sellers', ?)`).run(String(sellers));
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
  // The query planner must know which filter leaves few rows.
  database.exec('analyze');
}
