import { account, gameOf, listOf, objectOf, scaled, text } from './edits';
import type { Fault } from './fault';

/** Ways in which v2 may be wrong about accounts, each alone. */
export const accountFaults: readonly Fault[] = [
  {
    name: 'instants are in milliseconds, which no answer can be made of',
    change: account((offer) => ({ created_at: Number(offer['created_at']) * 1_000 })),
    kind: 'status',
    path: 'status',
    line: ['account', 'created_at'],
  },
  {
    name: 'a list is in another order',
    change: account((offer) => ({ image_urls: listOf(offer['image_urls']).toReversed() })),
    kind: 'order',
    path: 'images',
    line: ['account', 'images'],
  },
  {
    name: 'a free list is in another order',
    change: account((offer) => ({ parameters: { ...objectOf(offer['parameters']), skins: [1, 2, 3] } })),
    kind: 'order',
    path: 'data.skins',
    line: ['account', 'data'],
  },
  {
    name: 'a game has another slug',
    change: account((offer) => ({
      game: { ...objectOf(offer['game']), slug: gameOf(offer) === 'conan' ? 'conan-exiles' : gameOf(offer) },
    })),
    kind: 'value',
    path: 'game_slug',
    line: ['account', 'game_slug'],
  },
  {
    name: 'a text ends in a space',
    change: account((offer) => ({ title: `${text(offer['title'])} ` })),
    kind: 'value',
    path: 'title',
    line: ['account', 'title'],
  },
  {
    name: 'instants are an hour late',
    change: account((offer) => ({ updated_at: Number(offer['updated_at']) + 3_600 })),
    kind: 'value',
    path: 'updated_at',
    line: ['account', 'updated_at'],
  },
  {
    name: 'the last element of a list is gone',
    change: account((offer) => ({ image_urls: listOf(offer['image_urls']).slice(0, -1) })),
    kind: 'missing',
    path: 'images.[]',
    line: ['account', 'images'],
  },
  {
    name: 'a text is empty',
    change: account((offer) => ({ parameters: { ...objectOf(offer['parameters']), ign: '' } })),
    kind: 'value',
    path: 'ign',
    line: ['account', 'ign'],
  },
  {
    name: 'a hint has another word',
    change: account((offer) => ({
      parameters: { ...objectOf(offer['parameters']), level_up_method: 'by_bot' },
    })),
    kind: 'value',
    path: 'level_up_method',
    line: ['account', 'level_up_method'],
  },
  {
    name: 'passwords are those of others',
    change: account((offer) => ({
      credentials: { ...objectOf(offer['credentials']), password: 'not yours' },
    })),
    kind: 'value',
    path: 'password',
    line: ['account', 'password'],
  },
  {
    name: 'a price is a thousandth too low every third time',
    change: account((offer) =>
      Number(offer['id']) % 3 === 0 ? { price: scaled(offer['price'], 0.99).slice(0, -4) } : {},
    ),
    kind: 'value',
    path: 'price',
    line: ['account', 'price'],
  },
];
