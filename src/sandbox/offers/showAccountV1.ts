import { printDecimal } from '../values/amounts';
import { absentText, type AnswerShape } from '../values/display';
import { findGame, type Game, gameOf, games } from '../games/catalogue';
import type { AccountOffer } from '../storage/offerTables';
import { readFreeObject } from '../values/columnValues';
import { showConditions } from '../games/gameRules';
import type { Handler } from '../http/handler';
import { ok } from '../http/reply';

/** The attributes of an account offer that v1 shows. */
export const ACCOUNT_COLUMNS = [
  'id',
  'title',
  'slug',
  'description',
  'game_id',
  'status',
  'server',
  'level_up_method',
  'ign',
  'login',
  'password',
  'email_login',
  'email_password',
  'price',
  'attributes',
  'trend_score',
  'is_featured',
  'is_rare',
  'is_discounted',
  'image_urls',
  'created_at',
  'sold_at',
  'updated_at',
] as const;

const LEVEL_UP_METHODS: Readonly<Record<string, string>> = { by_hand: 'Handmade', by_bot: 'Botted' };

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

type Account = Pick<AccountOffer, (typeof ACCOUNT_COLUMNS)[number]>;

/** An account as v1 answers it (spec 2.11); `data` is null when the caller did not ask for it (observed). */
export function showAccount(offer: Account, shape: AnswerShape, withData: boolean) {
  const text = absentText(shape);
  return {
    id: String(offer.id),
    type: 'accounts',
    attributes: {
      title: offer.title,
      slug: offer.slug,
      description: offer.description,
      game_slug: gameOf(offer).slug,
      status: titleCase(offer.status),
      server: offer.server ?? '',
      level_up_method: showLevelUpMethod(offer.level_up_method),
      ign: offer.ign ?? '',
      login: offer.login ?? '',
      password: offer.password ?? '',
      email_login: text(offer.email_login),
      email_password: text(offer.email_password),
      price: Number(printDecimal(BigInt(offer.price), 2)),
      data: withData ? readFreeObject(offer.attributes) : null,
      trend_score: offer.trend_score,
      is_featured: offer.is_featured === 1,
      is_rare: offer.is_rare === 1,
      is_discounted: offer.is_discounted === 1,
      images: JSON.parse(offer.image_urls) as readonly string[],
      created_at: offer.created_at,
      sold_at: offer.sold_at,
      updated_at: offer.updated_at,
    },
  };
}

function showLevelUpMethod(method: string | null): string {
  if (method === null) return '';
  return LEVEL_UP_METHODS[method] ?? method;
}

/** Answers the template of accounts of a game; for an unknown slug the games that exist (observed). */
export const getAccountTemplate: Handler = ({ parameters }) => {
  const game = findGame(parameters.slug ?? '');
  if (game?.services.includes('accounts') === true) return ok({ template: template(game) });
  const slugs = games.filter(({ services }) => services.includes('accounts'));
  return {
    status: 404,
    body: {
      message: 'Resource not found.',
      games: Object.fromEntries(slugs.map(({ slug, name }) => [slug, name])),
    },
  };
};

const template = (game: Game) => ({
  game: game.slug,
  title: `${game.name} account`,
  slug: '(optional) generated from the title',
  price: 9.99,
  login: 'player@example.com',
  password: 'secret',
  email_login: '(optional) mailbox@example.com',
  email_password: '(optional) secret',
  has_2fa: false,
  is_manual: '(optional) false',
  delivery_time: { duration: 30, unit: 'minutes' },
  server: `(optional) ${game.servers[0] ?? 'any'}`,
  level_up_method: '(optional) by_hand',
  ign: '(optional) name in the game',
  description: 'What the buyer gets.',
  dump: '(optional) searchable keywords',
  delivery_instructions: '(optional) what the buyer must do',
  image_urls: ['https://images.example.com/1.png'],
  account_data: showConditions(game.attributes),
  game_items: Object.fromEntries(game.collections.map(({ slug, items }) => [slug, items.slice(0, 2)])),
});
