import { Recent } from '../contract/recent';
import type { LookupIndex, Operation } from '../mapping/compile/compiledOperation';
import type { Clock } from '../contract/clock';
import type { Json } from '../contract/json';
import { failure, type Result, success } from '../contract/result';
import { checkRequest } from './checkRequest';
import { RequestContext, type WatchAnswer } from './context';
import type { GatewayRequest, MadeAnswer, V1Success, Route, Task } from './gateway';
import { describeThrow, type ReportEvent } from './gatewayEvents';
import { type Caller, type Keys, passKeysOn } from './keys/clientKeys';
import { addNames, assemblePage, type ListExtent, type ListParts } from './lists/assemblePage';
import { changeEach, type EachParts } from './lists/bulkChanges';
import type { FindResource } from './lookup/findResource';
import { createLookups, type IndexSettings, type PassedWrite } from './lookup/lookups';
import type { Answer } from './problems';
import type { RateLimit } from './rateLimits';
import { refuseUnfit, hideSaidSecrets } from './receiveAnswer';
import { answerRefusal, failurePhase, markHeaders, type ListCalls, type Refusal } from './refusal';
import { compileRoutes, matchRoute, successorLink } from './routes';
import { type BeginStateCheck, callAndTranslate, createStateChecks, NOT_MODIFIED } from './translatedCall';
import type { Upstream } from './upstream';

export interface GatewayParts {
  readonly operations: readonly Operation[];
  readonly upstream: Upstream;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly index: IndexSettings;
  readonly deadlineMs: number;
  readonly report: ReportEvent;
  /** Key for requests that v1 answers without a key. Absent: such a request gets 401. */
  readonly guestKey?: string | undefined;
  readonly reconcile?: ListCalls;
  readonly watch?: WatchAnswer;
  readonly limit?: RateLimit;
  /** False to pass on every 429 of v2, even to a write that changes nothing. Absent: a read answers such a write. */
  readonly answersUnchanged?: boolean;
  /** Treatment of a row that cannot be translated. Absent: the row refuses its page. */
  readonly unfitRows?: ListParts['unfitRows'];
  /** Reports whether v1 says how long the list of a resource is. Absent: it does. */
  readonly tellsLength?: ListParts['tellsLength'];
  /** Writes the answers of `handle` in the form that the asker reads. Absent: as they are. */
  readonly writeAnswer?: ((answer: Answer) => Answer) | undefined;
  /** Most ids that one bulk change may name. Absent: any number. */
  readonly mostChanges?: number;
  /** Names the program and its mappings in validators. Absent: every read is answered whole. */
  readonly version?: string;
}

/** A gateway whose operations can be replaced while requests are under way. */
export type LiveGateway = ReturnType<typeof createGateway>;

interface TranslationParts extends EachParts, ListParts {
  readonly find: FindResource;
  readonly limit: RateLimit;
  /** The caller of a request without a usable key where v1 needs no key. Absent: such a request is refused. */
  readonly guest: Caller | undefined;
  readonly watch: WatchAnswer;
  readonly deadlineMs: number;
}

/** Finds the caller of a request. If v1 needs no key, a key that is unknown, or that v2 refuses, counts as none. */
function callerFor(
  { guest }: TranslationParts,
  knownCaller: Caller | undefined,
  { operation }: Route,
): Caller | undefined {
  if (guest === undefined || operation.v1.open !== true) return knownCaller;
  if (knownCaller === undefined) return guest;
  const authorizations: Caller['authorizations'] = () => {
    const [firstKey, second = guest.authorizations()[0]] = knownCaller.authorizations();
    return [firstKey, second];
  };
  return { ...knownCaller, authorizations };
}

/** Finds the resource of a look-up and translates it. */
async function lookUp(
  find: FindResource,
  { operation, values, askedQuery, context }: Task,
  lookup: NonNullable<Operation['lookup']>,
): Promise<Result<V1Success, Refusal>> {
  const { v2, answer } = operation;
  const received = await find({ v2, lookup, parameters: values, context });
  if (!received.ok) return received;
  const printed = answer.print(received.value.body, askedQuery.hidden, values);
  if (!printed.ok) return failure(refuseUnfit(printed.failure, v2.method));
  return success({ headers: received.value.headers, printed: printed.value });
}

/** Makes the v2 calls of a task and translates their answers. */
async function performTask(
  translationParts: TranslationParts,
  task: Task,
): Promise<Result<V1Success, Refusal>> {
  const { list, each, lookup, namesKnown } = task.operation;
  if (list !== undefined) return assemblePage(translationParts, task, list);
  if (each !== undefined) return changeEach(translationParts, task, each);
  const performed = await (lookup === undefined
    ? callAndTranslate(translationParts, task)
    : lookUp(translationParts.find, task, lookup));
  if (namesKnown === undefined || performed.ok || performed.failure.code !== 'notFound') return performed;
  return failure(await addNames(translationParts.upstream, task.context, performed.failure, namesKnown));
}

/** Removes the sent keys and the request's own values from a refusal: v2's words may repeat them. */
function hideKeys(refusal: Refusal, caller: Caller, json: Json | undefined): Refusal {
  const keys = caller.authorizations().map((value = '') => value.replace(/^\S+ +/, ''));
  return hideSaidSecrets(refusal, [caller.key, ...keys], json);
}

