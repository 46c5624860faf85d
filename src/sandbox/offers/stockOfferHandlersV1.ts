import { sql, type SqlBool } from 'kysely';
import { printDecimal, printShortest } from '../values/amounts';
import { type AnswerShape, type Display, isoDate } from '../values/display';
import { completeOrder } from '../orders/orderSteps';
import type { Order } from '../storage/orderTables';
import { orderTotal } from '../orders/payments';
import { withOrder } from '../orders/orderMessages';
import { deliveryTimeOf, describeDelivery } from '../values/deliveryTime';
import { gameOf } from '../games/catalogue';
import { readFreeObject } from '../values/columnValues';
import type { StockKind, StockOffer } from '../storage/offerTables';
import type { currencyOperations } from '../../contract/v1/currencyOffersV1';
import { gameHas } from '../games/gameRules';
import type { Handler, HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { answerListV1 } from '../listing/answerList';
import { type Action, ACTION_FOR, moveMany } from './offerActions';
import { checkBody, invalid } from '../http/checkBody';
import { changedColumns, currencyUpdateBody } from './stockOfferBodies';
import {
  createCurrencyOffer,
  findStockOffer,
  moveStockOffer,
  saveStockOffer,
  withStockOffer,
} from './stockOfferStore';
import type { itemOperations } from '../../contract/v1/itemOffersV1';
import { itemOfferStatus, itemOfferStatusBulk } from '../../contract/v1/envelopeV1';

/** Completes a currency order on v1 (observed). */
const completeOrderV1 = withOrder('currency', 'currencyOrderId', (call, order) =>
  completeOrder(call, order, (completed) => ({ data: showCurrencyOrderV1(completed, call.display) })),
);

/** A currency order as v1 answers it (assumed); members that the live service never shows are not shown. */
const showCurrencyOrderV1 = (order: Order, { shape }: Display) => ({
  id: String(order.id),
  type: 'currencyOrders',
  attributes: {
    currency_offer_id: String(order.offer_id),
    title: order.title,
    quantity: order.quantity,
    price: Number(printDecimal(orderTotal(order), 2)),
    status: order.status,
    created_at: isoDate(order.created_at),
    completed_at: order.completed_at === null || shape === 'live' ? null : isoDate(order.completed_at),
    updated_at: isoDate(order.updated_at),
  },
});

/** The attributes of a stock offer that v1 shows. */
const STOCK_COLUMNS_V1 = [
  'id',
  'kind',
  'uuid',
  'game_id',
  'title',
  'description',
  'attributes',
  'status',
  'delivery_duration',
  'delivery_unit',
  'stock',
  'min_quantity',
  'price',
  'created_at',
  'updated_at',
  'listed_at',
] as const;

type StockOfferV1 = Pick<StockOffer, (typeof STOCK_COLUMNS_V1)[number]>;

/** A currency offer as v1 answers it (spec 2.10); an item offer is shown alike, without the unit (assumed). */
function showStockOfferV1(offer: StockOfferV1, shape: AnswerShape) {
  const game = gameOf(offer);
  const { currency_name, name, symbol, multiplier } = game.currencyUnit;
  const unit = { currency_unit: { currency_name, name, symbol, multiplier } };
  return {
    id: String(offer.id),
    type: offer.kind === 'currency' ? 'currencyOffers' : 'itemOffers',
    attributes: {
      uuid: offer.uuid,
      title: offer.title,
      game_slug: game.slug,
      ...(offer.kind === 'currency' ? unit : {}),
      description: offer.description,
      price: Number(printShortest(BigInt(offer.price))),
      stock: offer.stock,
      min_quantity: offer.min_quantity,
      data: readFreeObject(offer.attributes),
      delivery_time: showDeliveryTimeV1(offer, shape),
      status: offer.status,
      created_at: isoDate(offer.created_at),
      listed_at: offer.listed_at === null ? null : isoDate(offer.listed_at),
      updated_at: isoDate(offer.updated_at),
    },
  };
}

function showDeliveryTimeV1(offer: StockOfferV1, shape: AnswerShape) {
  const { duration, unit, short, long, seconds } = describeDelivery(deliveryTimeOf(offer), shape);
  return { duration, unit, format: short, formatLong: long, seconds };
}

/** Description of the v1 list of stock offers of one kind. */
const stockOfferListV1 = (kind: StockKind) => ({
  table: 'stock_offer' as const,
  columns: STOCK_COLUMNS_V1,
  always: sql<SqlBool>`kind = ${kind}`,
});

const CURRENCY = 'currency';
const CURRENCY_PARAMETER = 'currencyOfferId';

/** Currency offers and orders on v1. */
export const currencyHandlersV1: HandlersOf<typeof currencyOperations> = {
  listCurrencyOffers: (call) =>
    answerListV1(call, stockOfferListV1(CURRENCY), (row) => showStockOfferV1(row, call.display.shape)),
  createCurrencyOffer: async (call) => {
    const body = checkBody(currencyUpdateBody, call.body, gameHas('currencies'));
    if (!body.ok) return invalid(body.errors);
    const offer = await createCurrencyOffer(call, { ...body.value, data: body.value.currency_data });
    return created({ data: showStockOfferV1(offer, call.display.shape) });
  },
  getCurrencyOffer: withStockOffer(CURRENCY, CURRENCY_PARAMETER, (call, offer) =>
    ok({ data: showStockOfferV1(offer, call.display.shape) }),
  ),
  updateCurrencyOffer: withStockOffer(CURRENCY, CURRENCY_PARAMETER, async (call, offer) => {
    const body = checkBody(currencyUpdateBody, call.body, gameHas('currencies'));
    if (!body.ok) return invalid(body.errors);
    const columns = changedColumns(
      { ...body.value, data: body.value.currency_data },
      call.display.dollarsPerEuro,
    );
    return ok({ data: showStockOfferV1(await saveStockOffer(call, offer.id, columns), call.display.shape) });
  }),
  markCurrencyOfferListed: moveCurrencyOffer('list'),
  markCurrencyOfferUnlisted: moveCurrencyOffer('draft'),
  markCurrencyOfferArchived: moveCurrencyOffer('archive'),
  markCurrencyOfferUnarchived: moveCurrencyOffer('draft'),
  completeCurrencyOrder: completeOrderV1,
};

function moveCurrencyOffer(action: Action): Handler {
  return withStockOffer(CURRENCY, CURRENCY_PARAMETER, async (call, offer) => {
    const moved = await moveStockOffer(call, offer, action);
    return moved.ok ? ok({ data: showStockOfferV1(moved.offer, call.display.shape) }) : moved.reply;
  });
}

const ITEM = 'item';

/** Item offers on v1. */
export const itemHandlersV1: HandlersOf<typeof itemOperations> = {
  listItemOffers: (call) =>
    answerListV1(call, stockOfferListV1(ITEM), (row) => showStockOfferV1(row, call.display.shape)),
  getItemOffer: withStockOffer(ITEM, 'itemOffer', (call, offer) =>
    ok({ data: showStockOfferV1(offer, call.display.shape) }),
  ),
  changeItemOfferStatus: withStockOffer(ITEM, 'itemOffer', async (call, offer) => {
    const body = checkBody(itemOfferStatus, call.body);
    if (!body.ok) return invalid(body.errors);
    const moved = await moveStockOffer(call, offer, ACTION_FOR[body.value.status]);
    return moved.ok ? ok({ data: showStockOfferV1(moved.offer, call.display.shape) }) : moved.reply;
  }),
  changeItemOfferStatuses: async (call) => {
    const body = checkBody(itemOfferStatusBulk, call.body);
    if (!body.ok) return invalid(body.errors);
    return moveMany(body.value.itemOffers, {
      field: 'itemOffers',
      find: (id) => findStockOffer(call, ITEM, id),
      move: (offer) => moveStockOffer(call, offer, ACTION_FOR[body.value.status]),
      show: (offer) => showStockOfferV1(offer, call.display.shape),
    });
  },
};
