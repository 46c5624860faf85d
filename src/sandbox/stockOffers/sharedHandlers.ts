import { findGame } from '../games/findGame';
import type { Service } from '../games/game';
import type { Handler } from '../http/handler';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import type { Action } from '../offers/action';
import { actionAnswer } from '../offers/actionAnswer';
import type { Display } from '../show/display';
import { invalid } from '../validation/invalid';
import { moveStockOffer } from './moveStockOffer';
import { showStockOfferTemplate } from './showStockOfferTemplate';
import type { StockKind } from './stockKind';
import type { StockOffer } from './stockOffer';
import { stockOfferList } from './stockOfferList';
import { withStockOffer } from './withStockOffer';

/** What stock offers of all kinds do alike on v2; `parameter` names the id in their paths. */
export function sharedHandlers(
  kind: StockKind,
  parameter: string,
  show: (offer: StockOffer, display: Display) => unknown,
) {
  const list: Handler = (call) =>
    listPage(call, stockOfferList(kind), (rows) => rows.map((row) => show(row, call.display)));
  const get = withStockOffer(kind, parameter, (call, offer) => ok({ data: show(offer, call.display) }));
  const move = (action: Action): Handler =>
    withStockOffer(kind, parameter, async (call, offer) => {
      const moved = await moveStockOffer(call, offer, action);
      return moved.ok ? ok(actionAnswer(show(moved.offer, call.display), action, offer.status)) : moved.reply;
    });
  /** One that was ever sold stays, for its orders name it. */
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

/** Answers what an offer of a game needs, where the game has such offers. */
export const templateOf =
  (kind: Exclude<StockKind, 'gift_card'>, service: Service): Handler =>
  ({ parameters }) => {
    const game = findGame(parameters.game ?? '');
    return game?.services.includes(service) === true
      ? ok(showStockOfferTemplate(kind, game))
      : problems.notFound;
  };
