import type { ChangeOutcome, ChangeRequest, ManualChange } from './changeRequest';
import { isSafer } from './isSafer';
import type { Machinery } from './machinery';
import { refuseChange } from './refuseChange';
import { renderStage } from './renderStage';
import { resolveCaller } from './resolveCaller';

type Refused = Extract<ChangeOutcome, { ok: false }>;

/** Why a move forward must not be made as it is asked for; undefined when it may. */
function refuseMove(
  { gate }: Machinery,
  { resource, change, force, confirm }: ChangeRequest,
): Refused | undefined {
  if (change.kind !== 'move') return undefined;
  if (change.to.kind === 'gone' && confirm !== resource) {
    const sentence = `at gone every request of ${resource} gets a 410: confirm it with the name of the resource`;
    return { ok: false, why: 'unconfirmed', sentence };
  }
  const asked = gate(resource, change.to);
  if (asked === undefined || !asked.forward || force === true) return undefined;
  const { judgement, from, to } = asked;
  if (judgement.verdict === 'ready') return undefined;
  const missing = judgement.conditions.filter(({ outlook }) => outlook !== 'passed');
  const why = missing.map((condition) => condition.sentence).join('; ');
  const sentence = `${resource} from ${renderStage(from)} to ${renderStage(to)}: the gate is not passed (${why}); force moves it all the same`;
  return { ok: false, why: 'gate', sentence, judgement };
}

/** The change with the fingerprint of the caller whom a person has named in it. */
function withFingerprint(
  { book, named }: Machinery,
  { resource, change }: ChangeRequest,
): ManualChange | Refused {
  if (change.kind !== 'pin') return change;
  const seen = new Set(book.ofAllTime(resource).callers.keys());
  const caller = resolveCaller(change.caller, { seen, named });
  return caller.ok
    ? { ...change, caller: caller.fingerprint }
    : { ok: false, why: 'unknownCaller', sentence: caller.sentence };
}

/** Carries out what a person asks for, or says why not. */
export async function carryOut(machinery: Machinery, request: ChangeRequest): Promise<ChangeOutcome> {
  const { subject, log, move, health, now } = machinery;
  const { resource, actor, reason } = request;
  const names = subject().resources.map(({ name }) => name);
  if (!names.includes(resource)) {
    const sentence = `no resource ${resource}; there are: ${names.join(', ')}`;
    return { ok: false, why: 'unknownResource', sentence };
  }
  const state = log.state(resource);
  const refused = refuseChange(request, state, now());
  if (refused !== undefined) return { ok: false, ...refused };
  const stopped = refuseMove(machinery, request);
  if (stopped !== undefined) return stopped;
  const change = withFingerprint(machinery, request);
  if ('ok' in change) return change;
  const safer = isSafer(change, state);
  const cause = change.kind === 'kill' ? 'kill' : 'manual';
  const kept = await move(resource, change, { actor, cause, reason });
  if (!kept) health.failed(new Error('a change could not be written'));
  if (kept || safer) return { ok: true, kept };
  return { ok: false, why: 'storeFailed', sentence: 'the change cannot be written down, so it is not made' };
}
