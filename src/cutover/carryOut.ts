import type { ChangeOutcome, ChangeRequest } from './changeRequest';
import { isSafer } from './isSafer';
import type { Machinery } from './machinery';
import { refuseChange } from './refuseChange';

/** Carries out what a person asks for, or says why not. */
export async function carryOut(machinery: Machinery, request: ChangeRequest): Promise<ChangeOutcome> {
  const { subject, log, move, health, now } = machinery;
  const { resource, change, actor, reason } = request;
  const names = subject().resources.map(({ name }) => name);
  if (!names.includes(resource)) {
    const sentence = `no resource ${resource}; there are: ${names.join(', ')}`;
    return { ok: false, why: 'unknownResource', sentence };
  }
  const state = log.state(resource);
  const refused = refuseChange(request, state, now());
  if (refused !== undefined) return { ok: false, ...refused };
  const safer = isSafer(change, state);
  const cause = change.kind === 'kill' ? 'kill' : 'manual';
  const kept = await move(resource, change, { actor, cause, reason });
  if (!kept) health.failed(new Error('a change could not be written'));
  if (kept || safer) return { ok: true, kept };
  return { ok: false, why: 'storeFailed', sentence: 'the change cannot be written down, so it is not made' };
}
