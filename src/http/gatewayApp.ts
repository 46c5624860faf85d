import { randomUUID } from 'node:crypto';
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { describeThrow } from '../gateway/gatewayEvents';
import {
  type Exchange,
  exchangeOf,
  type ExchangesOptions,
  findExchange,
  createExchangeHandler,
} from './server/exchange';
import type { RoutedTranslation } from '../gateway/routes';
import type { Profile } from '../mapping/profile/profileFile';
import { sideOf } from '../mapping/profile/targets';
import { EVENTS_PATH, type PairWire } from '../mapping/profile/wire';
import { NEEDLESS_BODY } from '../mapping/translate/v1Habits';
import { answerEnded, type Pipeline, type Stages } from '../gateway/pipeline';
import type { AdminPage } from './admin/adminApp';
import { textAnswer, problemAnswer } from '../gateway/problems';
import { answerInPairForm } from '../gateway/outcome/pairDialect';
import { createPathShape, routeWords } from './observability/unlistedRequests';
import { createMappedHandler, type MappedParts, shadowedRequest } from './mappedRequests';
import {
  createUnmappedHandler,
  type PassedV2,
  createV2Handler,
  type UnmappedParts,
} from './unmappedRequests';
import type { AdmissionControl } from './server/admission';
import type { Edge } from './server/openServer';
import { type EventIntake, createEventHandler } from './takeEvent';
import { dropNeedlessBody, hasNeedlessBody } from './server/messages';
import { findFault, type IsLookup } from './server/requestFaults';

/** Turns any throw into a 500 with the request's id: every throw ends here. */
const answerBug: ErrorRequestHandler = (thrown: unknown, _request, response, _next) => {
  const exchange = exchangeOf(response);
  exchange.noteFacts({ problem: 'internal', detail: describeThrow(thrown) });
  exchange.failLate();
};

/** Path of the gateway's own migration guide. `Link` names it unless the operator has another page. */
export const GUIDE_PATH = '/guide';

const createGuideHandler =
  (page: () => Promise<AdminPage>): RequestHandler =>
  async (_request, response, next) => {
    const exchange = exchangeOf(response);
    // With a query it would be the guide of one client, which only the admin port shows.
    if (exchange.target !== GUIDE_PATH) {
      next();
      return;
    }
    exchange.noteFacts({ route: GUIDE_PATH });
    const { type, body, policy } = await page();
    const guard = policy === undefined ? {} : { 'content-security-policy': policy };
    exchange.sendOnce({ status: 200, headers: { 'content-type': type, ...guard }, body });
  };

type Parts = ExchangesOptions &
  PassedV2 &
  Pick<UnmappedParts, 'v1'> &
  Pick<MappedParts, 'adminToken' | 'shadow'>;

interface AppOptions extends Parts {
  readonly gateway: RoutedTranslation;
  readonly stages: Stages;
  readonly profile: Pick<Profile, 'words' | 'contracts'>;
  readonly wire: PairWire;
  /** Answers deprecated v2 requests by newer ones. It is absent where they are passed on unchanged. */
  readonly forms?: RoutedTranslation | undefined;
  readonly journal?: Pipeline['journal'];
  /** Takes events of v2. Absent: they are not found. */
  readonly events?: EventIntake | undefined;
  /** The migration guide. It is undefined if `Link` names the operator's own page. */
  readonly guidePage?: (() => Promise<AdminPage>) | undefined;
  /** Begins the span of each request. Absent: nothing is traced. */
  readonly traced?: RequestHandler | undefined;
  /** Bounds the work under way. Absent: every request is worked on at once. */
  readonly admission?: AdmissionControl | undefined;
}

/** Deprecated v2 requests are always answered from v2: v1 has no part in them. */
const decideOnV2Always: Stages['cutover']['decide'] = () => ({
  side: 'v2',
  compare: 'nothing',
  mayFallBack: false,
  because: 'stage',
  stage: undefined,
});

/** Refuses unmapped v1 requests in a brownout of all resources, and those of a caller whose v1 has ended. */
const createUnmappedEnd =
  ({ stages, clock }: AppOptions): UnmappedParts['answerOnceEnded'] =>
  (exchange) => {
    const decision = stages.cutover.decide('', exchange.fingerprint);
    if (decision.because !== 'brownout' && decision.because !== 'retired') return undefined;
    const outcome = answerEnded({ stages, clock }, exchange, decision);
    return outcome.kind === 'answer' ? outcome.answer : undefined;
  };

/** Returns the parts that answer v1 requests with an operation, each as its stage decides. */
function v1OperationParts(options: AppOptions): MappedParts {
  const { gateway, stages, keys, clock, v1, shadow, adminToken, journal } = options;
  const observeV2: NonNullable<Pipeline['observeV2']> = (context, route) => {
    const target = context.targetForV1 ?? route.operation.v1.template;
    return shadow?.onV2(shadowedRequest(context, route, target));
  };
  const pipeline: Pipeline = {
    translation: gateway,
    keys: keys.v1,
    stages,
    clock,
    hasV1: v1 !== undefined,
    journal,
    ...(shadow === undefined ? {} : { observeV2 }),
  };
  return {
    routes: gateway.routes,
    v1: v1?.passThrough,
    adminToken,
    shadow,
    pipeline,
    // What is no id may be a path that no mapping has: v1 answers it while it lives.
    passesUnfit: (problem) => problem === 'notFound' && v1 !== undefined && clock.now() < v1.sunset,
  };
}

