import { sql, type SqlBool } from 'kysely';
import { findGame, type Game, gameOf, type GameService, showGameRelation } from '../games/catalogue';
import type { StockKind, StockOffer } from '../storage/offerTables';
import { lists } from '../../contract/v2/envelopeV2';
import { betweenInstants, contains, type ListRules, oneOfNumbers, oneOfTexts } from '../listing/listQuery';
import { DELIVERY_SECONDS } from '../storage/liveShapes';
import type { Handler } from '../http/handler';
import { ok, sandboxProblems } from '../http/reply';
import { answerList } from '../listing/answerList';
import { type Action, actionAnswer } from './offerActions';
import { absentText, type Display, showExactCents, showFreeObject, showUnitPrice } from '../values/display';
import { invalid } from '../http/checkBody';
import { moveStockOffer, withStockOffer } from './stockOfferStore';
import { convert } from '../values/amounts';
import { slugOf } from './accountOfferStore';
import { showDeliveryTime } from '../values/deliveryTime';
import { readFreeObject } from '../values/columnValues';

/** The template of currency or item offers of a game (observed), with sample values. */
function showStockOfferTemplate(kind: StockKind, game: Game) {
  const data = game.servers.length === 0 ? {} : { server: { condition: 'string', values: game.servers } };
  return {
    template: {
      game: game.slug,
      ...(kind === 'item' ? { title: `An item of ${game.name}` } : {}),
      description: 'What the buyer gets.',
      price: 0.000123,
      stock: 1_000,
      min_quantity: 1,
      delivery_time: { duration: 30, unit: 'minutes' },
      delivery_instructions: '(optional) what the buyer must do',
      ...(kind === 'item' ? { item_data: data } : { currency_data: data }),
    },
  };
}

/** Description of the list of stock offers of one kind (observed). */
export const stockOfferList = (kind: StockKind): ListRules<'stock_offer'> => ({
  table: 'stock_offer',
  sorts: lists.stockOffers.sorts,
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
    created_at: betweenInstants('created_at'),
  },
  sortedBy: { delivery_time: DELIVERY_SECONDS },
  always: sql<SqlBool>`kind = ${kind}`,
});

/** The v2 handlers that stock offers of all kinds share; `parameter` names the id in their paths. */
export function sharedHandlers(
  kind: StockKind,
  parameter: string,
  show: (offer: StockOffer, display: Display) => unknown,
) {
  const list: Handler = (call) =>
    answerList(call, stockOfferList(kind), (rows) => rows.map((row) => show(row, call.display)));
  const get = withStockOffer(kind, parameter, (call, offer) => ok({ data: show(offer, call.display) }));
  const move = (action: Action): Handler =>
    withStockOffer(kind, parameter, async (call, offer) => {
      const moved = await moveStockOffer(call, offer, action);
      return moved.ok ? ok(actionAnswer(show(moved.offer, call.display), action, offer.status)) : moved.reply;
    });
  /** Deletes an offer; one that was ever sold stays, because its orders name it. */
  const remove = withStockOffer(kind, parameter, async ({ db }, { id }) => {
    const orders = db.selectFrom('order').select('id').where('kind', '=', kind).where('offer_id', '=', id);
    if ((await orders.executeTakeFirst()) !== undefined) {
      return invalid({ offer: ['An offer with orders cannot be deleted.'] });
    }
    await db.deleteFrom('stock_offer').where('id', '=', id).execute();
    return ok({ message: 'The offer has been deleted.' });
  });
  return { list, get, move, remove };
}

/** Answers the template of a game's offers if the game has such offers. */
export const templateOf =
  (kind: Exclude<StockKind, 'gift_card'>, service: GameService): Handler =>
  ({ parameters }) => {
    const game = findGame(parameters.game ?? '');
    return game?.services.includes(service) === true
      ? ok(showStockOfferTemplate(kind, game))
      : sandboxProblems.notFound;
  };

/**
 * A currency offer as v2 answers it (spec 2.9); an item offer is shown alike, without the unit, and by the live service
 * with a slug and prices in cents (observed).
 */
export function showStockOffer(offer: StockOffer, display: Display) {
  const { shape, dollarsPerEuro } = display;
  const text = absentText(shape);
  const game = gameOf(offer);
  const price = BigInt(offer.price);
  const isLiveItem = offer.kind === 'item' && shape === 'live';
  const showPrice = isLiveItem ? showExactCents : showUnitPrice;
  return {
    id: offer.id,
    uuid: offer.uuid,
    external_id: text(offer.external_id),
    game: showGameRelation(game),
    ...(offer.kind === 'currency' ? { currency_unit: game.currencyUnit } : {}),
    title: offer.title,
    ...(isLiveItem ? { slug: slugOf(offer.title) } : {}),
    description: offer.description,
    parameters: showFreeObject(readFreeObject(offer.attributes), shape),
    base_currency: 'EUR',
    status: offer.status,
    delivery_time: showDeliveryTime(offer, shape),
    delivery_instructions: text(offer.delivery_instructions),
    stock: offer.stock,
    min_quantity: offer.min_quantity,
    price_eur: showPrice(price, 'EUR', shape),
    price_usd: showPrice(convert(price, dollarsPerEuro), 'USD', shape),
    views: offer.views,
    icon_url: offer.icon_url,
    created_at: offer.created_at,
    updated_at: offer.updated_at,
    listed_at: offer.listed_at,
  };
}
