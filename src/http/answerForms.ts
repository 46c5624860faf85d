import type { RequestHandler } from 'express';
import type { Gateway } from '../gateway/gateway';
import type { Exchanges } from './createExchanges';
import { gatewayRequest } from './gatewayRequest';
import { readBody } from './readBody';
import type { Stages } from './stages';

/** What answering deprecated v2 requests needs. */
export interface Forms {
  /** Absent where they are passed on as they are. */
  readonly forms?: Gateway | undefined;
  readonly stages: { readonly cutover: Pick<Stages['cutover'], 'ambiguous'> };
}

/** Answers deprecated v2 requests by sending the newer ones in their place. No stage decides: v1 has no part in it. */
export function answerForms({ forms, stages }: Forms, exchanges: Exchanges): RequestHandler {
  return async (request, response, next) => {
    const route = forms?.match(request.method, request.url);
    if (forms === undefined || route?.ok !== true) {
      next();
      return;
    }
    const { name: operation, resource, v1: asked } = route.value.operation;
    const exchange = exchanges.of(response);
    exchange.note({ route: asked.template });
    const body = await readBody(request, response);
    if (!body.ok) {
      exchange.fail(body.failure);
      return;
    }
    const asForm = gatewayRequest(request, exchange, route.value, body.value);
    const ended = exchange.goesOn();
    try {
      const { answer, trace } = await forms.handle(asForm);
      exchange.note(trace);
      if (trace.ambiguous === true) {
        const { caller = '', problem = String(answer.status) } = trace;
        const target = `${asked.method} ${asked.template}`;
        const write = { id: exchange.id, resource, operation, target, caller, problem, side: 'v2' as const };
        await stages.cutover.ambiguous({ ...write, executed: trace.executed === true });
      }
      exchange.answer(answer);
    } finally {
      ended();
    }
  };
}
