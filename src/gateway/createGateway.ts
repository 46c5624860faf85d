import { Recent } from '../contract/recent';
import type { LookupIndex, Operation } from '../mapping/compile/compiledOperation';
import { failure, type Result } from '../contract/result';
import type { Answer } from './problems';
import { RequestContext, type Watch } from './context';
import type { ListExtent } from './lists/assemblePage';
import { translate, type TranslationParts } from './pipeline';
import type { Clock } from '../contract/clock';
import { compileRoutes, matchRoute, type RoutedTranslation, successorLink } from './routes';
import type { RateLimit } from './rateLimits';
import { describeThrow, type Report } from './gatewayEvents';
import { answerRefusal, failurePhase, type Reconcile, type Refusal } from './refusal';
import type { Gateway, Handled, Route } from './gateway';
import { type Caller, type Keys, passKeysOn } from './keys/clientKeys';
import type { IndexSettings, PassedWrite } from './lookup/lookupIndex';
import { createLookups, type IndexState } from './lookup/lookups';
import type { Upstream } from './upstream';
import { type BeginStateCheck, createStateChecks } from './outcome/validators';

/** Parts of createGateway. */
export interface GatewayParts {
  readonly operations: readonly Operation[];
  readonly upstream: Upstream;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly index: IndexSettings;
  /** Longest time (ms) for one request. */
  readonly deadlineMs: number;
  readonly report: Report;
  /** Key for requests that v1 answers without a key; absent: such a request gets 401. */
  readonly guestKey?: string | undefined;
  /** Lists the calls that a bulk write has left; absent: they are not listed. */
  readonly reconcile?: Reconcile;
  /** Sees the shapes of answers; absent: they are not watched. */
  readonly watch?: Watch;
  /** Limit of requests per caller; absent: callers have none here. */
  readonly limit?: RateLimit;
  /**
   * True to answer a write that changes nothing from a read where v2 says 429; false to pass on every 429. Absent:
   * true.
   */
  readonly answersUnchanged?: boolean;
  /** Treatment of a row that cannot be translated; absent: the row refuses its page. */
  readonly unfitRows?: TranslationParts['unfitRows'];
  /** Writes the answers of `handle` in the form that the asker reads; absent: as they are. */
  readonly written?: ((answer: Answer) => Answer) | undefined;
  /** Most ids that one bulk change may name; absent: any number. */
  readonly mostChanges?: number;
  /** Names the program and its mappings in validators; absent: every read is answered whole. */
  readonly version?: string;
}

/** A gateway whose operations can be replaced while requests are under way. */
export interface LiveGateway extends Gateway, RoutedTranslation {
  /** Matches requests with these operations from now on; a request that is matched already keeps its operation. */
  readonly replace: (operations: readonly Operation[], version?: string) => void;
  /** Takes note of a write that went to v2 untranslated; never rejects. */
  readonly passed: (caller: Pick<Caller, 'key'>, write: PassedWrite) => Promise<void>;
  /** Returns the progress of these callers' indexes; `warm` also begins to read incomplete ones. */
  readonly indexes: (callers: readonly Caller[], warm: boolean) => Promise<readonly IndexState[]>;
}

/** Most lists, over all callers, whose lengths are remembered. */
const MOST_TOTALS = 10_000;

/**
 * Returns the refusal for a throw, which is a bug: the client gets a 500, and learns that its write may have been
 * executed.
 */
function bug(thrown: unknown, { facts }: RequestContext, { operation }: Route): Result<Answer, Refusal> {
  const ambiguous = operation.v2.method !== 'GET' && facts.upstreamCalls > 0;
  return failure({ code: 'internal', detail: describeThrow(thrown), ambiguous });
}

/** Returns the answer to a translated request, or the refusal of one that could not be translated. */
function handled(outcome: Result<Answer, Refusal>, { id, facts }: RequestContext, route: Route): Handled {
  const { upstreamCalls } = facts;
  if (outcome.ok) return { answer: outcome.value, upstreamCalls };
  const { failure: refusal } = outcome;
  const phase = failurePhase(refusal, upstreamCalls);
  const { headers, ...refused } = answerRefusal(refusal, id);
  const link = successorLink(route.operation, route.parameters);
  return { answer: { ...refused, headers: { ...headers, link } }, upstreamCalls, refusal, phase };
}

const indexesOf = (operations: readonly Operation[]): readonly LookupIndex[] => [
  ...new Set(operations.flatMap(({ indexes = [] }) => indexes)),
];

/** Groups the parts of a gateway that a reload replaces together. */
const inForce = (operations: readonly Operation[], checkState: BeginStateCheck) => ({
  routes: compileRoutes(operations),
  indexes: indexesOf(operations),
  checkState,
});

/** Creates the gateway, which answers v1 requests by calls of v2. */
export function createGateway(gatewayParts: GatewayParts): LiveGateway {
  const { operations, upstream, keys, clock, deadlineMs, report, guestKey } = gatewayParts;
  const {
    watch = () => undefined,
    limit = () => undefined,
    mostChanges = Infinity,
    answersUnchanged = true,
    unfitRows = 'refuse',
    written = (answer) => answer,
  } = gatewayParts;
  const { reconcile = () => Promise.resolve() } = gatewayParts;
  const lookups = createLookups({
    index: gatewayParts.index,
    upstream,
    clock,
    report,
    pageMs: deadlineMs,
    watch,
  });
  const { find, learn } = lookups;
  const guest = guestKey === undefined ? undefined : passKeysOn.identify(`Bearer ${guestKey}`);
  let current = inForce(operations, createStateChecks(gatewayParts.version, clock.now()));
  const steps: TranslationParts = {
    ...{ keys, guest, limit, upstream, find, learn, watch, report, clock, deadlineMs },
    ...{ reconcile, mostChanges, answersUnchanged, unfitRows },
    checkState: (method, conditions) => current.checkState(method, conditions),
    extents: new Recent<string, ListExtent>(gatewayParts.index.mostAtHand ?? MOST_TOTALS),
  };
  const settle = async (context: RequestContext, route: Route, isKnown: boolean): Promise<Handled> => {
    try {
      if (!isKnown) context.caller = keys.identify(context.authorization);
      return handled(await translate(steps, context, route), context, route);
    } catch (thrown) {
      return handled(bug(thrown, context, route), context, route);
    }
  };
  return {
    routes: () => current.routes,
    match: (method, path) => matchRoute(current.routes, method, path),
    replace: (next, version) => {
      current = inForce(next, createStateChecks(version, clock.now()));
    },
    indexes: async (callers, warm) => {
      const pairs = callers.flatMap((caller) => current.indexes.map((index) => ({ index, caller })));
      if (warm) for (const { index, caller } of pairs) lookups.warmer().warm(index, caller);
      return Promise.all(pairs.map(({ index, caller }) => lookups.warmer().stateOf(index, caller)));
    },
    // A write that cannot be kept is found by the next lookup that misses it.
    passed: (caller, write) => lookups.passed(current.indexes, caller, write).catch(() => undefined),
    translate: (context, route) => settle(context, route, true),
    handle: async ({ route, body, ...head }) => {
      const { method, template } = route.operation.v1;
      const context = new RequestContext({ ...head, method, target: template }, clock);
      context.body = body;
      const done = await settle(context, route, false);
      return { ...done, answer: written(done.answer) };
    },
  };
}
