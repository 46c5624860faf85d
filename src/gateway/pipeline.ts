import type { Result } from '../contract/result';
import type { Clock } from '../contract/clock';
import type { Cutover } from '../cutover/cutover';
import type { StagedDecision } from '../cutover/stages/decide';
import type { Side } from '../cutover/stages/stage';
import type { RequestContext } from './context';
import type { MadeAnswer, Route, Translation } from './gateway';
import { type Keys, fingerprintOfHeader } from './keys/clientKeys';
import { factsOf, listAmbiguous, noteWrites, recordAnswered } from './outcome/recordOutcome';
import type { RecordParts, Settlement, WriteJournal } from './outcome/recordOutcome';
import { type Answer, problemAnswer, type ProblemCode } from './problems';
import { keepHeaders, pickShownHeaders } from './receiveAnswer';
import { cursorSideOf, decideByCursor } from './lists/cursorSide';
import { answerRefusal, chooseFallback, faultRefusal } from './refusal';
import { targetForV1 } from './routes';
import type { Upstream } from './upstream';

interface V1Ending {
  readonly guide: string;
  /** Instant (clock ms) at which v1 ends at this gateway. */
  readonly end: number | undefined;
}

/** The cutover: decides by its stages, and keeps the list of ambiguous writes. */
export interface Stages {
  readonly cutover: Pick<Cutover, 'decide' | 'ambiguous' | 'noteFound'>;
  /** Asks v1 in place of v2 after a failure. It is absent without a v1. */
  readonly callV1: Upstream | undefined;
  /** Longest time (ms) for a call of v1 in v2's place. */
  readonly deadlineMs: number;
  /** The detail of a refusal because v1 is retired. It is absent without a retirement. */
  readonly ending?: V1Ending | undefined;
  readonly left?: RecordParts['stages']['left'];
}

export interface Pipeline {
  readonly translation: Translation;
  readonly keys: Keys;
  readonly stages: Stages;
  readonly clock: Clock;
  /** False if no request can be handed over to v1. */
  readonly hasV1: boolean;
  readonly journal?: WriteJournal | undefined;
  /** Sees a request that v2 is about to answer; the returned function takes the outcome, after the client's answer. */
  readonly observeV2?: (context: RequestContext, route: Route) => ((handled: MadeAnswer) => void) | undefined;
}

/** The outcome of a request, for the edge to carry out. */
export type Outcome =
  | { readonly kind: 'problem'; readonly code: ProblemCode }
  /** Hand the request over to v1 with this target, and call `recordPass` at its end. */
  | { readonly kind: 'passToV1'; readonly target: string; readonly route: Route }
  | { readonly kind: 'answer'; readonly answer: Answer; readonly afterwards: (() => void) | undefined };

const changesData = ({ v1 }: Route['operation']): boolean => v1.method !== 'GET';

const problemOutcome = (code: ProblemCode): Outcome => ({ kind: 'problem', code });

function codeOfEnd({ brownout }: StagedDecision): ProblemCode {
  if (brownout === undefined) return 'gone';
  return brownout.status === 410 ? 'brownoutGone' : 'brownout';
}

function sentenceOf({ guide, end }: V1Ending): string {
  const day = end === undefined ? '' : ` It ends on ${new Date(end).toISOString().slice(0, 10)}.`;
  return `${day} Move to API v2: ${guide}`;
}

/** Refuses a request for which v1 has ended, for good or for a while, before the body is read or anything is sent. */
export function answerEnded(
  { stages: { ending }, clock }: { readonly stages: Pick<Stages, 'ending'>; readonly clock: Clock },
  context: RequestContext,
  decision: StagedDecision,
): Outcome {
  const { because, brownout } = decision;
  if (because === 'gone') return problemOutcome('gone');
  const code = codeOfEnd(decision);
  const { operation, fingerprint: caller = '' } = context;
  context.facts.problem = code;
  const more = ending === undefined ? '' : sentenceOf(ending);
  const headers: Record<string, string> = {};
  if (brownout !== undefined) {
    const { resource = '', name = '' } = operation ?? {};
    const refusedRequest = { resource, operation: name, caller, side: 'v1', because: 'brownout' } as const;
    context.outcome = { ...refusedRequest, failed: false, signature: brownout.id, milliseconds: 0 };
    const seconds = Math.max(1, Math.ceil((brownout.until - clock.now()) / 1000));
    if (code === 'brownout') headers['retry-after'] = String(seconds);
  }
  return { kind: 'answer', answer: problemAnswer(code, context.id, headers, more), afterwards: undefined };
}

/** Refuses a page whose cursor v2 has made, while v2 cannot be asked: v1 would show another one. */
const answerPageAway = ({ id }: RequestContext): Answer =>
  problemAnswer('pageAway', id, { 'retry-after': '5' });

