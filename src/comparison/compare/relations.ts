import { HOUR_MS, MINUTE_MS } from '../../contract/clock';
import type { Json } from '../../contract/json';
import { decimalPlaces } from '../../mapping/codecs/exactDecimal';
import type { DifferenceKind, Relation } from './difference';
import { decimalOf, instantOf, jsonType, printSorted } from './values';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;
/** No zone is further from UTC. */
const MAX_ZONE_OFFSET_MS = 14 * HOUR_MS;

/** Relates two notations of one instant, or two instants that are a time zone apart. */
function relateInstants(v1: Json, v2: Json): Relation | undefined {
  const [instant1, instant2] = [instantOf(v1), instantOf(v2)];
  if (instant1 === undefined || instant2 === undefined) return undefined;
  const { form: from } = instant1;
  const { form: to } = instant2;
  const apart = instant2.at - instant1.at;
  if (from !== to) {
    // Only whole seconds count, because one notation may have lost the rest.
    const isSame = Math.floor(instant1.at / 1000) === Math.floor(instant2.at / 1000);
    return isSame ? { kind: 'instant', from, to } : undefined;
  }
  if (apart === 0 && from === 'iso') return { kind: 'instant', from, to };
  const isZone = apart !== 0 && apart % QUARTER_HOUR_MS === 0 && Math.abs(apart) <= MAX_ZONE_OFFSET_MS;
  return isZone ? { kind: 'zone', minutes: apart / MINUTE_MS } : undefined;
}

/** Text that may be a word of an enumeration. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} _/-]{0,39}$/u;

/** Fewest characters of a truncated text; a shorter one lost a prefix or suffix. */
const MIN_CUT_CHARACTERS = 10;

const ELLIPSIS = /(?:\.\.\.|…)$/;

/** Relates two texts of which one has something more at its begin or end. */
function relateAffix(v1: string, v2: string): Relation | undefined {
  if (v1 === '' || v2 === '') return undefined;
  if (v2.endsWith(v1)) return { kind: 'prefix', text: v2.slice(0, v2.length - v1.length) };
  if (v2.startsWith(v1)) return { kind: 'suffix', text: v2.slice(v1.length) };
  if (v1.endsWith(v2)) return { kind: 'prefix', text: v1.slice(0, v1.length - v2.length), removed: true };
  if (v1.startsWith(v2)) return { kind: 'suffix', text: v1.slice(v2.length), removed: true };
  return undefined;
}

function relateTruncation(v1: string, v2: string): Relation | undefined {
  const isCut = v2.length < v1.length && v1.startsWith(v2.replace(ELLIPSIS, ''));
  return isCut && v2.length >= MIN_CUT_CHARACTERS ? { kind: 'truncated', length: v2.length } : undefined;
}

function relateTexts(v1: string, v2: string): Relation | undefined {
  if (v1.trim() === v2.trim()) return { kind: 'trimmed' };
  if (v1.toLowerCase() === v2.toLowerCase()) return { kind: 'case' };
  const relation = relateTruncation(v1, v2) ?? relateAffix(v1, v2);
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

function relateScale(digits1: bigint, digits2: bigint): Relation | undefined {
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
  const scaled = relateScale(digits1, digits2);
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

const isEncoding = (truth: boolean, text: string): boolean =>
  (truth ? TRUE_TEXTS : FALSE_TEXTS).includes(text.toLowerCase());

/** Relates a boolean to the word or number that encodes it on the other side. */
function relateBooleans(v1: Json, v2: Json): Relation | undefined {
  const [from, to] = [printSorted(v1, 10), printSorted(v2, 10)];
  const isEncoded =
    (typeof v1 === 'boolean' && isEncoding(v1, to)) || (typeof v2 === 'boolean' && isEncoding(v2, from));
  return isEncoded ? { kind: 'boolean', from, to } : undefined;
}

/** Relates two values that are numbers, or text of numbers. Returns undefined if they are equal or no numbers. */
function relateDecimals(v1: Json, v2: Json): Relation | undefined {
  const [decimal1, decimal2] = [decimalOf(v1), decimalOf(v2)];
  if (decimal1 === undefined || decimal2 === undefined) return undefined;
  if (decimal1 === decimal2) return jsonType(v1) === jsonType(v2) ? undefined : { kind: 'numericText' };
  return relateNumbers(decimal1, decimal2);
}

const relateStrings = (v1: Json, v2: Json): Relation | undefined =>
  typeof v1 === 'string' && typeof v2 === 'string' ? relateTexts(v1, v2) : undefined;

type Relate = (v1: Json, v2: Json) => Relation | undefined;

const relateValues: Relate = (v1, v2) =>
  relateInstants(v1, v2) ?? relateBooleans(v1, v2) ?? relateDecimals(v1, v2) ?? relateStrings(v1, v2);

/** Kinds of difference between two values that may have a relation. */
const RELATED: Readonly<Partial<Record<DifferenceKind, Relate>>> = {
  empty: (v1, v2) => (v1 === null || v2 === null ? { kind: 'nullForEmpty' } : undefined),
  value: relateValues,
  type: relateValues,
};

/** Finds the simplest relation of two values that differ in value, in type, or in their empty value. */
export const relate = (
  kind: DifferenceKind,
  v1: Json | undefined,
  v2: Json | undefined,
): Relation | undefined => (v1 === undefined || v2 === undefined ? undefined : RELATED[kind]?.(v1, v2));
