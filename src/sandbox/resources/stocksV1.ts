import { currencyOfferUpdate } from '../../contract/v1/currencyOffersV1';
import { itemOfferStatus, itemOfferStatusBulk } from '../../contract/v1/envelopeV1';
import { gameHas } from '../games/gameRules';
import { created, ok, type Reply } from '../http/reply';
import { type SellerCall, type Handler, operation, type ServedOperation, withBody } from '../market';
import type { StockKind, StockOffer } from '../storage/sandboxSchema';
import { answerListV1 } from './lists';
import { ACTION_FOR, type Action } from './offers';
import { insertStockOffer, type StockBody, stockColumns, stockOffers } from './stocks';
import { showStockOfferV1 } from './stockViews';

const { currency: currencies, item: items } = stockOffers;

const actionsV1: Readonly<Record<string, Action>> = {
  list: 'list',
  unlist: 'draft',
  archive: 'archive',
  unarchive: 'draft',
};

const CURRENCY = '/v1/currency-offers/{currencyOfferId}';
const ITEM = '/v1/item-offers/{itemOffer}';

const showStock = (offer: StockOffer, call: SellerCall): Reply => ok({ data: showStockOfferV1(offer, call) });

const listV1 =
  ({ own: ownStocks }: (typeof stockOffers)[StockKind]): Handler =>
  (call) =>
    answerListV1(call, call.stocks, ownStocks(call), (row) => showStockOfferV1(row, call));

/** Reads the full update of a currency offer, which is a new one's body as well. */
const withUpdate = (call: SellerCall, answer: (body: StockBody) => Reply): Reply =>
  withBody(call, currencyOfferUpdate, [gameHas('currencies')], answer);

/** Currency and item offers on v1. If two paths fit one request, the earlier one answers. */
export const stockOperationsV1: readonly ServedOperation[] = [
  operation('GET /v1/currency-offers', listV1(currencies)),
  operation(
    'POST /v1/currency-offers',
    (call) =>
      withUpdate(call, (body) =>
        created({ data: showStockOfferV1(insertStockOffer('currency', body, call), call) }),
      ),
    currencyOfferUpdate,
  ),
  operation(
    `GET ${CURRENCY}`,
    currencies.one('currencyOfferId', (call, offer) => showStock(offer, call)),
  ),
  operation(
    `PATCH ${CURRENCY}`,
    currencies.one('currencyOfferId', (call, offer) =>
      withUpdate(call, (body) =>
        showStock(currencies.save(call, offer, stockColumns(body, 'currency', call)), call),
      ),
    ),
    currencyOfferUpdate,
  ),
  ...Object.entries(actionsV1).map(([name, action]) =>
    operation(
      `PATCH ${CURRENCY}/actions/${name}`,
      currencies.one('currencyOfferId', (call, offer) =>
        currencies.moved(call, offer, action, (changed) => showStock(changed, call)),
      ),
    ),
  ),
  operation('GET /v1/item-offers', listV1(items)),
  operation(
    'PATCH /v1/item-offers/status/bulk',
    (call) =>
      withBody(call, itemOfferStatusBulk, [], ({ itemOffers: ids, status }) =>
        items.moveMany(call, { field: 'itemOffers', ids, action: ACTION_FOR[status] }, (offer) =>
          showStockOfferV1(offer, call),
        ),
      ),
    itemOfferStatusBulk,
  ),
  operation(
    `GET ${ITEM}`,
    items.one('itemOffer', (call, offer) => showStock(offer, call)),
  ),
  operation(
    `PATCH ${ITEM}/status`,
    items.one('itemOffer', (call, offer) =>
      withBody(call, itemOfferStatus, [], ({ status }) =>
        items.moved(call, offer, ACTION_FOR[status], (changed) => showStock(changed, call)),
      ),
    ),
    itemOfferStatus,
  ),
];
