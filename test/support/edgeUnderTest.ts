import type { Gateway, GatewayRequest, Route, Translation } from '../../src/gateway/gateway.js';
import { type MappedRoute, matchRoute, type RoutedTranslation } from '../../src/gateway/routes.js';
import type { Method } from '../../src/mapping/compile/compiledOperation.js';
import type { ServedRequest } from '../../src/cutover/evidence/traffic.js';
import type { Stages } from '../../src/gateway/pipeline.js';
import type { WriteJournal } from '../../src/gateway/outcome/recordOutcome.js';
import { type ClientKeys, createClientKeys } from '../../src/gateway/keys/clientKeys.js';
import type { AccessEntry } from '../../src/gateway/context.js';
import { createApp } from '../../src/http/gatewayApp.js';
import {
  createPassThrough,
  passThroughLimits,
  type PassThroughLimits,
} from '../../src/http/passThrough/passThrough.js';
import type { AdmissionControl } from '../../src/http/server/admission.js';
import { serverLimits, type ServerLimits, type Tls } from '../../src/http/server/openServer.js';
import type { MappedParts } from '../../src/http/mappedRequests.js';
import { startServer } from '../../src/http/server/startServer.js';
import { v1Headers } from '../../src/http/server/messages.js';
import { success } from '../../src/contract/result.js';
import { closeBehindTest } from './closeBehindTest.ts';
import { shipped } from './shipped.ts';
import { realClock } from './realClock.ts';
import { type ScriptedUpstream, startUpstream } from './upstream.ts';

