import { fromUnixTime } from 'date-fns/fromUnixTime';

const SECONDS_PER_DAY = 86_400;

/** The last day printed and its text: the dates of one answer are mostly of a few days. */
let lastDay = 0;
let lastDayText = '1970-01-01';

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const pair = (number: number): string => twoDigits[number] ?? '';

/** ISO 8601 text of a Unix second in UTC, without zone: `2024-01-15T10:30:00`. */
export function isoSecond(second: number): string {
  const day = Math.floor(second / SECONDS_PER_DAY);
  if (day !== lastDay) {
    lastDayText = fromUnixTime(day * SECONDS_PER_DAY)
      .toISOString()
      .slice(0, -14);
    lastDay = day;
  }
  const rest = second - day * SECONDS_PER_DAY;
  const hour = Math.floor(rest / 3600);
  const minute = Math.floor((rest - hour * 3600) / 60);
  return `${lastDayText}T${pair(hour)}:${pair(minute)}:${pair(rest % 60)}`;
}
