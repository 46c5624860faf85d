import { HOUR_MS } from '../../contract/clock';
import type { Components } from '../cutoverComponents';
import { LIFEBOAT } from '../stages/mover';
import { countedWriteEnd, countsSince, type OperationTraffic, type ServedRequest } from './traffic';
import { breakageReason } from '../canaryGuard';
import type { SuddenStreaks } from './suddenStreaks';
import { queueNews } from '../stages/memberNews';

/**
 * Recognizes a request that says nothing new about v2: a 429 within the documented limit, and the repeated refusal of a
 * caller that v1 answers meanwhile.
 */
function isNothingNew({ side, signature, because, failed, refused }: ServedRequest): boolean {
  if (because === 'trial' && (failed || refused === true)) return true;
  return side === 'v2' && signature === 'rateLimited' && !failed;
}

/** Returns the reason to move a resource back if v2 alone is to blame. */
function reasonToMoveBack(
  { standing, log, counters, news, journal }: Components,
  { resource, side, operation, failed }: ServedRequest,
  traffic: OperationTraffic,
  at: number,
  isOwn: boolean,
): string | undefined {
  if (side !== 'v2' || !failed || traffic.streak.blamed === 0) return undefined;
  // The counts are saved at once, so that even a kill of the process does not lose them.
  if (isOwn) void Promise.all([counters.save(), news.exchange().catch(journal.onError)]);
  const { sunset } = standing(resource);
  const { kind } = log.state(resource).stage;
  const asksBoth = sunset !== undefined && at < sunset && (kind === 'canary' || kind === 'v2');
  const broken = asksBoth ? breakageReason(traffic, at) : undefined;
  return broken === undefined ? undefined : `${operation}: ${broken}`;
}

/** Counts a write, because refusals are no failures and no write is compared. */
export function noteWrite(streaks: SuddenStreaks, served: ServedRequest, now: number): void {
  const { signature, resource, operation, side, caller } = served;
  const end = countedWriteEnd(served);
  if (end !== 'accepted' && end !== 'declined') return;
  // Members are listed one by one, because V8 makes a dictionary of a literal that starts with a spread.
  const counted = { resource, operation, side, caller, bad: end === 'declined' ? signature : undefined };
  streaks.count(counted, now);
}

/**
 * Records the end of a request of this process, or of another that shares the store, and returns the request as it
 * counts. The process that acts for all may move the resource back.
 */
function recordServed(components: Components, servedRequest: ServedRequest, isOwn = true): ServedRequest {
  const { registry, guardOf, log, move, now, callerFailures, refusedWrites } = components;
  const { retirement, members, countWrite } = components;
  const { because, resource, signature, caller } = servedRequest;
  if (because === 'brownout') retirement.refused(signature, caller);
  // A request that the operator forces is no traffic, nor is one that a brownout refuses.
  if (because === 'brownout' || because === 'forced') return servedRequest;
  const at = now();
  const state = log.state(resource);
  const served = callerFailures.noteRequest(servedRequest, state.since, at);
  noteWrite(refusedWrites, served, at);
  countWrite(served, at);
  if (isNothingNew(served)) return served;
  const traffic = registry.countRequest(served, state.since, at, isOwn);
  const blame = reasonToMoveBack(components, served, traffic, at, isOwn);
  const reason = guardOf(resource).noteRequest(served, state, at) ?? blame;
  if (reason === undefined || !members.isLeader()) return served;
  const back = { kind: 'move', to: { kind: 'shadow' } } as const;
  void move(resource, back, { actor: LIFEBOAT, cause: 'breaker', reason: blame ?? reason });
  return served;
}

/** Restores the counts of an earlier process, so that a restart ends no alarm that still holds, and hides no new one. */
export function recallServed(
  { registry, usage, callerFailures, refusedWrites, now }: Components,
  resource: string,
): void {
  const callers = [...usage.usageOf(resource).callers].map(
    ([caller, { latest: latestAt }]) => [caller, latestAt] as const,
  );
  callerFailures.markAnswered(callers.map(([caller]) => caller));
  for (const [operation, traffic] of registry.trafficOf(resource)) {
    const { accepted: good, declined: bad } = countsSince(traffic, now() - HOUR_MS);
    if (good > 0) refusedWrites.restoreOperation({ resource, operation }, { good, bad }, callers, now());
  }
}

/**
 * Creates the function that records a served request and tells the other processes of it, so that each of them sees a
 * streak of failures over all. Only its own process adds it to the counts in the store.
 */
export function createServedRecorder(components: Components): (request: ServedRequest) => void {
  const news = queueNews<ServedRequest>();
  components.news.share(
    'served',
    news.createPart(
      (othersServed, isRepeated) => isRepeated || recordServed(components, othersServed, false),
    ),
  );
  return (request) => news.add(recordServed(components, request));
}
