import { DAY_SECONDS, HOUR_SECONDS } from '../../contract/clock';
import { type Attribute, type Game, games } from '../games/catalogue';
import { buyerColumns, type offerColumns } from '../resources/trade';
import type { AccountOffer, Order, OrderStatus, StockKind, StockOffer } from '../storage/sandboxSchema';
import type { Columns } from '../storage/tables';
import { slugOf } from '../values/display';
import type { Random } from '../values/random';

/** Parts that make the rows of a seller. */
export interface SellerSeed {
  readonly sellerId: number;
  readonly random: Random;
  readonly nextLogin: () => string;
  /** Unix seconds, later than every seeded instant. */
  readonly until: number;
}

/** Draws the instants of an offer's life, in order. */
function drawInstants({ random, until }: SellerSeed) {
  const created_at = until - random.between(30 * DAY_SECONDS, 400 * DAY_SECONDS);
  const listed_at = created_at + random.between(60, 10 * DAY_SECONDS);
  const sold_at = listed_at + random.between(60, 10 * DAY_SECONDS);
  return { created_at, listed_at, sold_at, updated_at: sold_at + random.between(0, 9 * DAY_SECONDS) };
}

/** Makes a version 4 UUID (RFC 9562 5.4) from a repeatable source. */
function drawUuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16));
  digits[12] = '4';
  digits[16] = random.pick(['8', '9', 'a', 'b']);
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const drawDelivery = (mostUnits: number, random: Random) => ({
  delivery_duration: random.between(1, mostUnits),
  delivery_unit: random.pick(['minutes', 'hours', 'days'] as const),
});

const drawText = (texts: readonly string[], random: Random): string | undefined =>
  texts[random.below(texts.length)];

const drawSome = <Item>(items: readonly Item[], random: Random): Item[] => items.filter(() => random.once(2));

const SAMPLE_TEXTS = ['comet', 'tide 7', 'größe'];

/** Draws the value of an attribute by its type. */
const draws: Readonly<Record<Attribute['type'], (attribute: Attribute, random: Random) => unknown>> = {
  string: ({ values = SAMPLE_TEXTS }, random) => drawText(values, random),
  integer: ({ minimum = 0, maximum = 1_000 }, random) => random.between(minimum, maximum),
  boolean: (_attribute, random) => random.once(2),
  array: ({ values = SAMPLE_TEXTS }, random) => drawSome(values, random),
};

/** Makes attributes of an account that keep every rule of its game. Optional ones are in half of the accounts. */
const drawAttributes = ({ attributes }: Game, random: Random) =>
  Object.fromEntries(
    attributes
      .filter(({ required }) => required || random.once(2))
      .map((attribute) => [attribute.name, draws[attribute.type](attribute, random)]),
  );

const LISTED = ['listed', 'listed', 'listed', 'listed'] as const;
const ACCOUNT_STATUSES = [
  ...LISTED,
  'draft',
  'sold',
  'pending',
  'processing',
  'refunded',
  'archived',
] as const;

/** Number of account offers for each with a stock of credentials instead of a login. */
const OFFERS_PER_STOCKED = 6;

/** Makes an account offer. `index` counts from 0 within the seller, and the first is listed. */
export function seedAccountOffer(index: number, seller: SellerSeed): Columns<AccountOffer> {
  const { sellerId, random } = seller;
  const game = games[index % games.length] ?? games[0];
  const isLegacy = index % OFFERS_PER_STOCKED !== OFFERS_PER_STOCKED - 1;
  const isManual = isLegacy && index % 4 === 3;
  const status = index === 0 ? 'listed' : random.pick(ACCOUNT_STATUSES);
  const title = `${random.pick(['Fresh', 'Ranked', 'Stacked', 'Veteran', 'Rare'])} ${game.name} account #${index + 1}`;
  const columns: Columns<AccountOffer> = {
    seller_id: sellerId,
    game_id: game.id,
    status,
    external_id: random.mostly(3, () => `ext-${sellerId}-${index + 1}`),
    title,
    slug: slugOf(title),
    description: `Played by hand since the first season.\nMail included – „as described“ (${index + 1}).`,
    dump: random.mostly(2, () => `${game.slug} ${game.servers.join(' ')}`.trim()),
    private_note: random.once(5) ? 'from the second batch' : null,
    delivery_instructions: random.mostly(2, () => 'Change the password after the first login.'),
    is_manual: Number(isManual),
    ...(isManual && drawDelivery(48, random)),
    is_legacy: Number(isLegacy),
    ...(isLegacy && drawSecrets(seller)),
    server: game.servers.length === 0 ? null : random.mostly(5, () => drawText(game.servers, random) ?? null),
    level_up_method: random.mostly(4, () => random.pick(['by_hand', 'by_bot'])),
    ign: random.mostly(3, () => `Ign ${random.below(1e6).toString(36)}`),
    attributes: JSON.stringify(drawAttributes(game, random)),
    game_items: JSON.stringify(
      Object.fromEntries(game.collections.map(({ slug, items }) => [slug, drawSome(items, random)])),
    ),
    price: drawCents(random) * 10_000,
    views: random.below(5_000),
    image_urls: JSON.stringify(drawImages(index, random)),
    trend_score: random.below(1_000) / 10,
    is_featured: Number(random.once(5)),
    is_rare: Number(random.once(4)),
    is_discounted: Number(random.once(3)),
  };
  const { created_at, updated_at, listed_at, sold_at } = drawInstants(seller);
  return {
    ...columns,
    created_at,
    updated_at,
    ...(!['draft', 'pending'].includes(status) && { listed_at }),
    ...(['sold', 'refunded'].includes(status) && { sold_at }),
  };
}

