import type { DifferenceKind, InstantForm, Relation } from './difference';
import type { Tree } from '../../contract/readTree';
import { decimalOf, printTree, treeType } from './tree';

/** Text that may be a word of an enumeration. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} _/-]{0,39}$/u;

/** Fewest characters of a truncated text; a shorter one lost a prefix or suffix. */
const CUT_OFF = 10;

const ELLIPSIS = /(?:\.\.\.|…)$/;

function affix(v1: string, v2: string): Relation | undefined {
  if (v1 === '' || v2 === '') return undefined;
  if (v2.endsWith(v1)) return { kind: 'prefix', text: v2.slice(0, v2.length - v1.length) };
  if (v2.startsWith(v1)) return { kind: 'suffix', text: v2.slice(v1.length) };
  if (v1.endsWith(v2)) return { kind: 'prefix', text: v1.slice(0, v1.length - v2.length), removed: true };
  if (v1.startsWith(v2)) return { kind: 'suffix', text: v1.slice(v2.length), removed: true };
  return undefined;
}

function truncation(v1: string, v2: string): Relation | undefined {
  const isCut = v2.length < v1.length && v1.startsWith(v2.replace(ELLIPSIS, ''));
  return isCut && v2.length >= CUT_OFF ? { kind: 'truncated', length: v2.length } : undefined;
}

/** Finds the relation of two texts. */
function relateTexts(v1: string, v2: string): Relation | undefined {
  if (v1.trim() === v2.trim()) return { kind: 'trimmed' };
  if (v1.toLowerCase() === v2.toLowerCase()) return { kind: 'case' };
  const found = truncation(v1, v2) ?? affix(v1, v2);
  if (found !== undefined) return found;
  return WORD.test(v1) && WORD.test(v2) ? { kind: 'word', from: v1, to: v2 } : undefined;
}

/** A decimal number as an integer and the place of its point: `digits / 10^places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** Reads canonical decimal text. */
function decimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

/** Scales two decimals to integers of one unit, and returns the places of that unit. */
function aligned(one: Decimal, other: Decimal): readonly [bigint, bigint, number] {
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: its }: Decimal) => digits * 10n ** BigInt(places - its);
  return [scaled(one), scaled(other), places];
}

/** Far beyond any amount; longer numbers cost time and have no relation. */
const MOST_DIGITS = 60;

/** Powers of ten, and the units of time. */
const FACTORS: readonly number[] = [...Array.from({ length: 9 }, (_, power) => 10 ** (power + 1)), 60, 3600];

/** True when two aligned decimals differ by less than 10 to the power of -`places`. */
const isNear = (one: bigint, other: bigint, unit: number, places: number): boolean => {
  const apart = one > other ? one - other : other - one;
  return apart < 10n ** BigInt(unit - places);
};

/** Relates two decimals when one is the other with fewer places, rounded or truncated. */
function rounding(v1: string, v2: string): Relation | undefined {
  const [one, other] = [decimal(v1), decimal(v2)];
  if (one.places === other.places) return undefined;
  const [digits1, digits2, unit] = aligned(one, other);
  const places = Math.min(one.places, other.places);
  if (!isNear(digits1, digits2, unit, places)) return undefined;
  return { kind: other.places < one.places ? 'rounded' : 'unrounded', places };
}

function scale(v1: string, v2: string): Relation | undefined {
  const [one, other] = aligned(decimal(v1), decimal(v2));
  if (one === 0n || other === 0n) return undefined;
  const up = FACTORS.find((factor) => other === one * BigInt(factor));
  if (up !== undefined) return { kind: 'scale', factor: up };
  const down = FACTORS.find((factor) => one === other * BigInt(factor));
  return down === undefined ? undefined : { kind: 'scale', factor: 1 / down };
}

/** Relates two numbers, given as canonical decimal text, by a factor or by rounding. */
function relateNumbers(v1: string, v2: string): Relation | undefined {
  if (Math.max(v1.length, v2.length) > MOST_DIGITS) return undefined;
  return scale(v1, v2) ?? rounding(v1, v2);
}

/** Relates two numbers by their difference, which any two numbers have. */
function offset(v1: string, v2: string): Relation | undefined {
  if (Math.max(v1.length, v2.length) > MOST_DIGITS) return undefined;
  const [one, other, places] = aligned(decimal(v1), decimal(v2));
  const by = Number(other - one) / 10 ** places;
  return Number.isFinite(by) ? { kind: 'offset', by } : undefined;
}

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
function relateInstants(v1: Tree, v2: Tree): Relation | undefined {
  const [one, other] = [instantOf(v1), instantOf(v2)];
  if (one === undefined || other === undefined) return undefined;
  if (isSame(one, other)) return { kind: 'instant', from: one.form, to: other.form };
  return isZone(one, other) ? { kind: 'zone', minutes: (other.at - one.at) / MINUTE } : undefined;
}

const TRUTHS: readonly string[] = ['1', '"1"', '"true"', '"yes"', '"y"', '"on"', '"t"'];
const UNTRUTHS: readonly string[] = ['0', '"0"', '"false"', '"no"', '"n"', '"off"', '"f"'];

const encodes = (truth: boolean, text: string): boolean =>
  (truth ? TRUTHS : UNTRUTHS).includes(text.toLowerCase());

/** Relates a boolean to another notation of it. */
function relateBooleans(v1: Tree, v2: Tree): Relation | undefined {
  const [from, to] = [printTree(v1, 10), printTree(v2, 10)];
  const isEncoded =
    (typeof v1 === 'boolean' && encodes(v1, to)) || (typeof v2 === 'boolean' && encodes(v2, from));
  return isEncoded ? { kind: 'boolean', from, to } : undefined;
}

function relateDecimals(v1: Tree, v2: Tree): Relation | undefined {
  const [one, other] = [decimalOf(v1), decimalOf(v2)];
  if (one === undefined || other === undefined) return undefined;
  if (one === other) return treeType(v1) === treeType(v2) ? undefined : { kind: 'numericText' };
  return relateNumbers(one, other) ?? offset(one, other);
}

const relateStrings = (v1: Tree, v2: Tree): Relation | undefined =>
  typeof v1 === 'string' && typeof v2 === 'string' ? relateTexts(v1, v2) : undefined;

/** Finds the simplest relation of two values that differ in value, in type, or in their empty value. */
export function relate(kind: DifferenceKind, v1: Tree, v2: Tree): Relation | undefined {
  if (kind === 'empty') return v1 === null || v2 === null ? { kind: 'nullForEmpty' } : undefined;
  if (kind !== 'value' && kind !== 'type') return undefined;
  return relateInstants(v1, v2) ?? relateBooleans(v1, v2) ?? relateDecimals(v1, v2) ?? relateStrings(v1, v2);
}