/** Runs the v2 part of the order: limit, check and translate the request, make the calls, translate the answer. */
async function answerRoute(
  translationParts: TranslationParts,
  context: RequestContext,
  route: Route,
): Promise<Result<Answer, Refusal>> {
  const { operation } = route;
  context.deadlineAt = translationParts.clock.steady() + translationParts.deadlineMs;
  context.watch = translationParts.watch;

  const caller = callerFor(translationParts, context.caller, route);
  if (caller === undefined) return failure({ code: 'unauthenticated' });
  context.facts.caller ??= caller.fingerprint;
  const overLimit = translationParts.limit(caller.fingerprint);
  if (overLimit !== undefined) return failure(overLimit);

  const task = checkRequest(context, route, caller);
  if (!task.ok) return task;
  const performed = await performTask(translationParts, task.value);
  if (!performed.ok) return failure(hideKeys(performed.failure, caller, task.value.outgoing.json));
  const { headers, printed, mark, next } = performed.value;
  if (mark === 'unshown') context.facts.ambiguous = true;
  return success({
    status: mark === 'unmodified' ? NOT_MODIFIED : operation.v1.success,
    headers: {
      ...headers,
      ...(mark && markHeaders[mark]),
      link: successorLink(operation, task.value.values, printed.id),
      ...(printed.body.length === 0 ? {} : { 'content-type': 'application/json' }),
      'cache-control': 'no-store',
      'x-request-id': context.id,
    },
    body: printed.body,
    next,
    resource: operation.resource,
  });
}

/** Returns the answer to a translated request, or the refusal of one that could not be translated. */
function answerOutcome(
  outcome: Result<Answer, Refusal>,
  { id, facts }: RequestContext,
  route: Route,
): MadeAnswer {
  const { upstreamCalls } = facts;
  if (outcome.ok) return { answer: outcome.value, upstreamCalls };
  const { failure: refusal } = outcome;
  const phase = failurePhase(refusal, upstreamCalls);
  const { headers, ...refused } = answerRefusal(refusal, id);
  const link = successorLink(route.operation, route.parameters);
  return { answer: { ...refused, headers: { ...headers, link } }, upstreamCalls, refusal, phase };
}

/** Most lists, over all callers, whose lengths are remembered. */
const MAX_LIST_EXTENTS = 10_000;

/** Groups the parts of a gateway that a reload replaces together. */
const groupReplaceable = (operations: readonly Operation[], checkState: BeginStateCheck) => ({
  routes: compileRoutes(operations),
  indexes: [...new Set(operations.flatMap(({ indexes = [] }): readonly LookupIndex[] => indexes))],
  checkState,
});

/** Creates the gateway, which answers v1 requests by calls of v2. */
export function createGateway(gatewayParts: GatewayParts) {
  const { operations, upstream, keys, clock, deadlineMs, report, guestKey, version } = gatewayParts;
  const { watch = () => undefined, writeAnswer = (answer) => answer, index } = gatewayParts;
  const lookups = createLookups({ index, upstream, clock, report, pageMs: deadlineMs, watch });
  let current = groupReplaceable(operations, createStateChecks(version, clock.now()));
  const steps: TranslationParts = {
    limit: () => undefined,
    mostChanges: Infinity,
    answersUnchanged: true,
    unfitRows: 'refuse',
    tellsLength: () => true,
    reconcile: () => Promise.resolve(),
    ...gatewayParts,
    watch,
    guest: guestKey === undefined ? undefined : passKeysOn.identify(`Bearer ${guestKey}`),
    find: lookups.find,
    learn: lookups.learn,
    checkState: (task) => current.checkState(task),
    extents: new Recent<string, ListExtent>(index.mostAtHand ?? MAX_LIST_EXTENTS),
  };
  /** Answers a request from v2. A throw on the way becomes a refusal. */
  const settleRequest = async (
    context: RequestContext,
    route: Route,
    isKnown: boolean,
  ): Promise<MadeAnswer> => {
    try {
      if (!isKnown) context.caller = keys.identify(context.authorization);
      return answerOutcome(await answerRoute(steps, context, route), context, route);
    } catch (thrown) {
      // A throw is a bug: the client gets a 500, and learns that its write may have been executed.
      const ambiguous = route.operation.v2.method !== 'GET' && context.facts.upstreamCalls > 0;
      const bug: Refusal = { code: 'internal', detail: describeThrow(thrown), ambiguous };
      return answerOutcome(failure(bug), context, route);
    }
  };
  return {
    routes: () => current.routes,
    match: (method: string, path: string) => matchRoute(current.routes, method, path),
    /** Matches requests with these operations from now on. A request that is matched already keeps its operation. */
    replace: (next: readonly Operation[], nextVersion?: string): void => {
      current = groupReplaceable(next, createStateChecks(nextVersion, clock.now()));
    },
    /** Returns the progress of these callers' indexes. `warm` also begins to read incomplete ones. */
    indexes: (callers: readonly Caller[], warm: boolean) => lookups.states(current.indexes, callers, warm),
    /** Takes note of a write that went to v2 untranslated. A write that cannot be kept is found by the next lookup. */
    passed: (caller: Pick<Caller, 'key'>, write: PassedWrite): Promise<void> =>
      lookups.passed(current.indexes, caller, write).catch(() => undefined),
    translate: (context: RequestContext, route: Route) => settleRequest(context, route, true),
    handle: async ({ route, body, ...head }: GatewayRequest): Promise<MadeAnswer> => {
      const { method, template } = route.operation.v1;
      const context = new RequestContext({ ...head, method, target: template }, clock);
      context.body = body;
      const done = await settleRequest(context, route, false);
      return { ...done, answer: writeAnswer(done.answer) };
    },
  };
}
