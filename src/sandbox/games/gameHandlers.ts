import type { OperationContract } from '../../contract/operationContract';
import { listOf, listParameters, lists, resourceOf } from '../../contract/v2/envelopeV2';
import { game } from '../../contract/v2/offerPartsV2';
import type { HandlersOf } from '../http/handler';
import { ok, sandboxProblems } from '../http/reply';
import { readListQuery } from '../listing/listQuery';
import { showPage } from '../listing/answerList';
import { findGame, type Game, games } from './catalogue';

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
    answer: resourceOf(game),
    refusals: [404],
  },
} as const satisfies Record<string, OperationContract>;

/** Games on v2. */
export const gameHandlers: HandlersOf<typeof gameOperations> = {
  listGames: (call) => {
    const query = readListQuery(call.query, lists.games.sorts, lists.games.filters, 'id');
    if (!query.ok) return query.reply;
    const { page, perPage, sort, filters } = query.value;
    const search = (filters.get('search') ?? '').toLowerCase();
    const found = games.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(search));
    const key = (game: Game) => (sort.column === 'name' ? game.name : String(game.id).padStart(10, '0'));
    const sorted = found.toSorted((one, two) => (key(one) < key(two) ? -1 : 1) * (sort.descending ? -1 : 1));
    const items = sorted.slice((page - 1) * perPage, page * perPage).map(showGame);
    return ok(showPage(items, found.length, query.value, call));
  },
  getGame: ({ parameters }) => {
    const game = findGame(parameters.game ?? '');
    return game === undefined ? sandboxProblems.notFound : ok({ data: showGame(game) });
  },
};

const showGame = ({ id, name, slug, acronym, services, collections }: Game) => ({
  id,
  name,
  slug,
  acronym,
  services,
  game_item_collections: collections.map((collection) => ({
    name: collection.name,
    slug: collection.slug,
    items_count: collection.items.length,
  })),
});
