import type { OperationContract } from '../../operation';
import { dataOf } from '../dataOf';
import { game } from '../game';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';

/** Games. */
export const gameOperations = {
  listGames: {
    method: 'GET',
    path: '/v2/games',
    summary: 'List the games',
    source: 'observed',
    query: listParameters(lists.games.sorts, lists.games.filters),
    status: 200,
    answer: listOf(game),
    refusals: [400, 422],
  },
  getGame: {
    method: 'GET',
    path: '/v2/games/{game}',
    summary: 'Get a game by its slug',
    source: 'observed',
    status: 200,
    answer: dataOf(game),
    refusals: [404],
  },
} as const satisfies Record<string, OperationContract>;
