import { type Attribute, type Game, games } from '../games/catalogue';
import type { AccountOffer } from '../storage/sandboxSchema';
import { seedDelivery } from '../values/deliveryTime';
import { type Random, seedInstants } from '../values/random';

/** Makes attributes of an account that keep every rule of its game. Optional ones are in half of the accounts. */
function seedAttributes(game: Game, random: Random): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    game.attributes
      .filter((attribute) => attribute.required || random.once(2))
      .map((attribute) => [attribute.name, draws[attribute.type](attribute, random)]),
  );
}

const SAMPLE_TEXTS = ['comet', 'tide 7', 'größe'];

/** Draws the value of an attribute by its type. */
const draws: Readonly<Record<Attribute['type'], (attribute: Attribute, random: Random) => unknown>> = {
  string: ({ values = SAMPLE_TEXTS }, random) => values[random.below(values.length)],
  integer: ({ minimum = 0, maximum = 1_000 }, random) => random.between(minimum, maximum),
  boolean: (_attribute, random) => random.once(2),
  array: ({ values = SAMPLE_TEXTS }, random) => values.filter(() => random.once(2)),
};

const LISTED = ['listed', 'listed', 'listed', 'listed'] as const;
const STATUSES = [...LISTED, 'draft', 'sold', 'pending', 'processing', 'refunded', 'archived'] as const;

/** Number of account offers for each with a stock of credentials instead of a login. */
const OFFERS_PER_STOCKED = 6;

/** Makes an account offer. `index` counts from 0 within the seller, and the first is listed. */
export function seedAccountOffer(
  index: number,
  sellerId: number,
  nextLogin: () => string,
  random: Random,
  until: number,
): Omit<AccountOffer, 'id'> {
  const game = games[index % games.length] ?? games[0];
  const isLegacy = index % OFFERS_PER_STOCKED !== OFFERS_PER_STOCKED - 1;
  const isManual = isLegacy && index % 4 === 3;
  const status = index === 0 ? 'listed' : random.pick(STATUSES);
  return {
    seller_id: sellerId,
    game_id: game.id,
    status,
    ...seedTexts(index, sellerId, game, random),
    is_manual: Number(isManual),
    ...seedDelivery(isManual, 48, random),
    is_legacy: Number(isLegacy),
    ...(isLegacy ? seedSecrets(nextLogin(), random) : NO_SECRETS),
    ...playerMembers(game, random),
    attributes: JSON.stringify(seedAttributes(game, random)),
    game_items: JSON.stringify(
      Object.fromEntries(
        game.collections.map(({ slug, items }) => [slug, items.filter(() => random.once(2))]),
      ),
    ),
    price: drawPrice(random) * 10_000,
    views: random.below(5_000),
    image_urls: JSON.stringify(seedImages(index, random)),
    trend_score: random.below(1_000) / 10,
    is_featured: Number(random.once(5)),
    is_rare: Number(random.once(4)),
    is_discounted: Number(random.once(3)),
    ...seedOfferInstants(status, random, until),
  };
}

function seedTexts(index: number, sellerId: number, game: Game, random: Random) {
  const title = `${random.pick(['Fresh', 'Ranked', 'Stacked', 'Veteran', 'Rare'])} ${game.name} account #${index + 1}`;
  return {
    external_id: random.mostly(3, () => `ext-${sellerId}-${index + 1}`),
    title,
    slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    description: `Played by hand since the first season.\nMail included – „as described“ (${index + 1}).`,
    dump: random.mostly(2, () => `${game.slug} ${game.servers.join(' ')}`.trim()),
    private_note: random.once(5) ? 'from the second batch' : null,
    delivery_instructions: random.mostly(2, () => 'Change the password after the first login.'),
  };
}

function seedOfferInstants(status: AccountOffer['status'], random: Random, until: number) {
  const life = seedInstants(random, until);
  return {
    ...life,
    listed_at: ['draft', 'pending'].includes(status) ? null : life.listed_at,
    sold_at: ['sold', 'refunded'].includes(status) ? life.sold_at : null,
  };
}

const NO_SECRETS = {
  login: null,
  password: null,
  email_login: null,
  email_password: null,
  email_provider: null,
};

function seedSecrets(login: string, random: Random) {
  const password = `pw-${random.below(1e9).toString(36)}-${login.length}`;
  if (random.once(3)) return { ...NO_SECRETS, login, password };
  const mailbox = `mail${random.below(1e9).toString(36)}@example.org`;
  const mail = { email_login: mailbox, email_password: `m${password}`, email_provider: 'example.org' };
  return { login, password, ...mail };
}

/** Makes the members that describe the player of an account: server, levelling method and name. */
function playerMembers(game: Game, random: Random) {
  const [server, ...servers] = game.servers;
  return {
    server: server === undefined ? null : random.mostly(5, () => random.pick([server, ...servers])),
    level_up_method: random.mostly(4, () => random.pick(['by_hand', 'by_bot'])),
    ign: random.mostly(3, () => `Ign ${random.below(1e6).toString(36)}`),
  };
}

/** Draws a price from 0.99 to 500 euros. Some are whole euros, some end in a zero. */
function drawPrice(random: Random): number {
  const step = random.pick([1, 1, 10, 100]);
  return Math.max(99, Math.ceil(random.between(99, 50_000) / step) * step);
}

const seedImages = (index: number, random: Random) =>
  Array.from(
    { length: random.between(1, 4) },
    (_, imageIndex) => `https://images.example.com/${index}/${imageIndex + 1}.png`,
  );