/** The public edge on a real socket, around a gateway that is one operation: `PATCH /v1/things/{id}`. */
export interface EdgeUnderTest {
  readonly origin: string;
  readonly v1: ScriptedUpstream;
  readonly v2: ScriptedUpstream;
  /** Requests that the gateway was handed, in order. */
  readonly handled: readonly GatewayRequest[];
  /** The access log so far; `logged` waits for that many lines. */
  readonly log: readonly AccessEntry[];
  readonly logged: (lines: number) => Promise<readonly AccessEntry[]>;
  /** Closes the server alone, with a grace time (ms). */
  readonly stop: (grace: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Stages, and the token of whoever may force a side. */
export type EdgeStages = Stages &
  Pick<MappedParts, 'adminToken' | 'shadow'> & { readonly served?: (served: ServedRequest) => void };

export interface EdgeSettings {
  readonly handle?: Gateway['handle'];
  /** Routes of the operations; by default one, of `thing`. */
  readonly routes?: RoutedTranslation['routes'];
  readonly passThrough?: Partial<PassThroughLimits>;
  readonly server?: Partial<ServerLimits>;
  /** Clock ms at which v1 ends; null when v1 is not configured. */
  readonly sunset?: number | null;
  readonly guide?: string;
  /** Given the origin of v1. */
  readonly stages?: (v1: string) => EdgeStages;
  readonly tls?: Tls;
  readonly admission?: AdmissionControl;
  /** Translates deprecated v2 requests. */
  readonly forms?: RoutedTranslation;
  readonly keys?: ClientKeys;
  readonly journal?: WriteJournal;
  /** True to leave the links of lists as v2 wrote them. */
  readonly keepsLinks?: boolean;
}

const unused = (): never => {
  throw new Error('the edge has no business here');
};

/** Everything mapped is on v2. */
export const onV2: EdgeStages = {
  cutover: {
    decide: () => ({ side: 'v2', compare: 'nothing', mayFallBack: false, because: 'stage', stage: 'v2' }),
    ambiguous: () => Promise.resolve(),
    noteFound: () => Promise.resolve(),
  },
  callV1: undefined,
  deadlineMs: 1_000,
};

/** An operation of which the edge needs no more than its template. */
export const thing: Route = {
  operation: {
    name: 'updateThing',
    resource: 'thing',
    v1: {
      method: 'PATCH',
      template: '/v1/things/{id}',
      parameters: [{ name: 'id', type: 'text' }],
      success: 200,
    },
    v2: { method: 'PATCH', template: '/v2/things/{id}', path: unused },
    answer: { read: unused, print: unused },
    refusal: unused,
  },
  parameters: { id: '1' },
};

/** Options of routesTo. */
interface RouteOptions {
  readonly methods?: readonly Method[];
  readonly pattern?: RegExp;
}

/** Makes routes of these methods, all that there are unless they are named, that read every target alike. */
export function routesTo(
  read: MappedRoute['read'],
  { methods = ['GET', 'POST', 'PATCH', 'DELETE'], pattern = /^\// }: RouteOptions = {},
): RoutedTranslation['routes'] {
  const routes = methods.map((method) => ({ operation: thing.operation, method, pattern, read }));
  return () => routes;
}

const thingRoutes = routesTo(() => success(thing), { methods: ['PATCH'], pattern: /^\/v1\/things\// });

/** Starts the edge between two scripted upstreams. */
export async function startEdge(settings: EdgeSettings = {}): Promise<EdgeUnderTest> {
  const [v1, v2] = await Promise.all([startUpstream(), startUpstream()]);
  const handled: GatewayRequest[] = [];
  const log: AccessEntry[] = [];
  const waiting: (() => void)[] = [];
  const limits = { ...passThroughLimits, ...settings.passThrough };
  const passV1 = createPassThrough({ origin: v1.origin, limits, clock: realClock });
  const passV2 = createPassThrough({ origin: v2.origin, limits, clock: realClock });
  const { sunset = realClock.now() + 60_000 } = settings;

  const translate: Translation['translate'] = async (context, route) => {
    const { id, authorization, contentType, carried, body, cancel } = context;
    const request = { id, route, authorization, contentType, carried, body, cancel };
    handled.push(request);
    if (settings.handle !== undefined) {
      const outcome = await settings.handle(request);
      context.facts.upstreamCalls = outcome.upstreamCalls;
      return outcome;
    }
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":1}' };
    return { answer, upstreamCalls: (context.facts.upstreamCalls = 1) };
  };
  const { routes = thingRoutes } = settings;
  const match: Gateway['match'] = (method, path) => matchRoute(routes(), method, path);
  const { adminToken, shadow, served: counted, ...stages } = settings.stages?.(v1.origin) ?? onV2;
  const edge = createApp({
    admission: settings.admission,
    gateway: { routes, match, translate },
    forms: settings.forms,
    keys: settings.keys ?? createClientKeys([], { strangers: true, v2Paths: 'pass' }),
    v2: passV2,
    v1: sunset === null ? undefined : { passThrough: passV1, sunset },
    stages,
    adminToken,
    shadow,
    profile: shipped().profile,
    wire: shipped().wire,
    v1Headers: v1Headers({ sunset: sunset ?? 0, deprecation: 0, end: undefined, guide: settings.guide }),
    clock: realClock,
    journal: settings.journal,
    rewritesLinks: settings.keepsLinks !== true,
    reportEnd: ({ entry, served }) => {
      if (served !== undefined) counted?.(served);
      log.push(entry);
      for (const wake of waiting.splice(0)) wake();
    },
  });
  const started = await startServer({
    edge,
    host: '127.0.0.1',
    port: 0,
    tls: settings.tls,
    limits: { ...serverLimits, ...settings.server },
    clock: realClock,
  });
  if (!started.ok) throw new Error(started.failure.message);
  const server = started.value;
  return {
    origin: server.origin,
    v1,
    v2,
    handled,
    log,
    logged: async (lines) => {
      while (log.length < lines) await new Promise<void>((resolve) => waiting.push(resolve));
      return log;
    },
    stop: server.close,
    close: closeBehindTest(async () => {
      await server.close(0);
      await Promise.all([passV1.close(), passV2.close()]);
      await Promise.all([v1.close(), v2.close()]);
    }),
  };
}
