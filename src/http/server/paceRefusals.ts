import type { Clock } from '../../contract/clock';

/** Refuses now or a little later, so that refusals leave the processor to answers. */
export type PaceRefusal = (refuse: () => void) => void;

/** Refusals per second at a lasting pace: at 0.1 ms each, a sixteenth of a processor. */
const PER_SECOND = 600;

/** Refusals that go out at once before they are paced, and again after a pause. */
const AT_ONCE = 256;

/** Longest time (ms) for which a refusal is held back; a client that heeds `Retry-After` asks nothing for half of it. */
const MAX_HOLD_MS = 2_000;

/**
 * Most refusals held at a time, time (ms) without holding after that, and refusals released in each round. If more
 * come, the clients do not wait for their refusals: holding them does not slow those clients, and would use up the
 * connections.
 */
const MAX_HELD_REFUSALS = 2_048;
const UNHELD = 10_000;
const OF_ROUND = 100;

/** Time (ms) between two releases of held refusals. */
const ROUND = 10;

/**
 * Paces refusals. A refused client that asks again at once costs about as much each time as an answer: a thousand such
 * clients leave next to nothing of the processor to answers. A client that waits for its refusal asks nothing.
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
    heldRefusals.push({ refuse, until: now + MAX_HOLD_MS });
    if (heldRefusals.length > MAX_HELD_REFUSALS) unheldUntil = now + UNHELD;
    if (!isRunning) schedule(ROUND, round);
    isRunning = true;
  };
}
