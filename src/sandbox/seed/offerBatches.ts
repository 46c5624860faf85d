import type { Insertable } from 'kysely';
import type { AccountOfferTable, CredentialTable, StockKind, StockOfferTable } from '../storage/offerTables';
import type { createIds, Random } from '../values/random';
import type { OrderKind, OrderTable } from '../storage/orderTables';
import { seedAccountOffer } from './seedAccountOffer';
import { seedOrder } from './seedOrder';
import { seedStockOffer } from './seedStockOffer';

type Columns = Omit<
  Insertable<CredentialTable>,
  'id' | 'seller_id' | 'account_offer_id' | 'account_order_id'
>;

/** Two to five credentials of one stocked account offer, none of them sold. */
const seedCredentials = (place: number, random: Random, created: number): readonly Columns[] =>
  Array.from({ length: random.between(2, 5) }, (_, at) => ({
    credentials: `Login: stock_${place}_${at}\nPassword: pw-${random.below(1e9).toString(36)}`,
    created_at: created,
    updated_at: created,
  }));

/** Rows of some account offers, with their credentials and orders. */
interface AccountBatch {
  readonly offers: Insertable<AccountOfferTable>[];
  readonly credentials: Insertable<CredentialTable>[];
  readonly orders: Insertable<OrderTable>[];
}

/** Parts that make the rows of one seller. */
export interface SellerSeed {
  readonly sellerId: number;
  readonly random: Random;
  readonly nextLogin: () => string;
  readonly until: number;
}

/** Makes the account offers at the places from `start` to below `end`. */
export function accountBatch(
  start: number,
  end: number,
  seller: SellerSeed,
  ids: ReturnType<typeof createIds>,
): AccountBatch {
  const batch: AccountBatch = { offers: [], credentials: [], orders: [] };
  for (let place = start; place < end; place += 1) {
    const { sellerId, random, nextLogin, until } = seller;
    const offer = { id: ids.accountOffer(), ...seedAccountOffer(place, sellerId, nextLogin, random, until) };
    batch.offers.push(offer);
    const orderId = offer.sold_at === null ? null : ids.order();
    if (orderId !== null) batch.orders.push({ id: orderId, ...orderOf(offer, random) });
    if (offer.is_legacy === 0) batch.credentials.push(...stockOf(offer, place, orderId, seller, ids));
  }
  return batch;
}

type Offer = AccountBatch['offers'][number] & { readonly id: number };

/** Returns the columns that an order takes over from an offer. */
const offeredBy = (
  offer: (Insertable<AccountOfferTable> | Insertable<StockOfferTable>) & { readonly id: number },
  kind: OrderKind,
) => ({
  seller_id: offer.seller_id,
  kind,
  offer_id: offer.id,
  game_id: offer.game_id ?? null,
  title: offer.title,
  description: offer.description,
  parameters: offer.attributes,
  delivery_duration: offer.delivery_duration ?? null,
  delivery_unit: offer.delivery_unit ?? null,
  unit_price: offer.price,
});

function orderOf(offer: Offer, random: Random) {
  const status = offer.status === 'refunded' ? 'refunded' : 'delivered';
  return seedOrder(offeredBy(offer, 'account'), status, 1, random, offer.sold_at ?? 0);
}

/** Makes the credentials of a stocked offer; a sold-out stock keeps only the sold one, which its order shows. */
function stockOf(
  offer: Offer,
  place: number,
  orderId: number | null,
  { sellerId, random }: SellerSeed,
  ids: ReturnType<typeof createIds>,
) {
  const credentials = seedCredentials(place, random, offer.created_at);
  const kept = orderId === null ? credentials : credentials.slice(0, 1);
  return kept.map((credential) => ({
    id: ids.credential(),
    seller_id: sellerId,
    account_offer_id: offer.id,
    account_order_id: orderId,
    ...credential,
  }));
}

const STATUSES = ['delivered', 'delivered', 'delivered', 'pending', 'in_delivery', 'refunded'] as const;

/** Makes so many stock offers of one kind, with an order for every other one. */
export function stockBatch(
  kind: StockKind,
  count: number,
  { sellerId, random, until }: SellerSeed,
  ids: ReturnType<typeof createIds>,
) {
  const offers: Insertable<StockOfferTable>[] = [];
  const orders: Insertable<OrderTable>[] = [];
  for (let place = 0; place < count; place += 1) {
    const offer = { id: ids.stockOffer(), ...seedStockOffer(kind, place, sellerId, random, until) };
    offers.push(offer);
    const sold = place % 2 === 0 && offer.listed_at !== null && offer.listed_at !== undefined;
    if (!sold) continue;
    const quantity = offer.min_quantity * random.between(1, 20);
    const status = random.pick(STATUSES);
    const order = seedOrder(offeredBy(offer, kind), status, quantity, random, offer.updated_at);
    orders.push({ id: ids.order(), ...order });
  }
  return { offers, orders };
}
