import type { DifferenceKind, Relation } from './difference';
import type { Json } from '../../contract/json';
import { decimalOf, printSorted, jsonType } from './values';
import { relateInstants } from './instants';
import { decimalPlaces } from '../../mapping/codecs/exactDecimal';

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

/** Most digits of a number that is related: longer numbers are no amounts and cost time. */
const MAX_RELATED_DIGITS = 60;

/** Powers of ten, and the units of time. */
const FACTORS: readonly bigint[] = [
  ...Array.from({ length: 9 }, (_, power) => 10n ** BigInt(power + 1)),
  60n,
  3600n,
];

function scale(digits1: bigint, digits2: bigint): Relation | undefined {
  if (digits1 === 0n || digits2 === 0n) return undefined;
  const up = FACTORS.find((factor) => digits2 === digits1 * factor);
  if (up !== undefined) return { kind: 'scale', factor: Number(up) };
  const down = FACTORS.find((factor) => digits1 === digits2 * factor);
  return down === undefined ? undefined : { kind: 'scale', factor: 1 / Number(down) };
}

/** Relates two numbers, given as canonical decimal text, by a factor, by rounding, or else by their difference. */
function relateNumbers(v1: string, v2: string): Relation | undefined {
  if (Math.max(v1.length, v2.length) > MAX_RELATED_DIGITS) return undefined;
  const [places1, places2] = [decimalPlaces(v1), decimalPlaces(v2)];
  const unit = Math.max(places1, places2);
  /** Returns the number as an integer of the smaller unit of both. */
  const digitsOf = (text: string, places: number) =>
    BigInt(text.replace('.', '')) * 10n ** BigInt(unit - places);
  const [digits1, digits2] = [digitsOf(v1, places1), digitsOf(v2, places2)];
  const scaled = scale(digits1, digits2);
  if (scaled !== undefined) return scaled;
  const places = Math.min(places1, places2);
  const apart = digits2 - digits1;
  const isNear = (apart < 0n ? -apart : apart) < 10n ** BigInt(unit - places);
  if (places1 !== places2 && isNear) return { kind: places2 < places1 ? 'rounded' : 'unrounded', places };
  const by = Number(apart) / 10 ** unit;
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
  return relateNumbers(decimal1, decimal2);
}

const relateStrings = (v1: Json, v2: Json): Relation | undefined =>
  typeof v1 === 'string' && typeof v2 === 'string' ? relateTexts(v1, v2) : undefined;

/** Finds the simplest relation of two values that differ in value, in type, or in their empty value. */
export function relate(kind: DifferenceKind, v1: Json, v2: Json): Relation | undefined {
  if (kind === 'empty') return v1 === null || v2 === null ? { kind: 'nullForEmpty' } : undefined;
  if (kind !== 'value' && kind !== 'type') return undefined;
  return relateInstants(v1, v2) ?? relateBooleans(v1, v2) ?? relateDecimals(v1, v2) ?? relateStrings(v1, v2);
}
