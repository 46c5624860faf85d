import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { describeThrow } from '../gateway/gatewayEvents';
import { answerEnded } from '../gateway/outcome/endedRequests';
import { EdgeRequest } from './exchange/edgeRequest';
import { createExchanges, type Exchange, type Exchanges, type ExchangesOptions } from './exchange/exchange';
import type { Translation } from '../gateway/gateway';
import type { Pipeline, Stages } from '../gateway/pipeline';
import type { AdminPage } from './admin/adminApp';
import { problemAnswer } from '../gateway/problems';
import { answerMapped, type MappedParts, type MappedRequests, shadowedRequest } from './mappedRequests';
import { answerUnmapped, type Passed, passV2, type Unmapped } from './unmappedRequests';
import type { PassThrough } from './passThrough/passThrough';
import type { AdmissionControl } from './server/admission';
import type { Edge } from './server/openServer';
import { findFault, type IsLookup } from './server/requestFaults';

/** Turns anything thrown into a 500 with the request's id: the one place where a throw ends. */
function answerBug(thrown: unknown, exchange: Exchange): void {
  exchange.note({ problem: 'internal', detail: describeThrow(thrown) });
  exchange.failLate();
}

/** Path of the gateway's own migration guide, which `Link` names unless the operator has a page of his own. */
export const GUIDE_PATH = '/guide';

/** Answers the migration guide, for whoever follows the `Link` of an answer. */
function answerGuide(page: (() => Promise<AdminPage>) | undefined, exchanges: Exchanges): RequestHandler {
  const answer = async (made: Promise<AdminPage>, response: Response): Promise<void> => {
    const exchange = exchanges.of(response);
    exchange.note({ route: GUIDE_PATH });
    const { type, body, policy } = await made;
    const guard = policy === undefined ? {} : { 'content-security-policy': policy };
    exchange.answer({ status: 200, headers: { 'content-type': type, ...guard }, body });
  };
  // All other requests pass here, too: they make no promise.
  return (request, response, next) => {
    if (page !== undefined && request.method === 'GET' && request.url === GUIDE_PATH)
      return answer(page(), response);
    next();
    return undefined;
  };
}

interface AppOptions
  extends ExchangesOptions, Pick<Unmapped, 'keys' | 'v1'>, Pick<MappedParts, 'adminToken' | 'shadow'> {
  readonly gateway: Translation;
  readonly stages: Stages;
  /** Answers deprecated v2 requests by the newer ones; absent where they are passed on as they are. */
  readonly forms?: Translation | undefined;
  readonly v2: PassThrough;
  /** Takes note of writes that went to v2 as they came; absent: nobody does. */
  readonly passed?: Passed;
  /** Notes writes before they are sent; absent: nobody does. */
  readonly journal?: Pipeline['journal'];
  /** The migration guide; undefined where only the operator's own page is named. */
  readonly guidePage?: (() => Promise<AdminPage>) | undefined;
  /** Absent: all requests are worked on as they come. */
  readonly admission?: AdmissionControl;
}

/** Deprecated v2 requests are always answered from v2: v1 has no part in them. */
const onV2: Stages['cutover']['decide'] = () => ({
  ...{ side: 'v2', compare: 'nothing', mayFallBack: false, because: 'stage', stage: undefined },
});

/** Refuses v1 requests without an operation by the brownouts of all resources, and those of a caller whose v1 has ended. */
const endUnmapped =
  ({ stages, clock }: AppOptions): Unmapped['ended'] =>
  (exchange) => {
    const decision = stages.cutover.decide('', exchange.fingerprint);
    if (decision.because !== 'brownout' && decision.because !== 'retired') return undefined;
    const ended = answerEnded({ stages, clock }, exchange, decision);
    return ended.kind === 'answer' ? ended.answer : undefined;
  };

