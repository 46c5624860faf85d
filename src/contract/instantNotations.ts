import { DAY_SECONDS } from './clock';
import type { Notation } from './field';
import { LATEST_SECOND } from './kinds';
import { Recent } from './recent';

/** A point in time, in whole seconds since 1970 UTC and the microseconds after them. */
interface Instant {
  readonly second: number;
  readonly micros: number;
}

/** One way to write an instant. */
interface InstantForm {
  /** The notation in words for people. */
  readonly words: string;
  /** Microseconds between two instants that it tells apart. */
  readonly step: number;
  readonly isTextual: boolean;
  /** Returns undefined for a value that is not written in this way, or is out of range. */
  readonly read: (value: unknown) => Instant | undefined;
  /** Leaves out what the notation cannot tell. Text is always in UTC: no local time zone takes part. */
  readonly print: (instant: Instant) => number | string;
}

/** Recognizes whole Unix seconds. Milliseconds are above 1e11 and do not fit. */
export const isSecond = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LATEST_SECOND;

/** Last second that text tells, of the year 9999. */
const LATEST_TEXT_SECOND = 253_402_300_799;

/** Reads text that Date.parse takes. It would take 30 February for 1 March. */
function readText(text: string, [year, month, day]: readonly number[], micros = 0): Instant | undefined {
  const second = Date.parse(text) / 1000;
  const date = new Date(Date.UTC(year ?? NaN, month ?? NaN, day));
  const isTold = second >= 0 && second <= LATEST_TEXT_SECOND;
  return isTold && date.getUTCDate() === day ? { second, micros } : undefined;
}

const isoPattern = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Reads ISO 8601 text that names its zone. */
function readIso(value: unknown): Instant | undefined {
  const match = typeof value === 'string' ? isoPattern.exec(value) : null;
  if (match === null) return undefined;
  const [, year, month, day, time = '', fraction = '', zone = ''] = match;
  // Digits below a microsecond only count as something that no notation holds.
  const micros = Number(fraction.slice(0, 6).padEnd(6, '0')) + (/[1-9]/.test(fraction.slice(6)) ? 0.5 : 0);
  const text = `${year}-${month}-${day}${time}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`;
  return readText(text, [Number(year), Number(month) - 1, Number(day)], micros);
}

const sqlPattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const mailText =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) ([A-Z][a-z]{2}) ([1-9]\d{3}) \d\d:\d\d(?::\d\d)? (?:GMT|UT|[+-](?:[01]\d|2[0-3])[0-5]\d)$/;

/** Reads the date of a mail or an HTTP header (RFC 2822 3.3). */
function readMail(value: unknown): Instant | undefined {
  const match = typeof value === 'string' ? mailText.exec(value) : null;
  const [text, day, month = '', year] = match ?? [];
  return text === undefined ? undefined : readText(text, [Number(year), MONTHS.indexOf(month), Number(day)]);
}

const pairs = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Most texts of days that are surely kept, more than ten years have. */
const MAX_DAYS = 4_000;

/** Texts of printed days; an offer has three dates, and they lie years apart. */
const dayTexts = new Recent<number, string>(MAX_DAYS);
const printDay = (day: number): string => new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 11);

/** Prints a Unix second without its zone: `2024-01-15T10:30:00`. */
function isoText(second: number): string {
  const dayText = dayTexts.getOrMake(Math.floor(second / DAY_SECONDS), printDay);
  const minute = Math.floor((second % DAY_SECONDS) / 60);
  return `${dayText}${pairs[Math.floor(minute / 60)]}:${pairs[minute % 60]}:${pairs[second % 60]}`;
}

const isoForm = (digits: 0 | 3 | 6): InstantForm => ({
  words: 'ISO 8601 text',
  step: 10 ** (6 - digits),
  isTextual: true,
  read: readIso,
  print: ({ second, micros }) => {
    if (digits === 0) return `${isoText(second)}Z`;
    const fraction = String(Math.floor(micros)).padStart(6, '0').slice(0, digits);
    return `${isoText(second)}.${fraction}Z`;
  },
});

/** The ways to write an instant, by the names that mapping files call them. */
export const instants: Readonly<Record<Notation, InstantForm>> = {
  unix: {
    words: 'Unix seconds',
    step: 1_000_000,
    isTextual: false,
    read: (value) => (isSecond(value) ? { second: value, micros: 0 } : undefined),
    print: ({ second }) => second,
  },
  unixMilliseconds: {
    words: 'Unix milliseconds',
    step: 1000,
    isTextual: false,
    read: (value) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
      const second = Math.floor(value / 1000);
      return isSecond(second) ? { second, micros: (value - second * 1000) * 1000 } : undefined;
    },
    print: ({ second, micros }) => second * 1000 + Math.floor(micros / 1000),
  },
  iso: isoForm(0),
  isoMilliseconds: isoForm(3),
  isoMicroseconds: isoForm(6),
  rfc2822: {
    words: 'RFC 2822 text',
    step: 1_000_000,
    isTextual: true,
    read: readMail,
    print: ({ second }) => new Date(second * 1000).toUTCString().replace('GMT', '+0000'),
  },
  sql: {
    words: 'text as databases print it',
    step: 1_000_000,
    isTextual: true,
    // Such text names no zone: APIs that show it mean UTC.
    read: (value) =>
      typeof value === 'string' && sqlPattern.test(value)
        ? readIso(`${value.replace(' ', 'T')}Z`)
        : undefined,
    print: ({ second }) => isoText(second).replace('T', ' '),
  },
};
