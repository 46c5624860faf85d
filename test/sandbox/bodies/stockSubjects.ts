import fc from 'fast-check';
import type { JsonObject } from '../../../src/contract/json';
import { currencyOfferCreate, currencyOfferPatch } from '../../../src/contract/v2/currencyOffersV2';
import { itemOfferCreate, itemOfferPatch } from '../../../src/contract/v2/itemOffersV2';
import type { GameService } from '../../../src/sandbox/games/catalogue';
import { currencyOfferUpdate } from '../../../src/contract/v1/currencyOffersV1';
import { currencyOffer, itemOffer } from '../support/bodies';
import { idOf } from '../support/callSandbox';
import { bodyField } from './bodyField';
import type { BodySubject, StoredContext } from './bodySubject';
import { gameWith, namesOf, unknownGames } from './gamePins';
import { offerPins } from './pins';
import { as, deliveryTime, gameById, gameBySlug, type Shown, shownOf, textAs, unitPrice } from './shown';
import { validObject } from './validValue';

const gameData: Shown[string] = (value) => ({
  parameters: Array.isArray(value) ? Object.fromEntries(value.entries()) : (value ?? {}),
});

/** Another game has another currency; which one follows from the game. */
const withUnit =
  (game: Shown[string]): Shown[string] =>
  (value, body) => ({ ...game(value, body), currency_unit: expect.anything() as unknown });

const shown: Shown = {
  title: as('title'),
  description: as('description'),
  external_id: textAs('external_id'),
  price: unitPrice,
  stock: (value) => ({ stock: Number(value) }),
  min_quantity: (value) => ({ min_quantity: Number(value) }),
  delivery_time: deliveryTime,
  delivery_instructions: textAs('delivery_instructions'),
  currency_data: gameData,
  item_data: gameData,
};
const shownCurrency: Shown = { ...shown, game: withUnit(gameBySlug), game_id: withUnit(gameById) };
const shownItem: Shown = { ...shown, game: gameBySlug, game_id: gameById };

/** Bodies of one schema about any game that has the service; `isPartial` ones may be about none. */
function bodiesOf(schema: BodySubject['schema'], service: GameService, isPartial = false) {
  const field = bodyField(schema);
  const members = new Map([...field.members].filter(([name]) => name !== 'game' && name !== 'game_id'));
  const others = validObject({ ...field, members }, offerPins);
  const named = gameWith(service).chain(namesOf);
  const names = isPartial ? fc.oneof(named, fc.constant<JsonObject>({})) : named;
  return fc.tuple(others, names).map(([body, game]) => ({ ...body, ...game }));
}

const game = { game: 'realm-of-tides', game_id: 2 };
const path = (kind: 'currency' | 'item', { answer }: StoredContext) =>
  `GET /v2/${kind}-offers/${idOf(answer)}`;

const v1Bodies = () =>
  gameWith('currencies').chain(({ slug }) =>
    validObject(bodyField(currencyOfferUpdate), { ...offerPins, game: fc.constant(slug) }),
  );

/** Stored through v1, read on both versions. */
const storedV1: BodySubject['stored'] = (body, context) => [
  { call: path('currency', context), members: { ...context.before, ...shownOf(shownCurrency, body) } },
  {
    call: `GET /v1/currency-offers/${idOf(context.answer)}`,
    members: {
      description: body.description,
      game_slug: body.game,
      price: Number(body.price),
      stock: Number(body.stock),
      min_quantity: Number(body.min_quantity),
    },
  },
];

/** Currency and item offers of both versions. */
export const stockSubjects: readonly BodySubject[] = [
  {
    operation: 'POST /v2/currency-offers',
    schema: currencyOfferCreate,
    bodies: () => bodiesOf(currencyOfferCreate, 'currencies'),
    whole: () => ({ ...currencyOffer, ...game }),
    ownFaults: unknownGames,
    stored: (body, context) => [{ call: path('currency', context), members: shownOf(shownCurrency, body) }],
  },
  {
    operation: 'PATCH /v2/currency-offers/{currencyOffer}',
    path: ({ currency }) => ({ currencyOffer: currency }),
    schema: currencyOfferPatch,
    bodies: () => bodiesOf(currencyOfferPatch, 'currencies', true),
    whole: () => ({ ...currencyOffer, ...game }),
    ownFaults: unknownGames,
    before: ({ currency }) => `GET /v2/currency-offers/${currency}`,
    stored: (body, context) => [
      { call: path('currency', context), members: { ...context.before, ...shownOf(shownCurrency, body) } },
    ],
  },
  {
    operation: 'POST /v2/item-offers',
    schema: itemOfferCreate,
    bodies: () => bodiesOf(itemOfferCreate, 'items'),
    whole: () => ({ ...itemOffer, ...game }),
    ownFaults: [...unknownGames, { field: 'game', value: 'void-racers' }],
    stored: (body, context) => [{ call: path('item', context), members: shownOf(shownItem, body) }],
  },
  {
    operation: 'PATCH /v2/item-offers/{itemOffer}',
    path: ({ item }) => ({ itemOffer: item }),
    schema: itemOfferPatch,
    bodies: () => bodiesOf(itemOfferPatch, 'items', true),
    whole: () => ({ ...itemOffer, ...game }),
    ownFaults: [...unknownGames, { field: 'game', value: 'void-racers' }],
    before: ({ item }) => `GET /v2/item-offers/${item}`,
    stored: (body, context) => [
      { call: path('item', context), members: { ...context.before, ...shownOf(shownItem, body) } },
    ],
  },
  {
    operation: 'POST /v1/currency-offers',
    schema: currencyOfferUpdate,
    bodies: v1Bodies,
    whole: () => currencyOffer,
    ownFaults: unknownGames,
    stored: storedV1,
  },
  {
    operation: 'PATCH /v1/currency-offers/{currencyOfferId}',
    path: ({ currency }) => ({ currencyOfferId: currency }),
    schema: currencyOfferUpdate,
    bodies: v1Bodies,
    whole: () => currencyOffer,
    ownFaults: unknownGames,
    before: ({ currency }) => `GET /v2/currency-offers/${currency}`,
    stored: storedV1,
  },
];
