import type { ErrorRequestHandler } from 'express';
import { describeThrow } from '../gateway/describeThrow';
import type { Exchanges } from './createExchanges';
import { cutOff } from './cutOff';

/** Turns anything thrown into a 500 with the request's id: the one place where a throw ends. */
export function answerBug(exchanges: Exchanges): ErrorRequestHandler {
  return (thrown: unknown, _request, response, _next) => {
    const exchange = exchanges.of(response);
    exchange.note({ problem: 'internal', detail: describeThrow(thrown) });
    if (response.headersSent) cutOff(response);
    else exchange.fail('internal');
  };
}
