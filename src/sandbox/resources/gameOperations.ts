import { findGame, type Game, games } from '../games/catalogue';
import { answerOk, foundRow } from '../http/reply';
import { makeOperations } from '../market';
import { pickColumns } from '../storage/tables';
import { slugOf } from '../values/display';
import { type ListRules, readListQuery, showPage } from './lists';

/** Brands of gift cards, the same in every sandbox. */
const brands = ['Vapor Wallet', 'PlayPort Credit', 'Nimbus Store', 'Orbit Pass'].map((name, index) => ({
  id: index + 1,
  name,
  slug: slugOf(name),
}));

const showGame = ({ collections, ...game }: Game) => ({
  ...pickColumns(game, 'id', 'name', 'slug', 'acronym', 'services'),
  game_item_collections: collections.map((collection) => ({
    name: collection.name,
    slug: collection.slug,
    items_count: collection.items.length,
  })),
});

/** Names for sorting and filtering games (observed), which are in no table. */
const gameList: ListRules = {
  sorts: { id: 'id', name: 'name' },
  filters: { search: () => ['true'] },
  defaultSort: 'id',
};

/** Operations on games and brands, which are the same for every seller. */
export const catalogueOperations = makeOperations({
  'GET /v2/games': (call) => {
    const page = readListQuery(call.query, gameList);
    const { sort, filters, skip, perPage } = page;
    const search = (filters.get('search') ?? '').toLowerCase();
    const matches = games.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(search));
    // By id, as they stand in the catalogue.
    if (sort.name === 'name') matches.sort((game1, game2) => game1.name.localeCompare(game2.name));
    if (sort.direction === 'desc') matches.reverse();
    return showPage(matches.slice(skip, skip + perPage).map(showGame), matches.length, page, call);
  },
  'GET /v2/games/{game}': ({ parameters: [slug = ''] }) =>
    answerOk({ data: showGame(foundRow(findGame(slug))) }),
  'GET /v2/gift-cards/brands': () => answerOk({ data: brands }),
});
