import type { Cutover } from '../cutover/cutover';
import type { StagedDecision } from '../cutover/stages/decide';
import type { Side } from '../cutover/stages/stage';
import type { Json } from '../contract/json';
import { failure, type Result, success } from '../contract/result';
import type { Clock } from '../contract/clock';
import type { RequestContext, Watch } from './context';
import { factsOf, listAmbiguous, record, type RecordParts, type Settled } from './outcome/recordOutcome';
import type { Handled, Route, Task, Translation } from './gateway';
import { answerEnded, type V1Ending } from './outcome/endedRequests';
import { askV1Instead } from './outcome/fallback';
import { type Caller, type Keys, presentedFingerprint } from './keys/clientKeys';
import { perform, type PerformParts } from './performOperation';
import type { Answer, ProblemCode } from './problems';
import type { RateLimit } from './rateLimits';
import { withoutSecrets } from './receiveAnswer';
import { noteWrites, type WriteJournal } from './outcome/writeNotes';
import { fallbackFor, markHeaders, type Refusal } from './refusal';
import { readBody } from './requestBody';
import { successorLink, targetForV1 } from './routes';
import type { Upstream } from './upstream';
import { NOT_MODIFIED } from './outcome/validators';

/** The cutover: decides by its stages, and keeps the list of ambiguous writes. */
export interface Stages {
  readonly cutover: Pick<Cutover, 'decide' | 'ambiguous' | 'noteFound'>;
  /** Asks v1 in place of v2 after a failure; absent without a v1. */
  readonly callV1: Upstream | undefined;
  /** Longest time (ms) for a call of v1 in v2's place. */
  readonly deadlineMs: number;
  /** The detail of a refusal because v1 is retired; absent without a retirement. */
  readonly ending?: V1Ending | undefined;
  /** Reads back writes that an ended process has left; absent: there are none. */
  readonly left?: RecordParts['stages']['left'];
}

/** Sees a request that v2 is about to answer. The returned function takes the outcome, after the client's answer. */
type ObserveV2 = (context: RequestContext, route: Route) => ((handled: Handled) => void) | undefined;

/** Parts of serve. */
export interface Pipeline {
  readonly translation: Translation;
  readonly keys: Keys;
  readonly stages: Stages;
  readonly clock: Clock;
  /** False if no request can be handed over to v1. */
  readonly hasV1: boolean;
  /** Notes writes before they are sent; absent: writes are not noted. */
  readonly journal?: WriteJournal | undefined;
  /** Compares answers after the clients have them; absent: nothing is compared. */
  readonly observeV2?: ObserveV2 | undefined;
}

/** The outcome of a request, for the edge to carry out. */
export type Outcome =
  | { readonly kind: 'problem'; readonly code: ProblemCode }
  /** Hand the request over to v1 with this target, and call `recordPass` at its end. */
  | { readonly kind: 'passToV1'; readonly target: string; readonly route: Route }
  | { readonly kind: 'answer'; readonly answer: Answer; readonly afterwards: (() => void) | undefined };

const isWrite = ({ v1 }: Route['operation']): boolean => v1.method !== 'GET';

const problem = (code: ProblemCode): Outcome => ({ kind: 'problem', code });

/** Identifies the caller, decides which side answers and why, and finds the target to ask v1 with. */
function decide(
  { keys, stages }: Pipeline,
  context: RequestContext,
  route: Route,
  force?: Side,
): StagedDecision {
  const { facts, authorization } = context;
  context.caller = keys.identify(authorization);
  context.fingerprint = context.caller?.fingerprint ?? presentedFingerprint(authorization);
  context.targetForV1 = targetForV1(route, context.target);
  const { resource, name } = route.operation;
  const read = isWrite(route.operation) ? undefined : name;
  const decision = stages.cutover.decide(resource, context.fingerprint, force, read);
  facts.caller = context.fingerprint;
  facts.stage = decision.stage;
  if (context.targetForV1 !== undefined) return decision;
  // No encoding keeps such a login in its segment: v1 is not asked.
  return { ...decision, compare: 'nothing', mayFallBack: false };
}

/**
 * Runs the order of a mapped request: identify, decide, read, call v2 or hand over to v1, translate, fall back, record.
 * `force` is the side that the operator asks for.
 */
export async function serve(
  pipeline: Pipeline,
  context: RequestContext,
  matched: Result<Route, ProblemCode>,
  force?: Side,
): Promise<Outcome> {
  if (!matched.ok) return problem(matched.failure);
  const route = matched.value;
  context.matched(route.operation, route.parameters, route.query);
  const decision = decide(pipeline, context, route, force);
  context.decision = decision;
  if (decision.side === 'gone') return answerEnded(pipeline, context, decision);
  if (decision.side === 'v1' && pipeline.hasV1) {
    if (context.targetForV1 === undefined) return problem('badPath');
    context.served(decision.because === 'breaker' ? 'fallback' : 'v1');
    return { kind: 'passToV1', target: context.targetForV1, route };
  }
  context.served('v2');
  return answerFromV2(pipeline, context, route, decision);
}

