import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Side } from '../cutover/stages/stage';
import type { RequestContext } from '../gateway/context';
import type { Route } from '../gateway/gateway';
import type { ProblemCode } from '../gateway/problems';
import { type MappedRoute, matchRoute } from '../gateway/routes';
import { type Outcome, type Pipeline, serveRequest } from '../gateway/pipeline';
import { noteWrites, recordPass } from '../gateway/outcome/recordOutcome';
import { isSameSecret } from './admin/door';
import { type Exchange, exchangeOf } from './server/exchange';
import type { PassOptions } from './passThrough/followPass';
import type { PassThrough } from './passThrough/passThrough';
import { readJsonBytes } from '../gateway/checkRequest';
import { copyBody, type PassCopy } from './passThrough/passedMessages';
import type { ShadowedRequest, ShadowObserver } from './shadowPort';

export interface MappedParts {
  readonly pipeline: Pipeline;
  /** Routes of the operations; another list after each reload. */
  readonly routes: () => readonly MappedRoute[];
  /** True to hand on a request whose path does not fit its operation, with this problem; otherwise it is refused. */
  readonly passesUnfit: (problem: ProblemCode) => boolean;
  /** Takes requests that their stage gives to v1. It is absent without a v1. */
  readonly v1?: PassThrough | undefined;
  /** Token with which `X-Lifeboat-Force` chooses the side. Undefined: the header is ignored. */
  readonly adminToken?: string | undefined;
  readonly shadow?: ShadowObserver | undefined;
}

/** Returns the side that the operator asks for. Ignores the header without the admin token. */
function forcedSide(request: Request, adminToken: string | undefined): Side | undefined {
  const force = request.get('x-lifeboat-force');
  if (force !== 'v1' && force !== 'v2') return undefined;
  const token = request.get('x-lifeboat-token');
  return token !== undefined && isSameSecret(token, adminToken) ? force : undefined;
}

/** Returns a request as the comparison sees it. v1 is asked with `target`. */
export function shadowedRequest(context: RequestContext, route: Route, target: string): ShadowedRequest {
  const { id, method, authorization, contentType, fingerprint: caller = '', decision } = context;
  const compare = decision?.compare ?? 'nothing';
  const clientHeaders = route.operation.headers?.named(context.clientHeaders ?? {});
  return { id, method, target, route, caller, compare, authorization, contentType, clientHeaders };
}

type Pass = Extract<Outcome, { kind: 'passToV1' }>;

/** A request on its way through the app. */
type Passage = readonly [Request, Response, Exchange, NextFunction];

/** Methods of an Express router; a GET route answers HEAD too. */
const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** Most bytes of a passed body whose habits are read. */
const MAX_READ_BYTES = 64 * 1024;

/** Reads the habits of a body that flows to v1, while v1 works on it. */
function addHabits(copy: PassCopy | undefined, exchange: Exchange, route: Route): PassOptions['copy'] {
  const ofBody = route.operation.habits?.ofBody;
  if (ofBody === undefined) return copy;
  return {
    ...copy,
    noteRequest: (request) => {
      copy?.noteRequest(request);
      request.pause(); // the body flows when http-proxy-middleware pipes it, a few ticks from now
      const body = copyBody(request, MAX_READ_BYTES);
      request.once('end', () => {
        const bytes = body();
        const read = bytes && readJsonBytes(bytes, 'drop');
        if (read?.ok === true) exchange.habits |= ofBody(read.value);
      });
    },
  };
}

/** Hands a request to v1, unchanged but for a login in its path, and records how it ended. */
function passToV1(
  { pipeline, shadow }: MappedParts,
  v1: PassThrough,
  { target, route }: Pass,
  [request, response, exchange, next]: Passage,
): void {
  request.url = target;
  const copy = shadow?.onV1(shadowedRequest(exchange, route, target));
  const goneOn = exchange.beginWork();
  response.once('close', () => {
    copy?.noteEnd(exchange.facts.problem === undefined);
    const ending = { status: response.statusCode, milliseconds: exchange.ageMs() };
    recordPass(pipeline, exchange, route, ending);
    goneOn();
  });
  const { method, path } = request;
  const { resource, name: operation } = route.operation;
  const caller = exchange.fingerprint ?? '';
  let listed: Promise<void> | undefined;
  const ambiguous: PassOptions['ambiguous'] = (problem) => {
    const write = { id: exchange.id, resource, operation, target: `${method} ${path}`, caller, problem };
    listed = pipeline.stages.cutover.ambiguous({ ...write, side: 'v1' });
  };
  const notes = (exchange.notes = noteWrites(pipeline.journal, exchange, route));
  const noteOptions = notes && {
    leaving: async () => notes.leavesForV1(),
    released: async () => {
      await listed;
      exchange.endNotes();
    },
  };
  const habits = addHabits(copy, exchange, route);
  v1.pass(request, response, exchange, next, { copy: habits, ambiguous, ...noteOptions });
}

/** Writes the outcome of a request, or hands the request over to v1. */
function writeOutcome(
  mappedParts: MappedParts,
  outcome: Outcome,
  [request, response, exchange, next]: Passage,
): void {
  switch (outcome.kind) {
    case 'problem':
      // A body that the client broke off is no bad request: the log says that the client has disconnected.
      if (!exchange.cancel.aborted) exchange.sendProblem(outcome.code);
      return;
    case 'passToV1':
      if (mappedParts.v1 === undefined) exchange.sendProblem('gone');
      else passToV1(mappedParts, mappedParts.v1, outcome, [request, response, exchange, next]);
      return;
    case 'answer':
      exchange.sendInForm(outcome.answer);
      exchange.endNotes();
      outcome.afterwards?.();
      return;
  }
}

/** Creates one Express route for each operation of the mappings. A request without a route goes on. */
function createRouter(mappedParts: MappedParts, routes: readonly MappedRoute[]): Router {
  const router = express.Router({ caseSensitive: true });
  for (const { method, pattern, read } of routes) {
    router[verbs[method]](pattern, async (request, response, next) => {
      const exchange = exchangeOf(response);
      const ownRoute = read(exchange.target);
      const route = ownRoute.ok ? ownRoute : (matchRoute(routes, method, exchange.target) ?? ownRoute);
      if (!route.ok && mappedParts.passesUnfit(route.failure)) {
        next();
        return;
      }
      const goneOn = exchange.beginWork();
      try {
        const force = forcedSide(request, mappedParts.adminToken);
        const outcome = await serveRequest(mappedParts.pipeline, exchange, route, force);
        writeOutcome(mappedParts, outcome, [request, response, exchange, next]);
      } finally {
        goneOn();
      }
    });
  }
  return router;
}

/** Creates the handler of mapped operations, with a router that is created again when the mappings are replaced. */
export function createMappedHandler(mappedParts: MappedParts): RequestHandler {
  let routes: readonly MappedRoute[] = [];
  let router = createRouter(mappedParts, routes);
  return (request, response, next) => {
    const currentRoutes = mappedParts.routes();
    if (currentRoutes !== routes) {
      router = createRouter(mappedParts, currentRoutes);
      routes = currentRoutes;
    }
    // A router answers OPTIONS by itself, even for requests that go to v1.
    if (request.method === 'OPTIONS') next();
    else router(request, response, next);
  };
}
