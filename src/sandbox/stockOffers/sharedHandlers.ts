import { findGame } from '../games/findGame';
import type { Service } from '../games/game';
import type { Handler } from '../http/handler';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import type { Action } from '../offers/action';
import { actionAnswer } from '../offers/actionAnswer';
import { moveStockOffer } from './moveStockOffer';
import { showStockOffer } from './showStockOffer';
import { showStockOfferTemplate } from './showStockOfferTemplate';
import type { StockKind } from './stockKind';
import { stockOfferList } from './stockOfferList';
import { withStockOffer } from './withStockOffer';

/** What currency and item offers do alike on v2; `parameter` names the id in their paths. */
export function sharedHandlers(kind: Exclude<StockKind, 'gift_card'>, service: Service, parameter: string) {
  const list: Handler = (call) =>
    listPage(call, stockOfferList(kind), (rows) => rows.map((row) => showStockOffer(row, call.display)));
  const get = withStockOffer(kind, parameter, (call, offer) =>
    ok({ data: showStockOffer(offer, call.display) }),
  );
  const template: Handler = ({ parameters }) => {
    const game = findGame(parameters.game ?? '');
    return game?.services.includes(service) === true
      ? ok(showStockOfferTemplate(kind, game))
      : problems.notFound;
  };
  const move = (action: Action): Handler =>
    withStockOffer(kind, parameter, async (call, offer) => {
      const moved = await moveStockOffer(call, offer, action);
      return moved.ok
        ? ok(actionAnswer(showStockOffer(moved.offer, call.display), action, offer.status))
        : moved.reply;
    });
  return { list, get, template, move };
}
