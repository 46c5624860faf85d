import type { RequestHandler } from 'express';
import type { Clock } from '../gateway/clock';
import type { ClientKeys } from '../gateway/keys/keys';
import type { Exchanges } from './createExchanges';
import type { PassThrough } from './createPassThrough';
import { isUnder } from './isUnder';
import { presentedCaller } from './presentedCaller';
import { pathShape } from './unlisted/pathShape';

export interface Unmapped {
  /** Where v1 requests that are not translated go, and until when (clock ms); undefined when v1 is not configured. */
  readonly v1: { readonly passThrough: PassThrough; readonly sunset: number } | undefined;
  readonly clock: Clock;
  readonly keys: ClientKeys;
}

/** Passes v1 requests that are not translated through to v1 while it lives; then answers 410, as v1 itself does. */
export function answerUnmapped({ v1, clock, keys }: Unmapped, exchanges: Exchanges): RequestHandler {
  return (request, response, next) => {
    if (!isUnder('/v1', request.url)) {
      next();
      return;
    }
    const exchange = exchanges.of(response);
    exchange.note({
      route: '/v1/**',
      shape: pathShape(request.url),
      ...presentedCaller(request.headers.authorization, keys.v1),
    });
    if (v1 === undefined || clock.now() >= v1.sunset) {
      exchange.fail('gone');
      return;
    }
    exchange.served('v1');
    v1.passThrough.pass(request, response, exchange, next);
  };
}
