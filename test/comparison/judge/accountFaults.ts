import { account, type PlantedFault } from './plantedFault';

/** Faults of v2 in accounts, each alone. */
export const accountFaults: readonly PlantedFault[] = [
  {
    name: 'instants are in milliseconds, which v1 has none of',
    plants: account([{ at: 'created_at', kind: 'multiply', by: 1_000 }]),
    kind: 'type',
    path: 'created_at',
    line: ['account', 'created_at'],
  },
  {
    name: 'a list is in another order',
    plants: account([{ at: 'image_urls', kind: 'reverse' }]),
    kind: 'order',
    path: 'images',
    line: ['account', 'images'],
  },
  {
    name: 'a free list is in another order',
    plants: account([{ at: 'parameters.medals', kind: 'reverse' }]),
    kind: 'order',
    path: 'data.medals',
    line: ['account', 'data'],
  },
  {
    name: 'a number is text',
    plants: account([{ at: 'parameters.rank', kind: 'quote' }]),
    kind: 'type',
    path: 'data.rank',
    line: ['account', 'data'],
  },
  {
    name: 'a game has another slug',
    plants: account([{ at: 'game.slug', kind: 'words', words: { 'void-racers': 'void-racers-2' } }]),
    kind: 'value',
    path: 'game_slug',
    line: ['account', 'game_slug'],
  },
  {
    name: 'a text ends in a space',
    plants: account([{ at: 'title', kind: 'append', text: ' ' }]),
    kind: 'value',
    path: 'title',
    line: ['account', 'title'],
    relation: 'the same but for spaces around it',
  },
  {
    name: 'instants are an hour late',
    plants: account([{ at: 'updated_at', kind: 'add', by: 3_600 }]),
    kind: 'value',
    path: 'updated_at',
    line: ['account', 'updated_at'],
    relation: 'an instant +60 minutes off',
  },
  {
    name: 'the last elements of a list are missing',
    plants: account([{ at: 'image_urls', kind: 'cut', length: 2 }]),
    kind: 'missing',
    path: 'images.[]',
    line: ['account', 'images'],
  },
  {
    name: 'a text is empty',
    plants: account([{ at: 'parameters.ign', kind: 'set', value: '' }]),
    kind: 'value',
    path: 'ign',
    line: ['account', 'ign'],
  },
  {
    name: 'a hint has another word',
    plants: account([{ at: 'parameters.level_up_method', kind: 'words', words: { by_hand: 'by_bot' } }]),
    kind: 'value',
    path: 'level_up_method',
    line: ['account', 'level_up_method'],
  },
  {
    name: 'passwords are those of others',
    plants: account([{ at: 'credentials.password', kind: 'set', value: 'not yours' }]),
    kind: 'value',
    path: 'password',
    line: ['account', 'password'],
  },
  {
    name: 'a price is a hundredth too low every third time',
    plants: account(
      [
        { at: 'price', kind: 'multiply', by: 0.99 },
        { at: 'price', kind: 'round', places: 2 },
      ],
      {
        rate: 0.33,
      },
    ),
    kind: 'value',
    path: 'price',
    line: ['account', 'price'],
  },
];
