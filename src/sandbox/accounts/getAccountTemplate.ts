import { findGame } from '../games/findGame';
import type { Game } from '../games/game';
import { games } from '../games/games';
import { showConditions } from '../games/showConditions';
import type { Handler } from '../http/handler';
import { ok } from '../http/reply';

/** What an account of a game needs; an unknown slug answers the games that exist (observed). */
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