/** Identifies the caller, decides which side answers and why, and finds the target to ask v1 with. */
function decideRequest(
  { keys, stages }: Pipeline,
  context: RequestContext,
  route: Route,
  force?: Side,
): StagedDecision {
  const { facts, authorization } = context;
  context.caller = keys.identify(authorization);
  context.fingerprint = context.caller?.fingerprint ?? fingerprintOfHeader(authorization);
  context.targetForV1 = targetForV1(route, context.target);
  const { resource, name } = route.operation;
  const read = changesData(route.operation) ? undefined : name;
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
export async function serveRequest(
  pipeline: Pipeline,
  context: RequestContext,
  matched: Result<Route, ProblemCode>,
  force?: Side,
): Promise<Outcome> {
  if (!matched.ok) return problemOutcome(matched.failure);
  const route = matched.value;
  context.noteOperation(route.operation, route.parameters, route.query);
  const staged = decideRequest(pipeline, context, route, force);
  const decision = route.operation.cursor === undefined ? staged : decideByCursor(staged, route);
  if (decision === undefined) {
    context.facts.problem = 'pageAway';
    return { kind: 'answer', answer: answerPageAway(context), afterwards: undefined };
  }
  context.decision = decision;
  if (decision.side === 'gone') return answerEnded(pipeline, context, decision);
  if (decision.side === 'v1' && pipeline.hasV1) {
    if (context.targetForV1 === undefined) return problemOutcome('badPath');
    context.noteServedBy(decision.because === 'breaker' ? 'fallback' : 'v1');
    return { kind: 'passToV1', target: context.targetForV1, route };
  }
  context.noteServedBy('v2');
  return answerFromV2(pipeline, context, route, decision);
}

/** Answers a request from v2, or from v1 after a failure that allows it, and records the outcome. */
async function answerFromV2(
  pipeline: Pipeline,
  context: RequestContext,
  route: Route,
  decision: StagedDecision,
): Promise<Outcome> {
  const body = await context.readBody();
  if (!body.ok) return problemOutcome(body.failure);
  context.body = body.value;
  context.notes = noteWrites(pipeline.journal, context, route);

  const { translation, clock } = pipeline;
  const compare = pipeline.observeV2?.(context, route);
  const began = clock.steady();
  const madeAnswer = await translation.translate(context, route);
  const milliseconds = clock.steady() - began;
  const settled = await fallBack(pipeline, context, route, decision, madeAnswer);
  recordAnswered(pipeline, context, route, {
    because: decision.because,
    made: madeAnswer,
    settled,
    milliseconds,
  });
  await listAmbiguous(pipeline, context, route, settled);
  return { kind: 'answer', answer: settled.answer, afterwards: compare && (() => compare(madeAnswer)) };
}

/** Recognizes v2's refusal of a whole request that the decision leaves to v1. */
function isTakenByV1(
  { operation }: Route,
  { v1Takes = [] }: StagedDecision,
  { phase, refusal, upstreamCalls }: MadeAnswer,
): boolean {
  if (phase !== 'refused' || upstreamCalls === 0 || operation.each !== undefined) return false;
  return v1Takes.some((code) => code === refusal?.code && (code !== 'rateLimited' || changesData(operation)));
}

/** Asks v1 once, by a request of the gateway with the client's method, target, key, body and headers that are mapped. */
async function askV1Instead(
  callV1: Upstream,
  { id, authorization, clientHeaders = {}, body, cancel, notes }: RequestContext,
  { operation }: Route,
  path: string,
  deadlineAt: number,
): Promise<Pick<MadeAnswer, 'answer' | 'refusal'>> {
  const { method } = operation.v1;
  const outcome = await callV1({
    method,
    path,
    requestId: id,
    carried: operation.headers?.named(clientHeaders),
    deadlineAt,
    ...(authorization === undefined ? {} : { authorization }),
    ...(body.length === 0 ? {} : { body: body.toString() }),
    ...(method === 'GET' ? { cancel } : { notes: notes && { leaves: () => notes.leavesForV1() } }),
  });
  if (!outcome.ok) {
    const { code, ambiguous = false, ...details } = faultRefusal(outcome.failure, method !== 'GET');
    return { answer: answerRefusal({ code, ambiguous, ...details }, id), refusal: { code, ambiguous } };
  }
  const { status, headers, body: answerBody } = outcome.value;
  const type = headers['content-type'];
  const v1Headers = {
    ...keepHeaders(headers),
    ...pickShownHeaders(headers, operation.headers, 'v1'),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
  return { answer: { status, headers: v1Headers, body: answerBody.toString(), isAsCame: true } };
}

/** Returns v2's answer, which for a page that v2 alone can answer says when to ask again while v2 is away. */
const answerOfV2 = (context: RequestContext, route: Route, { phase, answer }: MadeAnswer): Answer =>
  phase === 'unsent' && cursorSideOf(route) === 'v2' ? answerPageAway(context) : answer;

/** Lets v1 answer once a request that v2 provably has not executed, if the decision allows it. */
async function fallBack(
  { stages: { callV1, deadlineMs }, clock }: Pipeline,
  context: RequestContext,
  route: Route,
  decision: StagedDecision,
  madeAnswer: MadeAnswer,
): Promise<Settlement> {
  const { phase, refusal } = madeAnswer;
  const { targetForV1: target } = context;
  const isV1Asked =
    phase !== undefined &&
    decision.mayFallBack &&
    (chooseFallback(phase, changesData(route.operation)) === 'v1' ||
      isTakenByV1(route, decision, madeAnswer));
  if (!isV1Asked || callV1 === undefined || target === undefined)
    return { by: 'v2', answer: answerOfV2(context, route, madeAnswer), facts: factsOf(refusal) };
  context.facts.upstreamCalls += 1;
  const instead = await askV1Instead(callV1, context, route, target, clock.steady() + deadlineMs);
  const detail = `v2: ${refusal?.detail ?? phase}; v1 was asked instead`;
  return { by: 'fallback', answer: instead.answer, facts: { ...factsOf(instead.refusal), detail } };
}
