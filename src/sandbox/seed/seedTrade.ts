import { HOUR_SECONDS } from '../../contract/clock';
import { type Game, games } from '../games/catalogue';
import { buyerColumns, type offerColumns } from '../resources/trade';
import type { Order, OrderStatus, StockKind, StockOffer } from '../storage/sandboxSchema';
import { seedDelivery } from '../values/deliveryTime';
import { type Random, seedInstants, seedUuid } from '../values/random';

const STATUSES = ['listed', 'listed', 'draft', 'archived'] as const;

/** Minimum stock of the first offer, which a first try buys. */
const MIN_FIRST_STOCK = 10_000;

/** Makes a stock offer. `index` counts from 0 within the seller and kind, and the first is listed and in stock. */
export function seedStockOffer(
  kind: StockKind,
  index: number,
  sellerId: number,
  random: Random,
  until: number,
): Omit<StockOffer, 'id'> {
  const status = index === 0 ? 'listed' : random.pick(STATUSES);
  const isInstant = index % 8 === 7;
  const { created_at, listed_at, updated_at } = seedInstants(random, until);
  return {
    kind,
    uuid: seedUuid(random),
    seller_id: sellerId,
    external_id: random.mostly(3, () => `${kind}-${sellerId}-${index + 1}`),
    ...seedGameColumns(kind, index, random),
    status,
    ...seedDelivery(!isInstant, 72, random),
    delivery_instructions: random.mostly(2, () => 'Meet me at the bank.'),
    stock: Math.max(random.once(8) ? 0 : random.below(1_000_000), index === 0 ? MIN_FIRST_STOCK : 0),
    min_quantity: random.pick([1, 1, 5, 100]),
    price: drawStockPrice(index, random),
    views: random.below(5_000),
    created_at,
    updated_at,
    listed_at: status === 'draft' ? null : listed_at,
  };
}

function seedGameColumns(kind: StockKind, index: number, random: Random) {
  const service = kind === 'item' ? 'items' : 'currencies';
  const [firstGame, ...otherGames] = games;
  const game = random.pick([firstGame, ...otherGames.filter(({ services }) => services.includes(service))]);
  const item = game.collections[0]?.items[0] ?? 'starter-pack';
  return {
    game_id: game.id,
    title: kind === 'item' ? `${item} #${index + 1}` : `${game.currencyUnit.currency_name} for ${game.name}`,
    description: `Delivered in the game, face to face. Lot ${index + 1}.`,
    attributes: JSON.stringify(seedGameAttributes(game, random)),
    icon_url: `https://images.example.com/icons/${game.slug}.png`,
  };
}

function seedGameAttributes(game: Game, random: Random): Readonly<Record<string, unknown>> {
  const [server, ...servers] = game.servers;
  if (server === undefined || random.once(5)) return {};
  return {
    server: random.pick([server, ...servers]),
    faction: random.pick(['Crown', 'Tide']),
    face_to_face: true,
  };
}

/** Makes a price in millionths. Successive prices have 0 to 6 decimal places, the last of them not zero. */
function drawStockPrice(index: number, random: Random): number {
  const places = index % 7;
  const digit = 10 ** (6 - places);
  return (random.between(1, 900) * 10 + random.between(1, 9)) * digit;
}

const NAMES = ['mira', 'oskar', 'yuki', 'Zoë', 'tarik', 'lena92', 'kwame'] as const;

interface OrderSeed {
  /** Columns that the order copies from its offer. */
  readonly offered: ReturnType<typeof offerColumns>;
  readonly status: OrderStatus;
  readonly quantity: number;
  /** Instant of the purchase, Unix seconds. */
  readonly purchasedAt: number;
}

/** Makes an order in the given state. */
export function seedOrder(
  { offered, status, quantity, purchasedAt }: OrderSeed,
  random: Random,
): Omit<Order, 'id'> {
  const instants = seedOrderInstants(status, random, purchasedAt);
  const isRated = instants.completed_at !== null && random.once(2);
  const credentials = offered.kind === 'account' ? {} : { character_name: 'Brannigan', server: 'EU' };
  return {
    ...offered,
    ...buyerColumns(random.pick(NAMES)),
    credential_id: null,
    quantity,
    rating: isRated ? JSON.stringify(seedRating(random, instants.updated_at)) : null,
    credentials: JSON.stringify(credentials),
    status,
    dispute_case_id: status !== 'refunded' && random.once(12) ? random.between(10_000, 29_999) : null,
    ...instants,
  };
}

/** Draws the instants of an order. Half of the refunded orders had been delivered. */
function seedOrderInstants(status: OrderStatus, random: Random, purchasedAt: number) {
  const doneAt = purchasedAt + random.between(60, 20 * HOUR_SECONDS);
  const completed = status === 'delivered' || (status === 'refunded' && random.once(2)) ? doneAt : null;
  const refunded = status === 'refunded' ? doneAt + random.between(60, 20 * HOUR_SECONDS) : null;
  return {
    created_at: purchasedAt,
    purchased_at: purchasedAt,
    completed_at: completed,
    refunded_at: refunded,
    updated_at: refunded ?? completed ?? purchasedAt,
  };
}

const GOOD_RATING = { labels: ['fast delivery', 'friendly'], rating: 1, comment: 'Thanks!' };
const BAD_RATING = { labels: null, rating: 0, comment: 'Took too long.' };

function seedRating(random: Random, at: number) {
  const { labels, rating, comment } = random.once(5) ? BAD_RATING : GOOD_RATING;
  return { id: random.between(1, 1_000_000), labels, rating, comment, created_at: at, updated_at: at };
}
