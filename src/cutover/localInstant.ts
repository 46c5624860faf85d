import { TZDate } from '@date-fns/tz';

const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * The instant (ms) of `2025-11-03T09:00` on the clocks of a zone. A time that summer time skips is taken as much later
 * as the clocks were put forward; of one that comes twice the later, because a step is "not before". Undefined when the
 * text is no such time.
 */
export function localInstant(text: string, zone: string): number | undefined {
  const at = local.test(text) ? Date.parse(`${text}:00Z`) : NaN;
  // Parsing forgives the 31st of February, and says another day.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return undefined;
  const read = new Date(at);
  const [year, month, day] = [read.getUTCFullYear(), read.getUTCMonth(), read.getUTCDate()];
  return new TZDate(year, month, day, read.getUTCHours(), read.getUTCMinutes(), 0, 0, zone).getTime();
}
