import type { Components } from '../cutoverComponents';
import { LIFEBOAT } from '../stages/mover';
import { noteWrite } from './suddenFindings';
import { brokenOperation, countsSince, HOUR, type OperationTraffic, type Served } from './traffic';

/** True for a 429 within the documented limit, which says neither that v2 works nor that it fails. */
const isWithinLimit = ({ side, signature, failed }: Served): boolean =>
  side === 'v2' && signature === 'rateLimited' && !failed;

/** True for a request that no client sent as traffic: forced by the operator, refused by a brownout, or asked again. */
const isNoTraffic = ({ because, again }: Served): boolean =>
  because === 'forced' || because === 'brownout' || again === true;

/** Counts a request in evidence and usage; returns the counts of its operation. */
export function countServed(
  { registry, usage, log }: Components,
  served: Served,
  at: number,
): OperationTraffic | undefined {
  if (isNoTraffic(served)) return undefined;
  const { resource, side, caller, operation, failed, milliseconds } = served;
  registry.observe(resource, { kind: 'served', side, caller, operation, failed, milliseconds });
  usage.count(served);
  return isWithinLimit(served) ? undefined : registry.count(served, log.state(resource).since, at);
}

/** Returns the reason to move a resource back if v2 alone is to blame. */
function blameOf(
  { standing, log, counts }: Components,
  { resource, side, operation, failed }: Served,
  traffic: OperationTraffic,
  at: number,
): string | undefined {
  if (side !== 'v2' || !failed || traffic.row.blamed === 0) return undefined;
  // Saved at once, so that even killing the process does not lose it.
  counts().saveSoon();
  const { sunset } = standing(resource);
  const { kind } = log.state(resource).stage;
  const asksBoth = sunset !== undefined && at < sunset && (kind === 'canary' || kind === 'v2');
  const broken = asksBoth ? brokenOperation(traffic, at) : undefined;
  return broken === undefined ? undefined : `${operation}: ${broken}`;
}

/** Has the breaker of a process that counts only its own requests hear of another's. */
export function noteServed({ guardOf, log, now }: Components, served: Served): void {
  if (isNoTraffic(served) || isWithinLimit(served)) return;
  guardOf(served.resource).after(served, log.state(served.resource), now());
}

/**
 * Records the end of a request of this process, or of another that shares the store; the one that acts for all may move
 * the resource back. Returns the request as it counts.
 */
export function recordServed(components: Components, given: Served): Served {
  const { guardOf, log, move, now, callerFailures, refusedWrites, retirement, members } = components;
  const { because, resource, signature, caller, again } = given;
  if (because === 'brownout') retirement.refused(signature, caller);
  if (because === 'brownout' || because === 'forced') return given;
  const at = now();
  const state = log.state(resource);
  const served = callerFailures.note(given, state.since, at);
  if (again !== true) noteWrite(refusedWrites, served, at);
  const traffic = countServed(components, served, at);
  if (traffic === undefined) return served;
  const blame = blameOf(components, served, traffic, at);
  const reason = guardOf(resource).after(served, state, at) ?? blame;
  if (reason === undefined || !members().isDoer()) return served;
  const back = { kind: 'move', to: { kind: 'shadow' } } as const;
  void move(resource, back, { actor: LIFEBOAT, cause: 'breaker', reason: blame ?? reason });
  return served;
}

/** Takes in what an earlier process has counted, so that a restart ends no alarm of what goes on, and hides no new one. */
export function recallServed(
  { registry, usage, callerFailures, refusedWrites, now }: Components,
  resource: string,
): void {
  const callers = [...usage.of(resource).callers].map(([caller, { latest }]) => [caller, latest] as const);
  callerFailures.recall(callers.map(([caller]) => caller));
  for (const [operation, traffic] of registry.of(resource).traffic) {
    const { accepted: good, declined: bad } = countsSince(traffic, now() - HOUR);
    if (good > 0) refusedWrites.recall({ resource, operation, good, bad, callers }, now());
  }
}
