import { MINUTE_MS } from '../contract/clock';
import { createRepeatFilter } from '../contract/recent';
import { betGain } from './evidence/rateConditions';
import { countsSince, type OperationTraffic, type ServedRequest } from './evidence/traffic';
import type { CutoverState } from './stages/stageState';

/** Error ratios of canary to v1 that the alternative hypothesis bets on, with equal weights. */
const TIMES = [1.5, 2, 3, 5, 10, 30, 100] as const;

/** Evidence at which the canary moves back; a canary as good as v1 reaches it in at most 1 of 100 runs of any length. */
export const BACK_AT = 100;

/**
 * Computes the e-value against "errors fall on the canary no more often than its share of the traffic", after `canaryErrors` and
 * `v1Errors` at weight `share` (0 to 1, both excluded: without two sides there is nothing to compare, and the value is 1).
 */
export function backEvidence(canaryErrors: number, v1Errors: number, share: number): number {
  if (share <= 0 || share >= 1) return 1;
  const gains = TIMES.map((times) =>
    betGain((times * share) / (times * share + 1 - share), share, canaryErrors, v1Errors),
  );
  return gains.reduce((sum, gain) => sum + gain, 0) / TIMES.length;
}

interface Breaker {
  /** The latest 20 outcomes, oldest first; true is a failure. */
  readonly latest: readonly boolean[];
  /** End of the pause without calls to v2, clock ms; 0 without a pause. */
  readonly openUntil: number;
}

const WINDOW = 20;
const IN_A_ROW = 5;

/** Pause (ms) before v2 is tried again. */
const BREAKER_PAUSE_MS = 30_000;

/** Closed breaker without any outcome. */
export const closedBreaker: Breaker = { latest: [], openUntil: 0 };

/** Reports whether this instance avoids v2. */
export const isBreakerOpen = ({ openUntil }: Breaker, now: number): boolean => now < openUntil;

/** True in the usual case: one more success changes nothing. */
const hasOnlySuccesses = ({ latest, openUntil }: Breaker): boolean =>
  openUntil === 0 && latest.length === WINDOW && !latest.includes(true);

/**
 * Returns the breaker after one more outcome: five failures in a row, or half of the last 20, open it. After its pause
 * the next outcome decides alone: a failure opens it again, a success closes it and clears its history.
 * Own code, because opossum counts by percent and time slices on the machine's clock, and cannot count calls in a row.
 */
export function breakerAfter(breaker: Breaker, hasFailed: boolean, now: number): Breaker {
  if (isBreakerOpen(breaker, now)) return breaker; // the call was under way when the breaker opened
  if (breaker.openUntil > 0)
    return hasFailed ? { ...breaker, openUntil: now + BREAKER_PAUSE_MS } : closedBreaker;
  if (!hasFailed && hasOnlySuccesses(breaker)) return breaker;
  const outcomes = [...breaker.latest, hasFailed].slice(-WINDOW);
  const countFailures = (outcomes: readonly boolean[]): number => outcomes.filter(Boolean).length;
  const isHalf = outcomes.length === WINDOW && countFailures(outcomes) >= WINDOW / 2;
  const opens = isHalf || countFailures(outcomes.slice(-IN_A_ROW)) === IN_A_ROW;
  return { latest: outcomes, openUntil: opens ? now + BREAKER_PAUSE_MS : 0 };
}

/** Requests from which on more than half of them say something, and the time (ms) in which they came. */
const MIN_REQUESTS = 10;
const LATELY_MS = 2 * MINUTE_MS;

/**
 * Returns the reason why an operation is broken on v2 while v1 answers it: five failures in a row, or more than half of
 * at least ten requests within two minutes, of any callers. Undefined if it is not broken, or if v1 fails as well.
 */
export function breakageReason(traffic: OperationTraffic, now: number): string | undefined {
  const { streak, stageSince } = traffic;
  // All requests to v1 count, also fallbacks; without any, nothing speaks against v1.
  const { v1, v1Failed, rescued, lost } = countsSince(traffic, now - LATELY_MS);
  if ((v1Failed + lost) * 2 > v1 + rescued + lost) return undefined;
  if (streak.blamed >= IN_A_ROW) return `the last ${streak.blamed} requests have failed on v2`;
  const counts = countsSince(traffic, Math.max(now - LATELY_MS, stageSince));
  const [requests, failed] = [counts.v2 - counts.lost, counts.blamed];
  if (requests < MIN_REQUESTS || failed * 2 <= requests) return undefined;
  return `${failed} of ${requests} requests have failed on v2 within two minutes`;
}

/** Time (ms) in which a repeated error counts once: a client in a loop is one observation. */
const SAME_ERROR_MS = 10 * MINUTE_MS;

/** Maximum number of remembered errors; beyond it an error may count twice, which only makes the move back quicker. */
const MAX_REMEMBERED_ERRORS = 5_000;

/** Guards one resource on this instance, in memory: a move back needs neither the store nor a person. */
export type CanaryGuard = ReturnType<typeof createCanaryGuard>;

/** Creates the guard: two breakers, and the counts since the last move. */
export function createCanaryGuard() {
  let breaker = closedBreaker;
  let breakerOfV1 = closedBreaker;
  /** Counts since the instant of a move, clock ms. */
  let counts = { since: -1, requests: { v1: 0, v2: 0 }, errors: { v1: 0, v2: 0 } };
  const isNew = createRepeatFilter(MAX_REMEMBERED_ERRORS, SAME_ERROR_MS);

  /** Weighs an error of the canary or v1, and returns the reason to move back if the canary has too many. */
  const backReason = (served: ServedRequest, state: CutoverState, now: number): string | undefined => {
    if (state.stage.kind !== 'canary') return undefined;
    // A caller with a side chosen by a person is not part of the random draw.
    if (served.because !== 'inCanary' && served.because !== 'outsideCanary') return undefined;
    if (counts.since !== state.since)
      counts = { since: state.since, requests: { v1: 0, v2: 0 }, errors: { v1: 0, v2: 0 } };
    const { requests, errors } = counts;
    const { side, caller, operation, signature } = served;
    requests[side] += 1;
    if (!served.failed || !isNew(`${side} ${caller} ${operation} ${signature}`, now)) return undefined;
    errors[side] += 1;
    // The canary weighs as much as its percentage, or as its share of the traffic if that is larger.
    const share = Math.max(state.stage.percent / 100, requests.v2 / (requests.v1 + requests.v2));
    const evidence = backEvidence(errors.v2, errors.v1, share);
    if (evidence < BACK_AT) return undefined;
    return `${errors.v2} errors on the canary against ${errors.v1} on v1 (evidence ${evidence.toFixed(0)}, needed ${BACK_AT})`;
  };
  return {
    /** Records a request, and returns the reason if the canary has to move back. */
    noteRequest: (served: ServedRequest, state: CutoverState, now: number): string | undefined => {
      if (served.side === 'v2') breaker = breakerAfter(breaker, served.failed, now);
      else breakerOfV1 = breakerAfter(breakerOfV1, served.failed, now);
      return backReason(served, state, now);
    },
    /** Reports whether the breaker keeps this instance off v2. */
    isAvoidingV2: (now: number): boolean => isBreakerOpen(breaker, now),
    /** Reports whether v1 keeps failing. v1 is still called. */
    isV1Failing: (now: number): boolean => isBreakerOpen(breakerOfV1, now),
    /** Reports whether the breaker has opened since the last success of v2. */
    isV2Failing: (): boolean => breaker.openUntil > 0,
  };
}
