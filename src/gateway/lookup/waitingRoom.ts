import { failure, type Result, success } from '../../translation/result';
import type { Clock } from '../clock';
import type { Gone } from '../gone';
import type { Refusal } from '../refusal';

/**
 * How a wait ends: a winning offer was seen; the whole list was (`complete`), so that what is new is all that is not
 * known; or all that there was when the wait began is known (`exact`).
 */
export type Settled = Result<'matched' | 'complete' | 'exact', Refusal>;

/** For how long, and for what. */
export interface Wait {
  readonly key: string;
  /** Instant (steady ms) at which it is given up. */
  readonly deadlineAt: number;
  readonly gone?: Gone | undefined;
}

/** The lookups that wait for one scan. */
export interface WaitingRoom {
  readonly wait: (wait: Wait) => Promise<Settled>;
  /** Sends those home whose key has been found. */
  readonly matched: (key: string) => void;
  /** Sends all home. */
  readonly close: (outcome: Settled) => void;
  readonly isEmpty: () => boolean;
}

/** A room in which every wait ends exactly once: by a match, the end of the reading, its client leaving, or too `late`. */
export function createWaitingRoom(clock: Clock, late: () => Refusal): WaitingRoom {
  const waiting = new Map<string, Set<(outcome: Settled) => void>>();
  return {
    wait: ({ key, deadlineAt, gone }) =>
      new Promise((resolve) => {
        const others = waiting.get(key) ?? new Set();
        waiting.set(key, others);
        const leave = (outcome: Settled) => {
          cancel();
          gone?.removeEventListener('abort', abandon);
          others.delete(leave);
          if (others.size === 0 && waiting.get(key) === others) waiting.delete(key);
          resolve(outcome);
        };
        const abandon = () => leave(failure({ code: 'clientGone' }));
        const cancel = clock.schedule(Math.max(0, deadlineAt - clock.steady()), () => leave(failure(late())));
        gone?.addEventListener('abort', abandon);
        others.add(leave);
        if (gone?.aborted === true) abandon();
      }),
    matched: (key) => {
      for (const leave of [...(waiting.get(key) ?? [])]) leave(success('matched'));
    },
    close: (outcome) => {
      for (const leave of [...waiting.values()].flatMap((others) => [...others])) leave(outcome);
    },
    isEmpty: () => waiting.size === 0,
  };
}
