import type { InstantForm, Relation } from './difference';
import type { Tree } from '../../contract/readTree';
import { decimalOf } from './tree';

interface Instant {
  readonly form: InstantForm;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** 1985 to 2106; other numbers are not instants. */
const [EARLIEST, LATEST] = [5e8, 4.3e9];

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
/** No zone is further from UTC. */
const FURTHEST = 14 * 60 * MINUTE;

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
export function instantOf(tree: Tree | undefined): Instant | undefined {
  const number = decimalOf(tree);
  if (number !== undefined) return ofNumber(Number(number));
  return typeof tree === 'string' ? ofText(tree) : undefined;
}

/** True for the same instant; in two notations only whole seconds count, because one may have lost the rest. */
const isSame = (one: Instant, other: Instant): boolean =>
  one.form === other.form
    ? one.form === 'iso' && one.at === other.at
    : Math.floor(one.at / 1000) === Math.floor(other.at / 1000);

function isZone(one: Instant, other: Instant): boolean {
  const apart = other.at - one.at;
  return one.form === other.form && apart !== 0 && apart % QUARTER === 0 && Math.abs(apart) <= FURTHEST;
}

/** Relates two notations of one instant, or two instants that are a time zone apart. */
export function relateInstants(v1: Tree, v2: Tree): Relation | undefined {
  const [one, other] = [instantOf(v1), instantOf(v2)];
  if (one === undefined || other === undefined) return undefined;
  if (isSame(one, other)) return { kind: 'instant', from: one.form, to: other.form };
  return isZone(one, other) ? { kind: 'zone', minutes: (other.at - one.at) / MINUTE } : undefined;
}
