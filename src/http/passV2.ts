import type { Request, RequestHandler } from 'express';
import type { Caller, Keys } from '../gateway/keys/keys';
import type { PassedWrite } from '../gateway/lookup/createLearn';
import type { Exchanges } from './createExchanges';
import type { PassThrough } from './createPassThrough';
import { isRead } from './isRead';
import { isUnder } from './isUnder';
import type { Copy } from './shadow/copy';

/** Told of writes that v2 has acknowledged. */
export type Passed = (caller: Caller, write: PassedWrite) => unknown;

/** Passes every v2 request through, so that a client can move call by call on one base URL, with the key that it has. */
export function passV2(
  v2: PassThrough,
  { identify }: Keys,
  exchanges: Exchanges,
  passed: Passed = () => undefined,
): RequestHandler {
  return (request, response, next) => {
    if (!isUnder('/v2', request.url)) {
      next();
      return;
    }
    const exchange = exchanges.of(response);
    exchange.note({ route: '/v2/**' });
    const caller = identify(request.headers.authorization);
    if (caller === undefined) {
      v2.pass(request, response, exchange, next);
      return;
    }
    exchange.note({ caller: caller.fingerprint });
    const [first, other] = caller.authorizations();
    request.headers.authorization = first;
    const otherKey =
      other === undefined ? undefined : { authorization: other, accepted: () => caller.accepted(other) };
    const copy = isRead(request) ? undefined : tellOf(request, (write) => passed(caller, write));
    v2.pass(request, response, exchange, next, { otherKey, copy });
  };
}

/** Sees the answer to a write, which is held back until it is whole unless it is uncommonly long. */
function tellOf({ method, url: target }: Request, tell: (write: PassedWrite) => void): Copy {
  const nothing = () => undefined;
  return {
    requested: nothing,
    answered: ({ statusCode = 0, headers }, answer) => {
      const isPlain = headers['content-encoding'] === undefined;
      if (statusCode >= 200 && statusCode <= 299 && isPlain) tell({ method, target, answer });
    },
    ended: nothing,
  };
}
