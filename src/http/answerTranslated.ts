import type { RequestHandler } from 'express';
import type { Gateway } from '../gateway/gateway';
import type { Exchanges } from './createExchanges';
import { readBody } from './readBody';

/** Answers the requests that an operation is mapped to: match, read the body, hand over, answer. */
export function answerTranslated(gateway: Gateway, exchanges: Exchanges): RequestHandler {
  return async (request, response, next) => {
    const route = gateway.match(request.method, request.url);
    if (route === undefined) {
      next();
      return;
    }
    const exchange = exchanges.of(response);
    if (!route.ok) {
      exchange.fail(route.failure);
      return;
    }
    exchange.note({ route: route.value.operation.v1.template });
    const body = await readBody(request, response);
    if (!body.ok) {
      exchange.fail(body.failure);
      return;
    }
    const { answer, trace } = await gateway.handle({
      id: exchange.id,
      route: route.value,
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      body: body.value,
      gone: exchange.gone(),
    });
    exchange.note(trace);
    exchange.answer(answer);
  };
}
