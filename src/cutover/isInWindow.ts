import { TZDate } from '@date-fns/tz';
import type { Window } from './plan';

/**
 * True when the window is open at an instant. The local clock decides: an hour that summer time skips has no minutes
 * to be open in, and one that comes twice is open twice.
 */
export function isInWindow({ days, from, to, zone }: Window, at: number): boolean {
  const local = new TZDate(at, zone);
  const minute = local.getHours() * 60 + local.getMinutes();
  return days.includes(local.getDay()) && minute >= from && minute < to;
}
