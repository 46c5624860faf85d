import type { RequestHandler } from 'express';
import type { Exchanges } from './createExchanges';
import type { PassThrough } from './createPassThrough';
import { isUnder } from './isUnder';
import { presentedCaller } from './presentedCaller';

/** Passes every v2 request through, so that a client can move call by call on one base URL. */
export function passV2(v2: PassThrough, exchanges: Exchanges): RequestHandler {
  return (request, response, next) => {
    if (!isUnder('/v2', request.url)) {
      next();
      return;
    }
    const exchange = exchanges.of(response);
    exchange.note({ route: '/v2/**', ...presentedCaller(request.headers.authorization) });
    v2.pass(request, response, exchange, next);
  };
}
