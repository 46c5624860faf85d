import type { Clock } from './clock';
import type { Notice } from './notice';

/** Sends one notice; resolves to false when it has to be tried again. */
export type Send = (notice: Notice) => Promise<boolean>;

/** A clock that also calls back. */
export interface TimedClock extends Clock {
  readonly schedule: (delay: number, action: () => void) => () => void;
}

/** Sends notices on; must not throw. */
export interface Notifier {
  readonly notify: (notice: Notice) => void;
  /** Gives up what still waits to be tried again. */
  readonly close: () => void;
}

const SECOND = 1_000;

/** Waits (ms) before a notice is tried again; after the last it is given up. */
const PAUSES = [SECOND, 5 * SECOND, 30 * SECOND, 120 * SECOND, 600 * SECOND] as const;

/** The same notice is told once in this time, ms. */
const TOLD_FOR = 24 * 3_600 * SECOND;

/** Notices remembered, so that they are told once; and notices that may wait. */
const MOST = 1_000;

/** Tells each notice once a day, and tries again where it does not arrive; `lost` hears of what was given up. */
export function createNotifier(send: Send, clock: TimedClock, lost: (notice: Notice) => void): Notifier {
  const told = new Map<string, number>();
  const waiting = new Set<() => void>();

  const attempt = async (notice: Notice, tries: number): Promise<void> => {
    if (await send(notice).catch(() => false)) return;
    const pause = PAUSES[tries];
    if (pause === undefined || waiting.size >= MOST) {
      lost(notice);
      return;
    }
    const stop = clock.schedule(pause, () => {
      waiting.delete(stop);
      void attempt(notice, tries + 1);
    });
    waiting.add(stop);
  };
  return {
    notify: (notice) => {
      const key = `${notice.kind} ${notice.id}`;
      const before = told.get(key);
      if (before !== undefined && clock.now() - before < TOLD_FOR) return;
      told.delete(key);
      told.set(key, clock.now());
      for (const oldest of told.keys()) {
        if (told.size <= MOST) break;
        told.delete(oldest);
      }
      void attempt(notice, 0);
    },
    close: () => {
      for (const stop of waiting) stop();
      waiting.clear();
    },
  };
}
