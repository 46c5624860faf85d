import { randomUUID } from 'node:crypto';
import {
  currencyOfferUpdate,
  itemOfferStatus,
  itemOfferStatusBulk,
} from '../../contract/v1/currencyOffersV1';
import { currencyOfferCreate, currencyOfferPatch } from '../../contract/v2/currencyOffersV2';
import { itemOfferCreate, itemOfferPatch } from '../../contract/v2/itemOffersV2';
import { type Game, gameOf, showGameRelation } from '../games/catalogue';
import { findNamedGame } from '../games/gameRules';
import { makeOperations, type MarketCall } from '../market';
import type { StockKind, StockOffer } from '../storage/sandboxSchema';
import { type Columns, columnOf, matchColumn, pickColumns } from '../storage/tables';
import { divideHalfEven, microsOf, ONE_UNIT_MICROS, printShortest } from '../values/amounts';
import { deliveryColumns, showDeliveryTime } from '../values/deliveryTime';
import {
  createAbsentText,
  isoDate,
  readFreeObject,
  showBoth,
  showExactCents,
  showFreeObject,
  showUnitPrice,
  slugOf,
  writeFreeObject,
} from '../values/display';
import { type OfferBody, type OfferKind, Offers } from './offers';

/**
 * Shows a currency offer in the form of v2 (spec 2.9). An item offer is similar, with an image and without the unit,
 * and in the live service with a slug and prices in cents (observed).
 */
function showStockOffer(offer: StockOffer, { display }: MarketCall) {
  const { shape } = display;
  const text = createAbsentText(shape);
  const game = gameOf(offer);
  const isLiveItem = offer.kind === 'item' && shape === 'live';
  const [eur, usd] = showBoth(BigInt(offer.price), isLiveItem ? showExactCents : showUnitPrice, display);
  return {
    ...pickColumns(offer, 'id', 'uuid'),
    external_id: text(offer.external_id),
    game: showGameRelation(game),
    ...(offer.kind === 'currency' && { currency_unit: game.currencyUnit }),
    title: offer.title,
    ...(isLiveItem && { slug: slugOf(offer.title) }),
    description: offer.description,
    parameters: showFreeObject(readFreeObject(offer.attributes), shape),
    base_currency: 'EUR',
    status: offer.status,
    delivery_time: showDeliveryTime(offer, shape),
    delivery_instructions: text(offer.delivery_instructions),
    ...pickColumns(offer, 'stock', 'min_quantity'),
    price_eur: eur,
    price_usd: usd,
    ...pickColumns(offer, 'views', 'icon_url'),
    ...(offer.kind === 'item' && { image_urls: [offer.icon_url] }),
    ...pickColumns(offer, 'created_at', 'updated_at', 'listed_at'),
  };
}

/** Members of a unit that v1 shows. */
const UNIT_NAMES = ['currency_name', 'name', 'symbol', 'multiplier'] as const;

/** Shows a currency offer in the form of v1 (spec 2.10). An item offer is similar, without the unit (assumed). */
function showStockOfferV1(offer: StockOffer, { display }: MarketCall) {
  const game = gameOf(offer);
  return {
    id: String(offer.id),
    type: `${offer.kind}Offers`,
    attributes: {
      ...pickColumns(offer, 'uuid', 'title'),
      game_slug: game.slug,
      ...(offer.kind === 'currency' && { currency_unit: pickColumns(game.currencyUnit, ...UNIT_NAMES) }),
      description: offer.description,
      price: Number(printShortest(BigInt(offer.price))),
      ...pickColumns(offer, 'stock', 'min_quantity'),
      data: readFreeObject(offer.attributes),
      delivery_time: showDeliveryTime(offer, display.shape, 'formatLong'),
      status: offer.status,
      created_at: isoDate(offer.created_at),
      listed_at: isoDate(offer.listed_at),
      updated_at: isoDate(offer.updated_at),
    },
  };
}

/** Returns a price of a body in euros, which may be in dollars (observed). */
function priceInEuros(price: string | number, { currency }: OfferBody, { display }: MarketCall): number {
  const micros = microsOf(price);
  if (currency !== 'USD') return Number(micros);
  return Number(divideHalfEven(micros * ONE_UNIT_MICROS, display.dollarsPerEuro));
}

