import { attributesOf } from '../games/attributesOf';
import type { Game } from '../games/game';
import { showConditions } from '../games/showConditions';

/** What an account offer of a game needs (spec 2.7): sample values, `(optional)` where a field may be left out. */
export const showAccountOfferTemplate = (game: Game) => ({
  template: {
    game: game.slug,
    title: `${game.name} account`,
    slug: '(optional) generated from the title',
    price: 9.99,
    login: 'player@example.com',
    password: 'secret',
    email_login: '(optional) mailbox@example.com',
    email_password: '(optional) secret',
    is_manual: '(optional) false',
    delivery_time: { duration: 30, unit: 'minutes' },
    description: 'What the buyer gets.',
    dump: '(optional) searchable keywords',
    delivery_instructions: '(optional) what the buyer must do',
    image_urls: ['https://images.example.com/1.png'],
    account_data: showConditions(attributesOf(game)),
    game_items: Object.fromEntries(game.collections.map(({ slug, items }) => [slug, items.slice(0, 2)])),
  },
});
