import type { Cutover } from '../../cutover/cutover';
import { isRefusal } from '../../cutover/evidence/traffic';
import type { Because } from '../../cutover/stages/decide';
import type { Clock } from '../../contract/clock';
import type { Facts, RequestContext, ServedBy } from '../context';
import type { Handled, Route, Translation } from '../gateway';
import type { Answer } from '../problems';
import { readBackLater } from './readBackLater';

/** Parts of record. */
export interface RecordParts {
  readonly stages: { readonly cutover: Pick<Cutover, 'served' | 'ambiguous' | 'noteFound'> };
  readonly translation: Translation;
  readonly clock: Clock;
}

/** The answer for the client, its side, and the facts for the log. */
export interface Settled {
  readonly by: ServedBy;
  readonly answer: Answer;
  readonly facts: Partial<Pick<Facts, 'problem' | 'ambiguous' | 'executed' | 'detail'>>;
}

/** Turns a refusal into facts for the log. */
export function factsOf(refusal: Handled['refusal']): Settled['facts'] {
  if (refusal === undefined) return {};
  const { code: problem, detail, ambiguous = false, executed = false } = refusal;
  return { problem, detail, ambiguous: ambiguous || undefined, executed: executed || undefined };
}

/** True when v2 is to blame: what it refuses to read but v1 refuses too is the client's own mistake. */
function isBlamed({ phase, refusal }: Handled, { by, answer }: Settled): boolean {
  if (phase === 'untranslatable' && refusal?.code === 'invalid')
    return by === 'fallback' && answer.status < 400;
  // A refusal is an answer.
  return phase !== undefined && phase !== 'refused';
}

interface Ended {
  readonly because: Because;
  readonly handled: Handled;
  readonly settled: Settled;
  /** That v2 took. */
  readonly milliseconds: number;
}

/** Records how a request to v2 ended, for the log and for the cutover. */
export function record(
  { stages: { cutover } }: RecordParts,
  context: RequestContext,
  { operation }: Route,
  { because, handled, settled, milliseconds }: Ended,
): void {
  Object.assign(context.facts, settled.facts);
  context.served(settled.by);
  const problem = handled.refusal?.code;
  if (problem === 'clientGone') return;
  const { status } = settled.answer;
  const rescue = status < 500 ? 'answered' : 'failed';
  cutover.served({
    ...{ resource: operation.resource, operation: operation.name, caller: context.fingerprint ?? '' },
    ...{ side: 'v2', because, milliseconds, signature: problem ?? String(handled.answer.status) },
    failed: isBlamed(handled, settled),
    rescue: settled.by === 'fallback' ? rescue : undefined,
    refused: isRefusal(status, operation.v1.method),
  });
}

/** Puts a write that v2 may have executed on the list of ambiguous writes, and reads it back. */
export async function listAmbiguous(
  { stages: { cutover }, translation, clock }: RecordParts,
  context: RequestContext,
  { operation }: Route,
  { by, answer, facts }: Settled,
): Promise<void> {
  // Each part of a bulk change is on the list already.
  if (facts.ambiguous !== true || operation.each !== undefined) return;
  const { id, fingerprint: caller = '', targetForV1: asked = operation.v1.template } = context;
  // Without its query: nothing is known of what a client may have put there.
  const target = `${operation.v1.method} ${asked.replace(/\?.*$/s, '')}`;
  const { problem = String(answer.status), executed = false } = facts;
  const side = by === 'fallback' ? 'v1' : 'v2';
  const { resource, name } = operation;
  await cutover.ambiguous({ id, resource, operation: name, target, caller, side, problem, executed });
  if (!executed) readBackLater(context, asked, { translation, cutover, clock });
}

/** The end of a request that was handed over to v1. */
interface Passed {
  /** The status sent. */
  readonly status: number;
  /** From the beginning of the request. */
  readonly milliseconds: number;
}

/** Records how a request ended that was handed over to v1. */
export function recordPass(
  { stages: { cutover } }: Pick<RecordParts, 'stages'>,
  { facts: { problem }, fingerprint: caller = '', decision }: RequestContext,
  { operation: { resource, name, v1 } }: Route,
  { status, milliseconds }: Passed,
): void {
  if (problem === 'clientGone') return;
  cutover.served({
    ...{ resource, operation: name, caller, side: 'v1', because: decision?.because ?? 'stage', milliseconds },
    failed: problem !== undefined || status >= 500,
    refused: isRefusal(status, v1.method),
    signature: problem ?? String(status),
  });
}
