import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { describeThrow } from '../gateway/gatewayEvents';
import { createExchanges, type Exchanges, type ExchangesOptions } from './exchange/openExchange';
import { cutOff } from './passThrough/passedAnswer';
import type { Gateway } from '../gateway/gateway';
import { gatewayRequest, readRequestBody } from './gatewayRequest';
import type { Stages } from './stagedRequests';
import type { AdminPage } from './admin/adminApp';
import { problemAnswer } from '../gateway/problems';
import { answerTranslated, type Translated } from './answerTranslated';
import { answerUnmapped, type Passed, passV2, type Unmapped } from './unmappedRequests';
import type { PassThrough } from './passThrough/passThrough';
import type { AdmissionControl } from './server/admission';
import type { Edge } from './server/openServer';
import { findFault, type IsLookup } from './server/requestFaults';

/** Turns anything thrown into a 500 with the request's id: the one place where a throw ends. */
function answerBug(exchanges: Exchanges): ErrorRequestHandler {
  return (thrown: unknown, _request, response, _next) => {
    const exchange = exchanges.of(response);
    exchange.note({ problem: 'internal', detail: describeThrow(thrown) });
    if (response.headersSent) cutOff(response);
    else exchange.fail('internal');
  };
}

/** What answering deprecated v2 requests needs. */
interface Forms {
  /** Absent where they are passed on as they are. */
  readonly forms?: Gateway | undefined;
  readonly stages: { readonly cutover: Pick<Stages['cutover'], 'ambiguous'> };
}

/** Answers deprecated v2 requests by sending the newer ones in their place. No stage decides: v1 has no part in it. */
function answerForms({ forms, stages }: Forms, exchanges: Exchanges): RequestHandler {
  return async (request, response, next) => {
    const route = forms?.match(request.method, request.url);
    if (forms === undefined || route?.ok !== true) {
      next();
      return;
    }
    const { name: operation, resource, v1: asked } = route.value.operation;
    const exchange = exchanges.of(response);
    exchange.note({ route: asked.template });
    const body = await readRequestBody(request, response);
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

/** Where the gateway's own migration guide is: what `Link` names unless the operator has a page of his own. */
export const GUIDE_PATH = '/guide';

/** Answers the migration guide, for whoever follows the `Link` of an answer. */
function answerGuide(page: (() => AdminPage) | undefined, exchanges: Exchanges): RequestHandler {
  return (request, response, next) => {
    if (page === undefined || request.method !== 'GET' || request.url !== GUIDE_PATH) {
      next();
      return;
    }
    const { type, body } = page();
    const exchange = exchanges.of(response);
    exchange.note({ route: GUIDE_PATH });
    exchange.answer({ status: 200, headers: { 'content-type': type }, body });
  };
}

interface AppOptions extends ExchangesOptions, Translated, Unmapped, Pick<Forms, 'forms'> {
  readonly v2: PassThrough;
  /** Told of writes that went to v2 as they came; absent: nobody is. */
  readonly passed?: Passed;
  /** The migration guide; undefined where only the operator's own page is named. */
  readonly guidePage?: (() => AdminPage) | undefined;
  /** Absent: all requests are worked on as they come. */
  readonly door?: AdmissionControl;
}

/** Builds the public edge: the whole order of a request, top to bottom. */
export function createApp(options: AppOptions): Edge {
  const exchanges = createExchanges(options);
  const { door } = options;
  const app = express();
  for (const setting of ['x-powered-by', 'etag', 'query parser']) app.disable(setting);

  const isLookup: IsLookup = ({ method = '', url = '' }) => {
    const route = options.gateway.match(method === 'HEAD' ? 'GET' : method, url);
    return route?.ok === true && route.value.operation.lookup !== undefined;
  };
  // Before Express, whose router answers a target that it cannot parse with a page of its own.
  const work: RequestListener = (request, response) => {
    const exchange = exchanges.open(request, response);
    const fault = findFault(request, isLookup);
    if (fault === undefined) {
      app(request, response);
      return;
    }
    exchange.note({ detail: fault.rule });
    exchange.fail(fault.code);
  };
  const listener: RequestListener =
    door === undefined ? work : (request, response) => door.enter(request, response, work);
  app.use(answerTranslated(options, exchanges));
  app.use(answerForms(options, exchanges));
  app.use(passV2(options.v2, options.keys.v2, exchanges, options.passed));
  app.use(answerUnmapped(options, exchanges));
  app.use(answerGuide(options.guidePage, exchanges));
  app.use((_request, response) => exchanges.of(response).fail('notFound'));
  app.use(answerBug(exchanges));

  const unreadable: Edge['unreadable'] = (code, received) => {
    const exchange = received === undefined ? undefined : exchanges.opened(received);
    if (exchange !== undefined) return exchange.surrender(code);
    const requestId = randomUUID();
    const answer = problemAnswer(code, requestId);
    const trace = { route: 'unreadable', problem: code, upstreamCalls: 0 };
    options.log({ requestId, method: '', status: answer.status, milliseconds: 0, ...trace });
    return answer;
  };
  return { app, listener, connected: () => door?.connected(), unreadable };
}
