import type { DifferenceKind, Relation } from './difference';
import type { Json } from '../../contract/json';
import { decimalOf, printSorted, jsonType } from './values';
import { relateInstants } from './instants';

/** Text that may be a word of an enumeration. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} _/-]{0,39}$/u;

/** Fewest characters of a truncated text; a shorter one lost a prefix or suffix. */
const MIN_CUT_CHARACTERS = 10;

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
  return isCut && v2.length >= MIN_CUT_CHARACTERS ? { kind: 'truncated', length: v2.length } : undefined;
}

function relateTexts(v1: string, v2: string): Relation | undefined {
  if (v1.trim() === v2.trim()) return { kind: 'trimmed' };
  if (v1.toLowerCase() === v2.toLowerCase()) return { kind: 'case' };
  const relation = truncation(v1, v2) ?? affix(v1, v2);
  if (relation !== undefined) return relation;
  return WORD.test(v1) && WORD.test(v2) ? { kind: 'word', from: v1, to: v2 } : undefined;
}

/** A decimal number as an integer and the place of its point: `digits / 10^places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimal(text: string): Decimal {
  const [wholeDigits = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(wholeDigits + fraction), places: fraction.length };
}

/** Scales two decimals to integers of one unit, and returns the places of that unit. */
function aligned(decimal1: Decimal, decimal2: Decimal): readonly [bigint, bigint, number] {
  const places = Math.max(decimal1.places, decimal2.places);
  const scaled = ({ digits, places: its }: Decimal) => digits * 10n ** BigInt(places - its);
  return [scaled(decimal1), scaled(decimal2), places];
}

/** Most digits of a number that is related: longer numbers are no amounts and cost time. */
const MAX_RELATED_DIGITS = 60;

/** Powers of ten, and the units of time. */
const FACTORS: readonly number[] = [...Array.from({ length: 9 }, (_, power) => 10 ** (power + 1)), 60, 3600];

/** True when two aligned decimals differ by less than 10 to the power of -`places`. */
const isNear = (digits1: bigint, digits2: bigint, unit: number, places: number): boolean => {
  const apart = digits1 > digits2 ? digits1 - digits2 : digits2 - digits1;
  return apart < 10n ** BigInt(unit - places);
};

/** Relates two decimals when one is the other with fewer places, rounded or truncated. */
function rounding(v1: string, v2: string): Relation | undefined {
  const [decimal1, decimal2] = [decimal(v1), decimal(v2)];
  if (decimal1.places === decimal2.places) return undefined;
  const [digits1, digits2, unit] = aligned(decimal1, decimal2);
  const places = Math.min(decimal1.places, decimal2.places);
  if (!isNear(digits1, digits2, unit, places)) return undefined;
  return { kind: decimal2.places < decimal1.places ? 'rounded' : 'unrounded', places };
}

function scale(v1: string, v2: string): Relation | undefined {
  const [digits1, digits2] = aligned(decimal(v1), decimal(v2));
  if (digits1 === 0n || digits2 === 0n) return undefined;
  const up = FACTORS.find((factor) => digits2 === digits1 * BigInt(factor));
  if (up !== undefined) return { kind: 'scale', factor: up };
  const down = FACTORS.find((factor) => digits1 === digits2 * BigInt(factor));
  return down === undefined ? undefined : { kind: 'scale', factor: 1 / down };
}

/** Relates two numbers, given as canonical decimal text, by a factor or by rounding. */
function relateNumbers(v1: string, v2: string): Relation | undefined {
  if (Math.max(v1.length, v2.length) > MAX_RELATED_DIGITS) return undefined;
  return scale(v1, v2) ?? rounding(v1, v2);
}

/** Relates two numbers by their difference, which any two numbers have. */
function offset(v1: string, v2: string): Relation | undefined {
  if (Math.max(v1.length, v2.length) > MAX_RELATED_DIGITS) return undefined;
  const [digits1, digits2, places] = aligned(decimal(v1), decimal(v2));
  const by = Number(digits2 - digits1) / 10 ** places;
  return Number.isFinite(by) ? { kind: 'offset', by } : undefined;
}

const TRUE_TEXTS: readonly string[] = ['1', '"1"', '"true"', '"yes"', '"y"', '"on"', '"t"'];
const FALSE_TEXTS: readonly string[] = ['0', '"0"', '"false"', '"no"', '"n"', '"off"', '"f"'];

const encodes = (truth: boolean, text: string): boolean =>
  (truth ? TRUE_TEXTS : FALSE_TEXTS).includes(text.toLowerCase());

function relateBooleans(v1: Json, v2: Json): Relation | undefined {
  const [from, to] = [printSorted(v1, 10), printSorted(v2, 10)];
  const isEncoded =
    (typeof v1 === 'boolean' && encodes(v1, to)) || (typeof v2 === 'boolean' && encodes(v2, from));
  return isEncoded ? { kind: 'boolean', from, to } : undefined;
}

function relateDecimals(v1: Json, v2: Json): Relation | undefined {
  const [decimal1, decimal2] = [decimalOf(v1), decimalOf(v2)];
  if (decimal1 === undefined || decimal2 === undefined) return undefined;
  if (decimal1 === decimal2) return jsonType(v1) === jsonType(v2) ? undefined : { kind: 'numericText' };
  return relateNumbers(decimal1, decimal2) ?? offset(decimal1, decimal2);
}

const relateStrings = (v1: Json, v2: Json): Relation | undefined =>
  typeof v1 === 'string' && typeof v2 === 'string' ? relateTexts(v1, v2) : undefined;

/** Finds the simplest relation of two values that differ in value, in type, or in their empty value. */
export function relate(kind: DifferenceKind, v1: Json, v2: Json): Relation | undefined {
  if (kind === 'empty') return v1 === null || v2 === null ? { kind: 'nullForEmpty' } : undefined;
  if (kind !== 'value' && kind !== 'type') return undefined;
  return relateInstants(v1, v2) ?? relateBooleans(v1, v2) ?? relateDecimals(v1, v2) ?? relateStrings(v1, v2);
}