async function answerFromV2(
  pipeline: Pipeline,
  context: RequestContext,
  route: Route,
  decision: StagedDecision,
): Promise<Outcome> {
  const body = await context.readBody();
  if (!body.ok) return problem(body.failure);
  context.body = body.value;
  context.notes = noteWrites(pipeline.journal, context, route);

  const { translation, clock } = pipeline;
  const compare = pipeline.observeV2?.(context, route);
  const began = clock.steady();
  const handled = await translation.translate(context, route);
  const milliseconds = clock.steady() - began;
  const settled = await fallBack(pipeline, context, route, decision, handled);
  record(pipeline, context, route, { because: decision.because, handled, settled, milliseconds });
  await listAmbiguous(pipeline, context, route, settled);
  return { kind: 'answer', answer: settled.answer, afterwards: compare && (() => compare(handled)) };
}

/** True for v2's refusal of a whole request that the decision leaves to v1. */
function isTakenByV1(
  { operation }: Route,
  { v1Takes = [] }: StagedDecision,
  { phase, refusal, upstreamCalls }: Handled,
): boolean {
  if (phase !== 'refused' || upstreamCalls === 0 || operation.each !== undefined) return false;
  return v1Takes.some((code) => code === refusal?.code && (code !== 'rateLimited' || isWrite(operation)));
}

/** Lets v1 answer once a request that v2 provably has not executed, if the decision allows it. */
async function fallBack(
  { stages: { callV1, deadlineMs }, clock }: Pipeline,
  context: RequestContext,
  route: Route,
  decision: StagedDecision,
  handled: Handled,
): Promise<Settled> {
  const { phase, answer, refusal } = handled;
  const { method } = route.operation.v1;
  const { targetForV1: target } = context;
  const isV1Asked =
    phase !== undefined &&
    decision.mayFallBack &&
    (fallbackFor(phase, isWrite(route.operation)) === 'v1' || isTakenByV1(route, decision, handled));
  if (!isV1Asked || callV1 === undefined || target === undefined)
    return { by: 'v2', answer, facts: factsOf(refusal) };
  context.facts.upstreamCalls += 1;
  const deadlineAt = clock.steady() + deadlineMs;
  const instead = await askV1Instead(callV1, context, { method, target, deadlineAt });
  const detail = `v2: ${refusal?.detail ?? phase}; v1 was asked instead`;
  return { by: 'fallback', answer: instead.answer, facts: { ...factsOf(instead.refusal), detail } };
}

/** Parts of translate. */
export interface TranslationParts extends PerformParts {
  readonly keys: Keys;
  readonly limit: RateLimit;
  /** The caller of a request without a usable key where v1 needs no key; absent: such a request is refused. */
  readonly guest: Caller | undefined;
  readonly clock: Clock;
  readonly watch: Watch;
  /** Longest time (ms) from here to the answer. */
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

/** Checks query and body of a request, and translates them into the parts of its v2 calls. */
function check(
  context: RequestContext,
  { operation, parameters, query }: Route,
  caller: Caller,
): Result<Task, Refusal> {
  const readQuery = operation.query?.(query ?? new URLSearchParams()) ?? success({ hidden: [] });
  if (!readQuery.ok) return failure({ code: 'invalid', validation: readQuery.failure });
  const outgoing = readBody(operation, context);
  if (!outgoing.ok) return outgoing;
  const { path } = outgoing.value;
  const values = path === undefined ? parameters : { ...parameters, ...path };
  const task = { operation, values, askedQuery: readQuery.value, outgoing: outgoing.value };
  return success({ ...task, context: context.callsFor(caller) });
}

/** Runs the v2 part of the order: limit, check and translate the request, make the calls, translate the answer. */
export async function translate(
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

  const task = check(context, route, caller);
  if (!task.ok) return task;
  const performed = await perform(translationParts, task.value);
  if (!performed.ok) return failure(withoutKeys(performed.failure, caller, task.value.outgoing.json));
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
    ...{ body: printed.body, next },
  });
}

/** Removes the sent keys and the request's own values from a refusal: v2's words may repeat them. */
function withoutKeys(refusal: Refusal, caller: Caller, json: Json | undefined): Refusal {
  const keys = caller.authorizations().map((value = '') => value.replace(/^\S+ +/, ''));
  return withoutSecrets(refusal, [caller.key, ...keys], json);
}
