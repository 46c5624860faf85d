import { sql, type SqlBool } from 'kysely';
import { lists } from '../../contract/v2/envelopeV2';
import { betweenInstants, type ListRules, oneOfNumbers, oneOfTexts } from '../listing/listQuery';
import type { Order, OrderKind } from '../storage/orderTables';
import { convert } from '../values/amounts';
import { type Display, showCents, showFreeObject, showUnitPrice } from '../values/display';
import { showDeliveryTime } from '../values/deliveryTime';
import { gameOf, showGameRelation } from '../games/catalogue';
import { readFreeObject } from '../values/columnValues';
import { orderTotal } from './payments';

/** Description of the list of orders: of one kind, of one offer, or all of them. An order is sold when it is paid. */
export const orderList = (kind?: OrderKind, offerId?: number): ListRules<'order'> => ({
  table: 'order',
  sorts: lists.orders.sorts,
  sortedBy: { sold_at: 'purchased_at' },
  filters: {
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    offer_id: oneOfNumbers('offer_id'),
    buyer_id: oneOfNumbers('buyer_id'),
    game_id: oneOfNumbers('game_id'),
    created_at: betweenInstants('created_at'),
  },
  ...(offerId === undefined ? {} : { fixed: { offer_id: String(offerId) } }),
  ...(kind === undefined ? {} : { always: sql<SqlBool>`kind = ${kind}` }),
});

/** The members that orders of every kind show (spec 2.1), except the offer and the game. */
export function showEveryOrder(order: Order, display: Display) {
  const { shape } = display;
  return {
    buyer: { id: order.buyer_id, username: order.buyer_username },
    rating: order.rating === null ? null : readFreeObject(order.rating),
    title: order.title,
    description: order.description,
    quantity: order.quantity,
    parameters: order.parameters === null ? null : showFreeObject(readFreeObject(order.parameters), shape),
    status: order.status,
    is_disputed: order.dispute_case_id !== null,
    dispute_case_id: order.dispute_case_id,
    delivery_time: showDeliveryTime(order, shape),
    credentials: showFreeObject(readFreeObject(order.credentials), shape),
    ...showPrices(order, display),
    created_at: order.created_at,
    updated_at: order.updated_at,
    purchased_at: order.purchased_at,
    completed_at: order.completed_at,
    refunded_at: order.refunded_at,
  };
}

function showPrices(order: Order, { shape, dollarsPerEuro }: Display) {
  const total = orderTotal(order);
  const unit = BigInt(order.unit_price);
  return {
    price_eur: showCents(total, 'EUR', shape),
    price_usd: showCents(convert(total, dollarsPerEuro), 'USD', shape),
    unit_price_eur: showUnitPrice(unit, 'EUR', shape),
    unit_price_usd: showUnitPrice(convert(unit, dollarsPerEuro), 'USD', shape),
  };
}

/** An order of one kind as v2 answers it; of currency the live service shows neither purchase, completion nor refund. */
export function showOrder(order: Order, display: Display) {
  const shown = {
    id: order.id,
    ...showOffer(order),
    ...showGame(order),
    ...showEveryOrder(order, display),
  };
  if (order.kind !== 'currency' || display.shape === 'specified') return shown;
  return { ...shown, purchased_at: undefined, completed_at: undefined, refunded_at: undefined };
}

function showOffer({ kind, offer_id, credential_id }: Order) {
  switch (kind) {
    case 'account':
      return { account_offer_id: offer_id, credential_id };
    case 'item':
      return { item_offer_id: offer_id };
    case 'currency':
      return { currency_offer_id: offer_id };
    case 'gift_card':
      return { gift_card_id: offer_id };
  }
}

const showGame = (order: Order) => (order.game_id === null ? {} : { game: showGameRelation(gameOf(order)) });
