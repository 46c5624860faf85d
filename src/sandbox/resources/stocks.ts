import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { deliveryTimeInput } from '../../contract/requestKinds';
import { currencyOfferCreate, currencyOfferPatch } from '../../contract/v2/currencyOffersV2';
import { itemOfferCreate, itemOfferPatch } from '../../contract/v2/itemOffersV2';
import { findGame, type Game, type GameService } from '../games/catalogue';
import { gameHas, gameNamed, gameRequired, requiredGame } from '../games/gameRules';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import { type SellerCall, type Handler, operation, type ServedOperation, withBody } from '../market';
import type { StockKind, StockOffer } from '../storage/sandboxSchema';
import { type Columns, equals } from '../storage/tables';
import { divideHalfEven, microsOf, ONE_UNIT_MICROS } from '../values/amounts';
import { type FreeObject, writeFreeObject } from '../values/columnValues';
import { deliveryColumns } from '../values/deliveryTime';
import { answerList } from './lists';
import { type Action, actionAnswer, offerList, offersOf } from './offers';
import { showStockOffer } from './stockViews';

/** A kind of stock and what differs from the other. */
interface Stock {
  readonly path: `/v2/${string}`;
  /** Name of the id in v2's paths. */
  readonly parameter: string;
  readonly service: GameService;
  readonly create: z.ZodType;
  readonly patch: z.ZodType;
  /** Name of the game's data in bodies. */
  readonly data: string;
  readonly titleOf: (game: Game) => string;
}

const stocks: Readonly<Record<StockKind, Stock>> = {
  currency: {
    path: '/v2/currency-offers',
    parameter: 'currencyOffer',
    service: 'currencies',
    create: currencyOfferCreate,
    patch: currencyOfferPatch,
    data: 'currency_data',
    titleOf: ({ currencyUnit, name }) => `${currencyUnit.currency_name} for ${name}`,
  },
  item: {
    path: '/v2/item-offers',
    parameter: 'itemOffer',
    service: 'items',
    create: itemOfferCreate,
    patch: itemOfferPatch,
    data: 'item_data',
    titleOf: ({ name }) => `An item of ${name}`,
  },
};

const offersOfKind = (kind: StockKind) =>
  offersOf<StockOffer>({
    orderKind: kind,
    table: ({ stocks: table }) => table,
    isOfKind: [equals('kind', kind)],
    field: 'offer',
  });

/** Handlers of the offers of each kind. */
export const stockOffers = { currency: offersOfKind('currency'), item: offersOfKind('item') };

/** A checked request about a stock offer; an absent member changes nothing. */
export type StockBody = Readonly<Record<string, unknown>> & {
  readonly game?: unknown;
  readonly game_id?: unknown;
  readonly currency?: 'EUR' | 'USD';
  readonly delivery_time?: z.output<ReturnType<typeof deliveryTimeInput>>;
};

const numberOf = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));

/** A price may be given in dollars (observed); it is kept in euros. */
function inEuros(amount: unknown, code: 'EUR' | 'USD', { display }: SellerCall): number | undefined {
  if (amount === undefined) return undefined;
  const micros = microsOf(amount as string | number);
  return Number(code === 'EUR' ? micros : divideHalfEven(micros * ONE_UNIT_MICROS, display.dollarsPerEuro));
}

/** The columns that a checked request gives a value; a column of undefined stays as it is. */
export function stockColumns(body: StockBody, kind: StockKind, call: SellerCall): Columns<StockOffer> {
  const { [stocks[kind].data]: data, delivery_time: time } = body;
  return {
    game_id: gameNamed(body)?.id,
    external_id: body.external_id,
    title: body.title,
    description: body.description,
    delivery_instructions: body.delivery_instructions,
    stock: numberOf(body.stock),
    min_quantity: numberOf(body.min_quantity),
    price: inEuros(body.price, body.currency ?? 'EUR', call),
    ...(time === undefined ? {} : deliveryColumns(time)),
    attributes: data === undefined ? undefined : writeFreeObject(data as FreeObject),
  } as Columns<StockOffer>;
}

/** Stores a new draft; of currency requests name no title. */
export function insertStockOffer(kind: StockKind, body: StockBody, call: SellerCall): StockOffer {
  const game = requiredGame(body);
  const columns = stockColumns(body, kind, call);
  return call.stocks.insert({
    ...columns,
    title: columns.title ?? stocks[kind].titleOf(game),
    ...{ kind, game_id: game.id, uuid: randomUUID(), seller_id: call.sellerId },
    icon_url: `https://images.example.com/icons/${game.id}.png`,
    ...{ created_at: call.at, updated_at: call.at },
  });
}

/** Answers the template of a game's offers (observed), with sample values, if the game has such offers. */
const templateOf =
  (kind: StockKind): Handler =>
  ({ parameters }) => {
    const game = findGame(parameters.game ?? '');
    const { service, data, titleOf } = stocks[kind];
    if (game?.services.includes(service) !== true) return sandboxProblems.notFound;
    const server = { condition: 'string', values: game.servers };
    return ok({
      template: {
        game: game.slug,
        ...(kind === 'item' ? { title: titleOf(game) } : {}),
        description: 'What the buyer gets.',
        price: 0.000123,
        stock: 1_000,
        min_quantity: 1,
        delivery_time: { duration: 30, unit: 'minutes' },
        delivery_instructions: '(optional) what the buyer must do',
        [data]: game.servers.length === 0 ? {} : { server },
      },
    });
  };

function operationsOf(kind: StockKind): readonly ServedOperation[] {
  const { path, parameter, service, create, patch } = stocks[kind];
  const { own: ownStocks, one: withStock, save, moved, remove } = stockOffers[kind];
  const offerPath = `${path}/{${parameter}}` as const;
  const list: Handler = (call) =>
    answerList(call, call.stocks, ownStocks(call), offerList, (row) => showStockOffer(row, call));
  const createOffer: Handler = (call) =>
    withBody(call, create, [gameRequired, gameHas(service)], (body) =>
      created({ data: showStockOffer(insertStockOffer(kind, body as StockBody, call), call) }),
    );
  const patchOffer = (call: SellerCall, offer: StockOffer): Reply =>
    withBody(call, patch, [gameHas(service)], (body) => {
      const saved = save(call, offer, stockColumns(body as StockBody, kind, call));
      return ok({ data: showStockOffer(saved, call) });
    });
  const move = (action: Action): Handler =>
    withStock(parameter, (call, offer) =>
      moved(call, offer, action, (changed) =>
        actionAnswer(showStockOffer(changed, call), action, offer.status),
      ),
    );
  return [
    operation(`GET ${path}`, list),
    operation(`POST ${path}`, createOffer, create),
    operation(`GET ${path}/templates/{game}`, templateOf(kind)),
    operation(
      `GET ${offerPath}`,
      withStock(parameter, (call, offer) => ok({ data: showStockOffer(offer, call) })),
    ),
    operation(`PATCH ${offerPath}`, withStock(parameter, patchOffer), patch),
    ...(kind === 'item' ? [operation(`DELETE ${offerPath}`, withStock(parameter, remove))] : []),
    ...(['list', 'draft', 'archive'] as const).map((action) =>
      operation(`POST ${offerPath}/${action}`, move(action)),
    ),
  ];
}

/** Currency and item offers on v2. */
export const stockOperations: readonly ServedOperation[] = [
  ...operationsOf('currency'),
  ...operationsOf('item'),
];
