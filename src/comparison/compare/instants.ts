import { HOUR_MS, MINUTE_MS } from '../../contract/clock';
import type { InstantForm, Relation } from './difference';
import type { Json } from '../../contract/json';
import { decimalOf } from './values';

interface Instant {
  readonly form: InstantForm;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** 1985 to 2106; other numbers are not instants. */
const [EARLIEST, LATEST] = [5e8, 4.3e9];

const QUARTER_HOUR_MS = 15 * MINUTE_MS;
/** No zone is further from UTC. */
const MAX_ZONE_OFFSET_MS = 14 * HOUR_MS;

function ofNumber(number: number): Instant | undefined {
  if (number >= EARLIEST && number <= LATEST) return { form: 'seconds', at: number * 1000 };
  const isMilliseconds = number >= EARLIEST * 1000 && number <= LATEST * 1000;
  return isMilliseconds ? { form: 'milliseconds', at: number } : undefined;
}

/** Reads an instant; without a zone it is UTC, so that the local time zone has no effect. */
function ofText(text: string): Instant | undefined {
  if (!ISO.test(text)) return undefined;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(at) ? undefined : { form: 'iso', at };
}

/** Reads a value that looks like an instant. */
export function instantOf(value: Json | undefined): Instant | undefined {
  const number = decimalOf(value);
  if (number !== undefined) return ofNumber(Number(number));
  return typeof value === 'string' ? ofText(value) : undefined;
}

/** True for the same instant; in two notations only whole seconds count, because one may have lost the rest. */
const isSame = (instant1: Instant, instant2: Instant): boolean =>
  instant1.form === instant2.form
    ? instant1.form === 'iso' && instant1.at === instant2.at
    : Math.floor(instant1.at / 1000) === Math.floor(instant2.at / 1000);

function isZone(instant1: Instant, instant2: Instant): boolean {
  const apart = instant2.at - instant1.at;
  return (
    instant1.form === instant2.form &&
    apart !== 0 &&
    apart % QUARTER_HOUR_MS === 0 &&
    Math.abs(apart) <= MAX_ZONE_OFFSET_MS
  );
}

/** Relates two notations of one instant, or two instants that are a time zone apart. */
export function relateInstants(v1: Json, v2: Json): Relation | undefined {
  const [instant1, instant2] = [instantOf(v1), instantOf(v2)];
  if (instant1 === undefined || instant2 === undefined) return undefined;
  if (isSame(instant1, instant2)) return { kind: 'instant', from: instant1.form, to: instant2.form };
  return isZone(instant1, instant2)
    ? { kind: 'zone', minutes: (instant2.at - instant1.at) / MINUTE_MS }
    : undefined;
}