/** Members of requests that equal a column. */
const SAME_NAMES = ['external_id', 'title', 'description', 'delivery_instructions'] as const;

/** Returns the columns that a body sets. `dataName` is the member with the game's data. */
function stockColumns(body: OfferBody, dataName: string, call: MarketCall): Columns<StockOffer> {
  return {
    ...(pickColumns(body, ...SAME_NAMES) as Columns<StockOffer>),
    game_id: findNamedGame(body)?.id,
    stock: columnOf(body.stock, Number),
    min_quantity: columnOf(body.min_quantity, Number),
    price: columnOf(body.price, (price: string | number) => priceInEuros(price, body, call)),
    ...deliveryColumns(body.delivery_time),
    attributes: columnOf(body[dataName], writeFreeObject),
  };
}

type Differences = Pick<OfferKind<StockOffer>, 'paths' | 'service' | 'create' | 'patch' | 'deletedAs'>;

/** Creates the offers of a kind of stock. `titleOf` names an offer whose body has no title, as with currency. */
function createStockOffers(name: StockKind, titleOf: (game: Game) => string, differences: Differences) {
  const dataName = `${name}_data`;
  return new Offers<StockOffer>({
    name,
    ...differences,
    actions: ['list', 'draft', 'archive'],
    table: ({ stocks }) => stocks,
    isOfKind: [matchColumn('kind', name)],
    rules: () => [],
    columns: (body, _version, call) => stockColumns(body, dataName, call),
    complete: (columns) => {
      const game = gameOf({ game_id: columns.game_id ?? null });
      const icon_url = `https://images.example.com/icons/${game.id}.png`;
      return { ...columns, title: columns.title ?? titleOf(game), kind: name, uuid: randomUUID(), icon_url };
    },
    show: { v1: showStockOfferV1, v2: showStockOffer },
    templateOf: (game) => ({
      game: game.slug,
      ...(name === 'item' && { title: titleOf(game) }),
      description: 'What the buyer gets.',
      price: 0.000123,
      stock: 1_000,
      min_quantity: 1,
      delivery_time: { duration: 30, unit: 'minutes' },
      delivery_instructions: '(optional) what the buyer must do',
      [dataName]: game.servers.length === 0 ? {} : { server: { condition: 'string', values: game.servers } },
    }),
  });
}

const currencies = createStockOffers(
  'currency',
  ({ currencyUnit, name }) => `${currencyUnit.currency_name} for ${name}`,
  {
    paths: { v1: '/v1/currency-offers/{currencyOfferId}', v2: '/v2/currency-offers/{currencyOffer}' },
    service: 'currencies',
    create: () => currencyOfferCreate,
    patch: currencyOfferPatch,
    deletedAs: undefined,
  },
);

const items = createStockOffers('item', ({ name }) => `An item of ${name}`, {
  paths: { v1: '/v1/item-offers/{itemOffer}', v2: '/v2/item-offers/{itemOffer}' },
  service: 'items',
  create: () => itemOfferCreate,
  patch: itemOfferPatch,
  deletedAs: 'offer',
});

const actionsV1 = { list: 'list', unlist: 'draft', archive: 'archive', unarchive: 'draft' } as const;

const CURRENCY = '/v1/currency-offers/{currencyOfferId}';

/** Operations of v1 on currency and item offers. If two paths fit a request, the earlier one answers. */
export const stockOperationsV1 = makeOperations({
  ...currencies.listReadsV1(),
  // The full update is also the body of a new offer.
  'POST /v1/currency-offers': (call) => currencies.write(call, 'v1', currencyOfferUpdate, []),
  [`PATCH ${CURRENCY}`]: (call) =>
    currencies.write(call, 'v1', currencyOfferUpdate, [], currencies.find(call)),
  ...Object.fromEntries(
    Object.entries(actionsV1).map(([name, action]) => [
      `PATCH ${CURRENCY}/actions/${name}`,
      (call: MarketCall) => currencies.answerActionV1(call, action),
    ]),
  ),
  ...items.listReadsV1(),
  ...items.listStatusesV1({ single: itemOfferStatus, bulk: itemOfferStatusBulk, field: 'itemOffers' }),
});

/** Operations of v2 on currency and item offers. */
export const stockOperations = makeOperations({
  ...currencies.listOperationsV2(),
  ...items.listOperationsV2(),
});