function drawSecrets({ nextLogin, random }: SellerSeed) {
  const login = nextLogin();
  const password = `pw-${random.below(1e9).toString(36)}-${login.length}`;
  if (random.once(3)) return { login, password };
  const mailbox = `mail${random.below(1e9).toString(36)}@example.org`;
  const mail = { email_login: mailbox, email_password: `m${password}`, email_provider: 'example.org' };
  return { login, password, ...mail };
}

/** Draws a price from 0.99 to 500 euros in cents. Some are whole euros, some end in a zero. */
function drawCents(random: Random): number {
  const step = random.pick([1, 1, 10, 100]);
  return Math.max(99, Math.ceil(random.between(99, 50_000) / step) * step);
}

const drawImages = (index: number, random: Random) =>
  Array.from(
    { length: random.between(1, 4) },
    (_, imageIndex) => `https://images.example.com/${index}/${imageIndex + 1}.png`,
  );

const STOCK_STATUSES = ['listed', 'listed', 'draft', 'archived'] as const;

/** Minimum stock of the first offer, which a first try buys. */
const MIN_FIRST_STOCK = 10_000;

/** Makes a stock offer. `index` counts from 0 within the seller and kind, and the first is listed and in stock. */
export function seedStockOffer(kind: StockKind, index: number, seller: SellerSeed): Columns<StockOffer> {
  const { sellerId, random } = seller;
  const status = index === 0 ? 'listed' : random.pick(STOCK_STATUSES);
  const { created_at, listed_at, updated_at } = drawInstants(seller);
  const uuid = drawUuid(random);
  const external_id = random.mostly(3, () => `${kind}-${sellerId}-${index + 1}`);
  const service = kind === 'item' ? 'items' : 'currencies';
  const [firstGame, ...otherGames] = games;
  const game = random.pick([firstGame, ...otherGames.filter(({ services }) => services.includes(service))]);
  const item = game.collections[0]?.items[0] ?? 'starter-pack';
  return {
    kind,
    uuid,
    seller_id: sellerId,
    external_id,
    game_id: game.id,
    title: kind === 'item' ? `${item} #${index + 1}` : `${game.currencyUnit.currency_name} for ${game.name}`,
    description: `Delivered in the game, face to face. Lot ${index + 1}.`,
    attributes: JSON.stringify(drawTradeAttributes(game, random)),
    icon_url: `https://images.example.com/icons/${game.slug}.png`,
    status,
    ...(index % 8 !== 7 && drawDelivery(72, random)),
    delivery_instructions: random.mostly(2, () => 'Meet me at the bank.'),
    stock: Math.max(random.once(8) ? 0 : random.below(1_000_000), index === 0 ? MIN_FIRST_STOCK : 0),
    min_quantity: random.pick([1, 1, 5, 100]),
    price: drawStockPrice(index, random),
    views: random.below(5_000),
    created_at,
    updated_at,
    ...(status !== 'draft' && { listed_at }),
  };
}

function drawTradeAttributes({ servers }: Game, random: Random) {
  if (servers.length === 0 || random.once(5)) return {};
  return {
    server: drawText(servers, random),
    faction: random.pick(['Crown', 'Tide']),
    face_to_face: true,
  };
}

/** Makes a price in millionths. Successive prices have 0 to 6 decimal places, the last of them not zero. */
const drawStockPrice = (index: number, random: Random): number =>
  (random.between(1, 900) * 10 + random.between(1, 9)) * 10 ** (6 - (index % 7));

const NAMES = ['mira', 'oskar', 'yuki', 'Zoë', 'tarik', 'lena92', 'kwame'] as const;

/** Makes an order in the given state. `offered` are the columns that it copies from its offer. */
export function seedOrder(
  offered: ReturnType<typeof offerColumns>,
  status: OrderStatus,
  quantity: number,
  purchasedAt: number,
  random: Random,
): Columns<Order> {
  const instants = drawOrderInstants(status, random, purchasedAt);
  const isRated = instants.completed_at !== null && random.once(2);
  const credentials = offered.kind === 'account' ? {} : { character_name: 'Brannigan', server: 'EU' };
  return {
    ...offered,
    ...buyerColumns(random.pick(NAMES)),
    quantity,
    rating: isRated ? JSON.stringify(drawRating(random, instants.updated_at)) : null,
    credentials: JSON.stringify(credentials),
    status,
    dispute_case_id: status !== 'refunded' && random.once(12) ? random.between(10_000, 29_999) : null,
    ...instants,
  };
}

/** Draws the instants of an order. Half of the refunded orders had been delivered. */
function drawOrderInstants(status: OrderStatus, random: Random, purchasedAt: number) {
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

function drawRating(random: Random, at: number) {
  const content = random.once(5) ? BAD_RATING : GOOD_RATING;
  return { id: random.between(1, 1_000_000), ...content, created_at: at, updated_at: at };
}
