import type { Clock } from '../../contract/clock';

/** Carries out a refusal now or a little later, so that refusals leave the processor to answers. */
export type PaceRefusal = (refuse: () => void) => void;

/** Refusals in a second when they come at this pace for long: at 0.1 ms each a sixteenth of a processor. */
const PER_SECOND = 600;

/** Refusals that go out at once before they are paced, and again after a pause. */
const AT_ONCE = 256;

/** Longest time (ms) for which a refusal is held back; a client that heeds `Retry-After` asks nothing for half of it. */
const LONGEST = 2_000;

/**
 * Held back at a time. More come from clients that do not wait for their refusals: to hold those back does not slow them,
 * and would use up the connections. So for a while none is held back, and those that wait go out, a fixed number in each round.
 */
const MOST = 2_048;
const UNHELD = 10_000;
const OF_ROUND = 100;

/** Time (ms) between looks at those held back. */
const ROUND = 10;

/**
 * Paces refusals. A client that is refused and asks again at once costs about as much each time as an answer does: a
 * thousand of them leave next to nothing of the processor to answers, while one that waits for its refusal asks nothing.
 */
export function paceRefusals({ steady, schedule }: Pick<Clock, 'steady' | 'schedule'>): PaceRefusal {
  const heldRefusals: { readonly refuse: () => void; readonly until: number }[] = [];
  let allowed = AT_ONCE;
  let countedAt = steady();
  let unheldUntil = -Infinity;
  let isRunning = false;

  const allow = (now: number): void => {
    allowed = Math.min(AT_ONCE, allowed + ((now - countedAt) * PER_SECOND) / 1_000);
    countedAt = now;
  };
  const round = (): void => {
    const now = steady();
    allow(now);
    if (now < unheldUntil) allowed = Math.max(allowed, OF_ROUND);
    for (let oldest = heldRefusals[0]; oldest !== undefined; oldest = heldRefusals[0]) {
      if (allowed < 1 && now < oldest.until) break;
      allowed = Math.max(0, allowed - 1);
      heldRefusals.shift();
      oldest.refuse();
    }
    isRunning = heldRefusals.length > 0;
    if (isRunning) schedule(ROUND, round);
  };
  return (refuse) => {
    const now = steady();
    allow(now);
    if (now < unheldUntil || (heldRefusals.length === 0 && allowed >= 1)) {
      allowed = Math.max(0, allowed - 1);
      refuse();
      return;
    }
    heldRefusals.push({ refuse, until: now + LONGEST });
    if (heldRefusals.length > MOST) unheldUntil = now + UNHELD;
    if (!isRunning) schedule(ROUND, round);
    isRunning = true;
  };
}
