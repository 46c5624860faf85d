import type { Attribute, Game } from './game';

/** How an account was played, in requests and in v2's answers (observed). */
const LEVEL_UP_METHODS = ['by_hand', 'by_bot'] as const;

/** The attributes that v2's account data may have: those of every game, then the game's own (observed). */
export const attributesOf = (game: Game): readonly Attribute[] => [
  {
    name: 'server',
    type: 'string',
    required: false,
    ...(game.servers.length === 0 ? {} : { values: game.servers }),
  },
  { name: 'level_up_method', type: 'string', required: false, values: LEVEL_UP_METHODS },
  { name: 'ign', type: 'string', required: false },
  ...game.attributes,
];
