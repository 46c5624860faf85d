import type { DifferenceKind } from '../compare/difference';

/** A difference that keeps coming back, by the numbers of the compared requests of its operation. */
export interface Run {
  readonly first: number;
  readonly latest: number;
  /** Requests that have it. */
  readonly times: number;
  /** Clock ms of the latest. */
  readonly at: number;
}

/** Most requests in a row without the difference within one run. */
const RUN_GAP_REQUESTS = 20;

/** Average gaps between two differing requests after which a run is over, not only paused. */
const GAPS_THAT_END_A_RUN = 3;

/** Requests with a difference that raise an alarm, and requests in a row without it that end the alarm. */
export const ALARMING_FAILURES = 3;
const ALARMING_PROOF = 10;

/** Time (ms) without an unanswered request after which an outage is over, even without requests. */
const OUTAGE_MS = 240_000;

/** Counts the requests in a row without the difference that end its run. */
function cleanNeeded(kind: DifferenceKind, { first: firstAt, latest: latestAt, times }: Run): number {
  const least = kind === 'unavailable' ? ALARMING_FAILURES : ALARMING_PROOF;
  return times === 1 ? least : Math.max(least, (GAPS_THAT_END_A_RUN * (latestAt - firstAt)) / (times - 1));
}

/** True when enough requests came without the difference, so that its alarm ends. */
export const isRunOver = (kind: DifferenceKind, run: Run, compared: number): boolean =>
  compared - run.latest >= cleanNeeded(kind, run);

/** True for an outage that no request has met for long, so that its alarm ends. */
export const isForgotten = (kind: DifferenceKind, { at }: Run, now: number): boolean =>
  kind === 'unavailable' && now - at >= OUTAGE_MS;

/** Adds a request with the difference, compared at an instant (clock ms), to a run, or begins one. */
export function lengthenRun(kind: DifferenceKind, run: Run | undefined, compared: number, at: number): Run {
  const isNew =
    run === undefined || compared - run.latest > Math.max(RUN_GAP_REQUESTS, cleanNeeded(kind, run));
  if (isNew) return { first: compared, latest: compared, times: 1, at };
  return { ...run, latest: compared, times: run.times + 1, at };
}
