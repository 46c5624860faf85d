import { fromUnixTime } from 'date-fns/fromUnixTime';
import { getUnixTime } from 'date-fns/getUnixTime';
import { parseISO } from 'date-fns/parseISO';
import { type Codec, misfit } from './codec';
import type { Json } from '../../contract/json';
import { LATEST_SECOND } from '../../contract/kinds';

const SECONDS_PER_DAY = 86_400;

/** Cache of printed days; an offer has three dates, and they lie years apart. */
const days = new Map<number, string>();
/** Most cached days, more than ten years have; a full cache is emptied. */
const MOST_DAYS = 4096;

function dayText(day: number): string {
  const cachedText = days.get(day);
  if (cachedText !== undefined) return cachedText;
  const text = fromUnixTime(day * SECONDS_PER_DAY)
    .toISOString()
    .slice(0, -14);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(day, text);
  return text;
}

const minutes: string[] = [];

/** Prints a minute of a day, e.g. `T10:30:`; a day has 1,440 of them. */
const minuteText = (minute: number): string =>
  (minutes[minute] ??= `T${pair(Math.floor(minute / 60))}:${pair(minute % 60)}:`);

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const pair = (number: number): string => twoDigits[number] ?? '';

/** Prints a Unix second as ISO 8601 text in UTC without zone: `2024-01-15T10:30:00`. */
function isoSecond(second: number): string {
  const day = Math.floor(second / SECONDS_PER_DAY);
  const secondOfDay = second - day * SECONDS_PER_DAY;
  return dayText(day) + minuteText(Math.floor(secondOfDay / 60)) + pair(secondOfDay % 60);
}

const isoText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Reads the Unix seconds of an ISO text that names its zone, without fractions; undefined for other text. */
export function readIsoSecond(text: string): number | undefined {
  const second = isoText.test(text) ? getUnixTime(parseISO(text)) : NaN;
  return Number.isNaN(second) ? undefined : second;
}

/** True for text with a fraction of a second, which no date of v1 shows. */
const rounds = (value: Json): boolean => typeof value === 'string' && /\.\d*[1-9]/.test(value);

/** Notation of dates in v1; one setting per mapping file. */
export type DateStyle = 'unix' | 'iso' | 'isoMilliseconds' | 'isoMicroseconds';

const endings: Readonly<Record<Exclude<DateStyle, 'unix'>, string>> = {
  iso: 'Z',
  isoMilliseconds: '.000Z',
  isoMicroseconds: '.000000Z',
};

/** The instant 2024-01-15T10:30:00Z, as an example for people. */
const EXAMPLE = 1_705_314_600;
const seconds = 'Unix seconds';

const isSecond = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LATEST_SECOND;

/**
 * Converts v2 Unix seconds and a v1 date in the given style, always in UTC: no local time zone takes part. Milliseconds
 * (above 1e11) do not fit.
 */
export function dateCodec(style: DateStyle): Codec {
  const fits: Codec['fits'] = (v2, v1) => v2 === 'timestamp' && v1 === 'date';
  if (style === 'unix') {
    const check = (value: unknown) => (isSecond(value) ? value : misfit);
    const writes = { v1: seconds, v2: seconds };
    return { name: 'date', exact: true, writes, fits, rounds, read: check, write: check };
  }
  const ending = endings[style];
  const example = isoSecond(EXAMPLE) + ending;
  return {
    name: 'date',
    exact: false,
    writes: { v1: `ISO 8601 text in UTC, such as \`${example}\``, v2: seconds },
    fits,
    rounds,
    read: (v2) => (isSecond(v2) ? isoSecond(v2) + ending : misfit),
    write: (v1) => {
      const second = typeof v1 === 'string' && !rounds(v1) ? readIsoSecond(v1) : undefined;
      return isSecond(second) ? second : misfit;
    },
  };
}