function deprecatedOperationParts(
  { stages, keys, clock, journal }: AppOptions,
  forms: RoutedTranslation,
): MappedParts {
  const unstaged = { ...stages.cutover, decide: decideOnV2Always };
  const pipeline: Pipeline = {
    translation: forms,
    keys: keys.v2,
    clock,
    hasV1: false,
    journal,
    stages: { cutover: unstaged, callV1: undefined, deadlineMs: 0 },
  };
  return { pipeline, routes: forms.routes, passesUnfit: () => true };
}

/** Drops a body for which a method has no use: no upstream gets it, and it can mislead none. */
async function dropBody(request: Request, exchange: Exchange, next: NextFunction): Promise<void> {
  exchange.habits |= NEEDLESS_BODY;
  const problem = await dropNeedlessBody(request);
  if (problem === undefined) next();
  // A body that the client broke off is no bad request: the log says that the client has disconnected.
  else if (!exchange.cancel.aborted) exchange.sendProblem(problem);
}

/** Creates the handler that refuses what no upstream may see before anything reads it, and drops a needless body. */
function createUnsafeRequestCheck({ gateway }: AppOptions): RequestHandler {
  const isLookup: IsLookup = ({ method = '', url = '' }) => {
    const route = gateway.match(method === 'HEAD' ? 'GET' : method, url);
    return route?.ok === true && route.value.operation.lookup !== undefined;
  };
  return (request, response, next) => {
    const fault = findFault(request, isLookup);
    if (fault === undefined && !hasNeedlessBody(request)) {
      next();
      return undefined;
    }
    const exchange = exchangeOf(response);
    if (fault === undefined) return dropBody(request, exchange, next);
    exchange.noteFacts({ detail: fault.rule });
    exchange.sendProblem(fault.code, fault.headers);
    return undefined;
  };
}

/** Rewrites the target and the key of a request into the mappings' form. */
function rewriteRequest(request: Request, { inward, keys }: PairWire): void {
  const { url, headers } = request;
  request.url = inward(url);
  const side = sideOf(request.url);
  const style = side && keys[side];
  if (style === undefined) return;
  const authorization = style.inward(url, headers);
  if (authorization === undefined) delete request.headers.authorization;
  else request.headers.authorization = authorization;
}

/** Builds the public edge, with the whole order of a request from top to bottom. */
export function createApp(options: AppOptions): Edge {
  const { admission, forms, gateway, profile, traced, wire } = options;
  const shapeOf = createPathShape(() => [...profile.words, ...routeWords(gateway.routes())]);
  const app = express();
  for (const setting of ['x-powered-by', 'etag', 'query parser']) app.disable(setting);
  app.enable('case sensitive routing');

  const wordAnswer: ExchangesOptions['writeAnswer'] = (answer, side) => answerInPairForm(answer, wire, side);
  const written = wire.isPlain ? undefined : wordAnswer;
  const identify = createExchangeHandler({ ...options, writeAnswer: written, pace: admission?.pace });
  const refuse = createUnsafeRequestCheck(options);
  if (admission !== undefined) app.use(admission.admit);
  app.use(identify);
  if (traced !== undefined) app.use(traced);
  app.use(refuse);
  app.use(createMappedHandler(v1OperationParts(options)));
  if (forms !== undefined) app.use(createMappedHandler(deprecatedOperationParts(options, forms)));
  app.use('/v2', createV2Handler(options));
  const answerOnceEnded = createUnmappedEnd(options);
  app.use('/v1', createUnmappedHandler({ ...options, routes: gateway.routes, shapeOf, answerOnceEnded }));
  if (options.events !== undefined) app.post(EVENTS_PATH, createEventHandler(options.events));
  if (options.guidePage !== undefined) app.get(GUIDE_PATH, createGuideHandler(options.guidePage));
  app.use((_request, response) => exchangeOf(response).sendProblem('notFound'));
  app.use(answerBug);

  // Express hands back a target that it cannot parse, before any of the handlers above has seen it.
  const answerUnroutable = (request: Request, response: Response): void => {
    identify(request, response, () =>
      refuse(request, response, () => exchangeOf(response).sendProblem('badPath')),
    );
  };
  const listener: Edge['listener'] = (message, answer) => {
    const [request, response] = [message as Request, answer as Response];
    if (!wire.isPlain) rewriteRequest(request, wire);
    app(request, response, () => answerUnroutable(request, response));
  };
  const unreadable: Edge['unreadable'] = (code, received) => {
    const exchange = received && findExchange(received);
    if (exchange !== undefined) return exchange.takeProblem(code);
    const requestId = randomUUID();
    const answer = textAnswer(answerInPairForm(problemAnswer(code, requestId), wire));
    const trace = { route: 'unreadable', problem: code, upstreamCalls: 0 };
    options.reportEnd({ entry: { requestId, method: '', status: answer.status, milliseconds: 0, ...trace } });
    return answer;
  };
  return { ...admission, listener, unreadable };
}
