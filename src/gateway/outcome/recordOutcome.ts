import type { Cutover } from '../../cutover/cutover';
import type { Clock } from '../../contract/clock';
import type { Facts, RequestContext, ServedBy } from '../context';
import type { Handled, Route, Translation } from '../gateway';
import type { Answer, ProblemCode } from '../problems';
import { readBackLater, type ReadsLeftWrites } from './readBackLater';
import { listedTarget } from './writeNotes';
import { isUnexpectedRefusal, type Served, type WriteEnd } from '../../cutover/evidence/traffic';
import type { Because } from '../../cutover/stages/decide';

/** Parts of record. */
export interface RecordParts {
  readonly stages: {
    readonly cutover: Pick<Cutover, 'ambiguous' | 'noteFound'>;
    readonly left?: Pick<ReadsLeftWrites, 'ended'> | undefined;
  };
  readonly translation: Translation;
  readonly clock: Clock;
}

/** The answer for the client, its side, and the facts for the log. */
export interface Settled {
  readonly by: ServedBy;
  readonly answer: Answer;
  readonly facts: Partial<Pick<Facts, 'problem' | 'ambiguous' | 'executed' | 'detail'>>;
}

const noFacts: Settled['facts'] = {};

/** Turns a refusal into facts for the log. */
export function factsOf(refusal: Handled['refusal']): Settled['facts'] {
  if (refusal === undefined) return noFacts;
  const { code: problem, detail, ambiguous = false, executed = false } = refusal;
  return { problem, detail, ambiguous: ambiguous || undefined, executed: executed || undefined };
}

/** True when v2 is to blame: a request that v1 refuses too is the client's mistake. */
function isBlamed({ phase, refusal }: Handled, { by, answer }: EndedOnV2['settled']): boolean {
  if (phase === 'refused' || (phase === 'untranslatable' && refusal?.code === 'invalid'))
    return by === 'fallback' && answer.status < 400;
  return phase !== undefined;
}

/** Returns how a write ended, by the status of the side that was asked first; undefined for a read. */
function writeEnd(method: string, status: number, isRefused: boolean): WriteEnd | undefined {
  if (method === 'GET') return undefined;
  if (!isRefused) return 'accepted';
  if (status === 429) return 'limited';
  return isUnexpectedRefusal(status) ? 'barred' : 'declined';
}

/** Returns the id in the path of a write; a login is no number and so no id. */
function itemOf({ operation, parameters }: Route): string | undefined {
  if (operation.v1.method === 'GET') return undefined;
  const [id = ''] = Object.values(parameters);
  return /^\d+$/.test(id) ? id : undefined;
}

/** The end of a request to v2. */
export interface EndedOnV2 {
  readonly because: Because;
  readonly handled: Handled;
  readonly settled: Pick<Settled, 'by' | 'answer'>;
  /** Milliseconds that v2 took. */
  readonly milliseconds: number;
}

/** Describes how a request to v2 ended for the cutover. */
function servedByV2(
  { fingerprint: caller = '' }: RequestContext,
  route: Route,
  { because, handled, settled, milliseconds }: EndedOnV2,
): Served {
  const { resource, name, v1 } = route.operation;
  const { answer, phase, upstreamCalls } = handled;
  const { status } = settled.answer;
  // A limit that the operator has set is not a limit of v2.
  const isLimitOfV2 = answer.status !== 429 || v1.method === 'GET' || upstreamCalls > 0;
  const rescue = status < 500 ? 'answered' : 'failed';
  // Members one by one: V8 takes 3 KB for a literal that begins with a spread object.
  return {
    resource,
    operation: name,
    caller,
    side: 'v2',
    because,
    milliseconds,
    signature: handled.refusal?.code ?? String(answer.status),
    failed: isBlamed(handled, settled),
    rescue: settled.by === 'fallback' ? rescue : undefined,
    refused: settled.by === 'v2' && isLimitOfV2 && isUnexpectedRefusal(status),
    write: writeEnd(v1.method, answer.status, phase === 'refused'),
    item: itemOf(route),
  };
}

/** The end of a request to v1. */
export interface EndedOnV1 {
  readonly because: Because;
  /** The status sent. */
  readonly status: number;
  /** Code of the failure without a usable answer. */
  readonly problem: ProblemCode | undefined;
  /** Milliseconds from the beginning of the request. */
  readonly milliseconds: number;
}

/** Describes how a request to v1 ended for the cutover. */
function servedByV1(
  { fingerprint: caller = '' }: RequestContext,
  route: Route,
  { because, status, problem, milliseconds }: EndedOnV1,
): Served {
  const { resource, name, v1 } = route.operation;
  return {
    resource,
    operation: name,
    caller,
    side: 'v1',
    because,
    milliseconds,
    failed: problem !== undefined || status >= 500,
    refused: isUnexpectedRefusal(status),
    write: writeEnd(v1.method, status, status >= 400 && status < 500),
    item: itemOf(route),
    signature: problem ?? String(status),
  };
}

/** Records how a request to v2 ended, for the log and for the cutover. */
export function record(
  { stages: { left: leftWrites } }: Pick<RecordParts, 'stages'>,
  context: RequestContext,
  route: Route,
  outcome: EndedOnV2 & { readonly settled: Settled },
): void {
  const { settled, handled } = outcome;
  if (settled.facts !== noFacts) Object.assign(context.facts, settled.facts);
  context.served(settled.by);
  if (handled.refusal?.code === 'clientGone') return;
  // A deprecated form of v2 has no stage: v1 has no part in it.
  if (context.facts.stage !== undefined) context.outcome = servedByV2(context, route, outcome);
  leftWrites?.ended(context);
}

/** Puts a write that v2 may have executed on the list of ambiguous writes, and reads it back. */
export async function listAmbiguous(
  { stages: { cutover }, translation, clock }: RecordParts,
  context: RequestContext,
  route: Route,
  { by, answer }: Settled,
): Promise<void> {
  const { operation } = route;
  const { facts } = context;
  // Each part of a bulk change is on the list already.
  if (facts.ambiguous !== true || operation.each !== undefined) return;
  const { id, fingerprint: caller = '', targetForV1: requestTarget = operation.v1.template } = context;
  const target = listedTarget(route, requestTarget);
  const { problem = String(answer.status), executed = false } = facts;
  const side = by === 'fallback' ? 'v1' : 'v2';
  const { resource, name } = operation;
  await cutover.ambiguous({ id, resource, operation: name, target, caller, side, problem, executed });
  if (!executed) readBackLater(context, requestTarget, { translation, cutover, clock });
}

/** Records how a request ended that v1 has answered. */
export function recordPass(
  { stages: { left: leftWrites } }: Pick<RecordParts, 'stages'>,
  context: RequestContext,
  route: Route,
  outcome: Pick<EndedOnV1, 'status' | 'milliseconds'>,
): void {
  const { facts, decision } = context;
  const { problem } = facts;
  if (problem === 'clientGone') return;
  const because = decision?.because ?? 'stage';
  context.outcome = servedByV1(context, route, { ...outcome, problem, because });
  leftWrites?.ended(context);
}
