import { BACK_AT, backEvidence } from './backEvidence';
import { breakerAfter, closedBreaker, isOpen } from './breaker';
import { countOnce } from './countOnce';
import type { CutoverState } from './cutoverState';
import type { Served } from './served';

/** Watches over one resource on this instance, in memory: going back needs neither store nor anyone's leave. */
export interface Guard {
  /** Takes note of a request; the sentence why the canary has to go back, when it has to. */
  readonly after: (served: Served, state: CutoverState, now: number) => string | undefined;
  /** True while the breaker keeps this instance off v2. */
  readonly broken: (now: number) => boolean;
  /** True from the opening of the breaker to the next success of v2. */
  readonly failing: () => boolean;
}

interface Counts {
  /** Since which move they count. */
  readonly since: number;
  readonly requests: { v1: number; v2: number };
  readonly errors: { v1: number; v2: number };
}

/** The canary's weight: its percentage, or its share of the traffic where its callers are the busy ones. */
function shareOf(percent: number, { v1, v2 }: Counts['requests']): number {
  return Math.max(percent / 100, v2 / (v1 + v2));
}

/** A guard that has seen nothing. */
export function createGuard(): Guard {
  let breaker = closedBreaker;
  let counts: Counts | undefined;
  const counted = countOnce();

  const backReason = (served: Served, state: CutoverState, now: number): string | undefined => {
    if (state.stage.kind !== 'canary') return undefined;
    // Whoever was sent somewhere by a person is not part of the draw.
    if (served.because !== 'inCanary' && served.because !== 'outsideCanary') return undefined;
    if (counts?.since !== state.since) {
      counts = { since: state.since, requests: { v1: 0, v2: 0 }, errors: { v1: 0, v2: 0 } };
    }
    const { requests, errors } = counts;
    const { side, caller, operation, signature } = served;
    requests[side] += 1;
    if (!served.failed || !counted(`${side} ${caller} ${operation} ${signature}`, now)) return undefined;
    errors[side] += 1;
    const evidence = backEvidence(errors.v2, errors.v1, shareOf(state.stage.percent, requests));
    if (evidence < BACK_AT) return undefined;
    return `${errors.v2} errors on the canary against ${errors.v1} on v1 (evidence ${evidence.toFixed(0)}, needed ${BACK_AT})`;
  };
  return {
    after: (served, state, now) => {
      if (served.side === 'v2') breaker = breakerAfter(breaker, served.failed, now);
      return backReason(served, state, now);
    },
    broken: (now) => isOpen(breaker, now),
    failing: () => breaker.openUntil > 0,
  };
}
