import { type Game, gameOf, showGameRelation } from '../games/catalogue';
import { attributesOfGame, showConditions } from '../games/gameRules';
import type { MarketCall } from '../market';
import type { AccountOffer } from '../storage/sandboxSchema';
import { matchColumn, pickColumns } from '../storage/tables';
import { printDecimal } from '../values/amounts';
import { showDeliveryTime } from '../values/deliveryTime';
import { createAbsentText, readFreeObject, showBoth, showCents, showFreeObject } from '../values/display';

/** Members of a body about a login; each is a column. */
export const LOGIN = ['login', 'password', 'email_login', 'email_password', 'email_provider'] as const;

/** Returns the parameters that v2 shows: the game's attributes, and those with their own columns. */
export function parametersOf(offer: AccountOffer) {
  const player = Object.entries(pickColumns(offer, 'server', 'level_up_method', 'ign'));
  return {
    ...Object.fromEntries(player.filter(([, value]) => value !== null)),
    ...readFreeObject(offer.attributes),
  };
}

/** Shows an account offer in the form of v2 (spec 2.6). */
export function showAccountOffer(offer: AccountOffer, { display, orders }: MarketCall) {
  const { shape } = display;
  const text = createAbsentText(shape);
  const [price, price_usd] = showBoth(BigInt(offer.price), showCents, display);
  return {
    id: offer.id,
    external_id: text(offer.external_id),
    game: showGameRelation(gameOf(offer)),
    account_order_ids: orders
      .listRows([matchColumn('offer_id', offer.id), matchColumn('kind', 'account')])
      .map(({ id }) => id),
    ...pickColumns(offer, 'title', 'slug', 'description'),
    parameters: showFreeObject(parametersOf(offer), shape),
    dump: text(offer.dump),
    status: offer.status,
    delivery_time: showDeliveryTime(offer, shape),
    is_manual_delivery: offer.is_manual === 1,
    credentials: Object.fromEntries(LOGIN.map((name) => [name, text(offer[name])])),
    delivery_instructions: text(offer.delivery_instructions),
    price,
    price_usd,
    views: offer.views,
    image_urls: JSON.parse(offer.image_urls) as readonly string[],
    ...pickColumns(offer, 'created_at', 'updated_at', 'listed_at'),
  };
}

const LEVEL_UP_METHODS: Readonly<Record<string, string>> = { by_hand: 'Handmade', by_bot: 'Botted' };

/** Shows an account in the form of v1 (spec 2.11). `data` is null if the caller did not request it (observed). */
export function showAccount(offer: AccountOffer, { display }: MarketCall, hasData = true) {
  const text = createAbsentText(display.shape);
  const method = offer.level_up_method ?? '';
  return {
    id: String(offer.id),
    type: 'accounts',
    attributes: {
      ...pickColumns(offer, 'title', 'slug', 'description'),
      game_slug: gameOf(offer).slug,
      status: offer.status.charAt(0).toUpperCase() + offer.status.slice(1),
      server: offer.server ?? '',
      level_up_method: LEVEL_UP_METHODS[method] ?? method,
      ign: offer.ign ?? '',
      login: offer.login ?? '',
      password: offer.password ?? '',
      email_login: text(offer.email_login),
      email_password: text(offer.email_password),
      price: Number(printDecimal(BigInt(offer.price), 2)),
      data: hasData ? readFreeObject(offer.attributes) : null,
      trend_score: offer.trend_score,
      is_featured: offer.is_featured === 1,
      is_rare: offer.is_rare === 1,
      is_discounted: offer.is_discounted === 1,
      images: JSON.parse(offer.image_urls) as readonly string[],
      ...pickColumns(offer, 'created_at', 'sold_at', 'updated_at'),
    },
  };
}

/** Shows the requirements for an account of a game (spec 2.7): sample values, and `(optional)` for optional fields. */
export const showAccountTemplate = (game: Game, version: 'v1' | 'v2') => ({
  game: game.slug,
  title: `${game.name} account`,
  slug: '(optional) generated from the title',
  price: 9.99,
  login: 'player@example.com',
  password: 'secret',
  email_login: '(optional) mailbox@example.com',
  email_password: '(optional) secret',
  ...(version === 'v1' && { has_2fa: false }),
  is_manual: '(optional) false',
  delivery_time: { duration: 30, unit: 'minutes' },
  ...(version === 'v1' && playerSamples(game)),
  description: 'What the buyer gets.',
  dump: '(optional) searchable keywords',
  delivery_instructions: '(optional) what the buyer must do',
  image_urls: ['https://images.example.com/1.png'],
  account_data: showConditions(version === 'v1' ? game.attributes : attributesOfGame(game)),
  game_items: Object.fromEntries(game.collections.map(({ slug, items }) => [slug, items.slice(0, 2)])),
});

const playerSamples = (game: Game) => ({
  server: `(optional) ${game.servers[0] ?? 'any'}`,
  level_up_method: '(optional) by_hand',
  ign: '(optional) name in the game',
});
