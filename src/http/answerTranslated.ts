import type { RequestHandler } from 'express';
import { answerFromV2, type V2Means } from './answerFromV2';
import type { Unmapped } from './answerUnmapped';
import type { Exchanges } from './createExchanges';
import { decideSide } from './decideSide';
import { gatewayRequest } from './gatewayRequest';
import { passStaged } from './passStaged';
import { readBody } from './readBody';

/** What answering mapped requests needs. */
export interface Translated extends V2Means, Pick<Unmapped, 'v1' | 'keys'> {}

/**
 * Answers the requests that an operation is mapped to: match, let the stage decide, and then either hand over to v1 as
 * it is, or read the body, translate, answer.
 */
export function answerTranslated(means: Translated, exchanges: Exchanges): RequestHandler {
  const { gateway, stages, v1, keys } = means;
  return async (request, response, next) => {
    // HEAD is GET without the body (RFC 9110 9.3.2), which Node leaves out by itself.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = gateway.match(method, request.url);
    if (route === undefined) {
      next();
      return;
    }
    const exchange = exchanges.of(response);
    if (!route.ok) {
      exchange.fail(route.failure);
      return;
    }
    const { name: operation, resource, v1: asked } = route.value.operation;
    const decided = decideSide(route.value, request, stages, keys.v1);
    const { caller, decision, target = asked.template } = decided;
    const { stage } = stages.cutover.figures(resource);
    exchange.note(
      caller === undefined ? { route: asked.template, stage } : { route: asked.template, stage, caller },
    );
    if (decision.side === 'gone') {
      exchange.fail('gone');
      return;
    }
    const staged = { ...decided, resource, operation, route: route.value };
    if (decision.side === 'v1' && v1 !== undefined) {
      passStaged(staged, v1.passThrough, stages, [request, response, exchange, next]);
      return;
    }
    exchange.served('v2');
    const body = await readBody(request, response);
    if (!body.ok) {
      exchange.fail(body.failure);
      return;
    }
    const translated = gatewayRequest(request, exchange, route.value, body.value);
    const ended = exchange.goesOn();
    await answerFromV2(staged, translated, target, exchange, means).finally(ended);
  };
}
