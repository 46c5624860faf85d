import { lists } from '../../contract/v2/lists';
import type { gameOperations } from '../../contract/v2/operations/games';
import type { HandlersOf } from '../http/handler';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { readListQuery } from '../listing/readListQuery';
import { showPage } from '../listing/showPage';
import { findGame } from './findGame';
import type { Game } from './game';
import { games } from './games';

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
    return game === undefined ? problems.notFound : ok({ data: showGame(game) });
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
