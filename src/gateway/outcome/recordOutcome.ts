import type { Cutover } from '../../cutover/cutover';
import type { Clock } from '../../contract/clock';
import type { Later } from '../../contract/result';
import type { Facts, RequestContext, ServedBy } from '../context';
import type { Handled, Route, Translation } from '../gateway';
import type { Answer } from '../problems';
import type { AsksAgain } from './askAgain';
import { readBackLater } from './readBackLater';
import { listedTarget } from './writeNotes';
import { type EndedOnV1, type EndedOnV2, servedByV1, servedByV2 } from './servedRequests';

/** Parts of record. */
export interface RecordParts {
  readonly stages: {
    readonly cutover: Pick<Cutover, 'served' | 'ambiguous' | 'noteFound'>;
    readonly again?: Pick<AsksAgain, 'ended'> | undefined;
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

/** Records how a request to v2 ended, for the log and for the cutover. */
export function record(
  { stages: { cutover, again } }: RecordParts,
  context: RequestContext,
  route: Route,
  ended: EndedOnV2 & { readonly settled: Settled },
): void {
  const { settled, handled } = ended;
  if (settled.facts !== noFacts) Object.assign(context.facts, settled.facts);
  context.served(settled.by);
  if (handled.refusal?.code === 'clientGone') return;
  const served = servedByV2(context, route, ended);
  cutover.served(served);
  again?.ended(served, context, route);
}

/** Puts a write that v2 may have executed on the list of ambiguous writes, and reads it back. */
export function listAmbiguous(
  parts: RecordParts,
  context: RequestContext,
  route: Route,
  settled: Settled,
): Later<void> {
  // Each part of a bulk change is on the list already.
  if (settled.facts.ambiguous !== true || route.operation.each !== undefined) return undefined;
  return list(parts, context, route, settled);
}

async function list(
  { stages: { cutover }, translation, clock }: RecordParts,
  context: RequestContext,
  route: Route,
  { by, answer, facts }: Settled,
): Promise<void> {
  const { operation } = route;
  const { id, fingerprint: caller = '', targetForV1: asked = operation.v1.template } = context;
  const target = listedTarget(route, asked);
  const { problem = String(answer.status), executed = false } = facts;
  const side = by === 'fallback' ? 'v1' : 'v2';
  const { resource, name } = operation;
  await cutover.ambiguous({ id, resource, operation: name, target, caller, side, problem, executed });
  if (!executed) readBackLater(context, asked, { translation, cutover, clock });
}

/** Records how a request ended that was handed over to v1. */
export function recordPass(
  { stages: { cutover, again } }: Pick<RecordParts, 'stages'>,
  context: RequestContext,
  route: Route,
  ended: Pick<EndedOnV1, 'status' | 'milliseconds'>,
): void {
  const { facts, decision } = context;
  const { problem } = facts;
  if (problem === 'clientGone') return;
  const served = servedByV1(context, route, { ...ended, problem, because: decision?.because ?? 'stage' });
  cutover.served(served);
  again?.ended(served, context, route);
}
