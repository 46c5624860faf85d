import type { Call } from '../http/call';
import { type Action, isAllowed } from '../offers/action';
import { actionRefused } from '../offers/actionRefused';
import type { Moved } from '../offers/moved';
import { statusColumns } from '../offers/statusColumns';
import { saveStockOffer } from './saveStockOffer';
import type { StockOffer } from './stockOffer';

/** Lists, drafts or archives a stock offer. */
export async function moveStockOffer(
  call: Pick<Call, 'db' | 'now'>,
  offer: StockOffer,
  action: Action,
): Promise<Moved<StockOffer>> {
  if (!isAllowed(action, offer.status)) return { ok: false, reply: actionRefused(action, offer.status) };
  return {
    ok: true,
    offer: await saveStockOffer(call, offer.id, statusColumns(action, offer.status, call.now)),
  };
}
