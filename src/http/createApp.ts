import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import express from 'express';
import { problemAnswer } from '../gateway/problems';
import type { AdminPage } from './adminPage';
import { answerBug } from './answerBug';
import { answerForms, type Forms } from './answerForms';
import { answerGuide } from './answerGuide';
import { answerTranslated, type Translated } from './answerTranslated';
import { answerUnmapped, type Unmapped } from './answerUnmapped';
import { createExchanges, type ExchangesOptions } from './createExchanges';
import type { PassThrough } from './createPassThrough';
import type { Door } from './createDoor';
import type { Edge } from './edge';
import { findFault, type IsLookup } from './findFault';
import { type Passed, passV2 } from './passV2';

export interface AppOptions extends ExchangesOptions, Translated, Unmapped, Pick<Forms, 'forms'> {
  readonly v2: PassThrough;
  /** Told of writes that went to v2 as they came; absent: nobody is. */
  readonly passed?: Passed;
  /** The migration guide; undefined where only the operator's own page is named. */
  readonly guidePage?: (() => AdminPage) | undefined;
  /** Absent: all requests are worked on as they come. */
  readonly door?: Door;
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
