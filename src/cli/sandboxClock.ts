import type { Clock } from '../sandbox/clock';
import { systemClock } from './systemClock';

/** A clock that starts at `start` (ms) and runs on with the clock of the machine, or that clock itself. */
export function sandboxClock(start: number | undefined): Clock {
  if (start === undefined) return systemClock;
  const ahead = start - systemClock.now();
  return { now: () => systemClock.now() + ahead, schedule: systemClock.schedule };
}
