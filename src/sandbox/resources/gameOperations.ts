import { findGame, type Game, games } from '../games/catalogue';
import { answerOk } from '../http/reply';
import { makeOperations, answerRow } from '../market';
import { pickColumns } from '../storage/tables';
import { type ListRules, showPage, answerListQuery } from './lists';

/** Brands of gift cards, the same in every sandbox. */
const brands = ['Vapor Wallet', 'PlayPort Credit', 'Nimbus Store', 'Orbit Pass'].map((name, index) => ({
  id: index + 1,
  name,
  slug: name.toLowerCase().replace(' ', '-'),
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
  filters: { search: () => ({ text: '', values: [] }) },
  defaultSort: 'id',
};

/** Operations on games and brands, which are the same for every seller. */
export const catalogueOperations = makeOperations({
  'GET /v2/games': (call) =>
    answerListQuery(call.query, gameList, (page) => {
      const { sort, filters, skip, perPage } = page;
      const search = (filters.get('search') ?? '').toLowerCase();
      const matches = games.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(search));
      // By id, as they stand in the catalogue.
      if (sort.name === 'name') matches.sort((game1, game2) => game1.name.localeCompare(game2.name));
      if (sort.direction === 'desc') matches.reverse();
      return showPage(matches.slice(skip, skip + perPage).map(showGame), matches.length, page, call);
    }),
  'GET /v2/games/{game}': ({ parameters }) =>
    answerRow(findGame(parameters.game ?? ''), (game) => answerOk({ data: showGame(game) })),
  'GET /v2/gift-cards/brands': () => answerOk({ data: brands }),
});
