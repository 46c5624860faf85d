import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import { problems } from '../http/problems';
import type { Reply } from '../http/reply';
import { findStockOffer } from './findStockOffer';
import type { StockKind } from './stockKind';
import type { StockOffer } from './stockOffer';

/** Handles a call about one offer of the caller, named by the given path parameter; else 404. */
export const withStockOffer =
  (
    kind: StockKind,
    parameter: string,
    handle: (call: Call, offer: StockOffer) => Promise<Reply> | Reply,
  ): Handler =>
  async (call) => {
    const offer = await findStockOffer(call, kind, call.parameters[parameter]);
    return offer === undefined ? problems.notFound : handle(call, offer);
  };