/** Answers what the mappings name: v1 requests as their stage decides, deprecated v2 requests from v2. */
function answerTranslated(options: AppOptions, exchanges: Exchanges): readonly MappedRequests[] {
  const { gateway, forms, stages, keys, clock, v1, shadow, adminToken, journal } = options;
  const observeV2: Pipeline['observeV2'] = (context, route) => {
    const target = context.targetForV1 ?? route.operation.v1.template;
    return shadow?.onV2(shadowedRequest(context, route, target));
  };
  const mapped: Pipeline = {
    ...{ translation: gateway, keys: keys.v1, stages, clock, hasV1: v1 !== undefined, journal },
    ...(shadow === undefined ? {} : { observeV2 }),
  };
  const passThrough = v1?.passThrough;
  const answered = answerMapped({ pipeline: mapped, v1: passThrough, adminToken, shadow }, exchanges);
  if (forms === undefined) return [answered];
  const match: Translation['match'] = (method, path) => {
    const route = forms.match(method, path);
    // Anything else goes to v2 as it is, which judges it.
    return route?.ok === true ? route : undefined;
  };
  const unstaged = { ...stages.cutover, decide: onV2, served: () => undefined };
  const pipeline: Pipeline = {
    ...{ translation: { ...forms, match }, keys: keys.v2, clock, hasV1: false, journal },
    stages: { cutover: unstaged, callV1: undefined, deadlineMs: 0 },
  };
  return [answered, answerMapped({ pipeline }, exchanges)];
}

/** Builds the public edge: the whole order of a request, top to bottom. */
export function createApp(options: AppOptions): Edge {
  const { admission } = options;
  const exchanges = createExchanges({ ...options, pace: admission?.pace });
  const app = express();
  for (const setting of ['x-powered-by', 'etag', 'query parser']) app.disable(setting);

  const isLookup: IsLookup = ({ method = '', url = '' }) => {
    const route = options.gateway.match(method === 'HEAD' ? 'GET' : method, url);
    return route?.ok === true && route.value.operation.lookup !== undefined;
  };
  const mapped = answerTranslated(options, exchanges);
  const ways = { express: app, failed: answerBug };
  // Before Express, whose router answers a target that it cannot parse with a page of its own.
  const work = (request: EdgeRequest): void => {
    const exchange = exchanges.open(request);
    const fault = findFault(request.request, isLookup);
    if (fault !== undefined) {
      exchange.note({ detail: fault.rule });
      exchange.fail(fault.code, fault.headers);
      return;
    }
    try {
      for (const { answer } of mapped) if (answer(request, exchange, ways)) return;
    } catch (thrown) {
      answerBug(thrown, exchange);
      return;
    }
    exchange.handOver(app);
  };
  const answer = admission === undefined ? work : (request: EdgeRequest) => admission.enter(request, work);
  for (const { passOn } of mapped) app.use(passOn);
  app.use(passV2(options.v2, options.keys.v2, exchanges, options.passed));
  app.use(answerUnmapped({ ...options, ended: endUnmapped(options) }, exchanges));
  app.use(answerGuide(options.guidePage, exchanges));
  app.use((_request, response) => exchanges.of(response).fail('notFound'));
  const bug: ErrorRequestHandler = (thrown: unknown, _request, response, _next) =>
    answerBug(thrown, exchanges.of(response));
  app.use(bug);

  const unreadable: Edge['unreadable'] = (code, received) => {
    const exchange = received === undefined ? undefined : exchanges.opened(received);
    if (exchange !== undefined) return exchange.surrender(code);
    const requestId = randomUUID();
    const answer = problemAnswer(code, requestId);
    const trace = { route: 'unreadable', problem: code, upstreamCalls: 0 };
    options.log({ requestId, method: '', status: answer.status, milliseconds: 0, ...trace });
    return answer;
  };
  const listener: Edge['listener'] = (request, response) => answer(new EdgeRequest(request, response));
  return { ...admission, app, listener, unreadable };
}
