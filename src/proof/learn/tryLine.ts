import { isDeepStrictEqual } from 'node:util';
import { instantOf } from '../../comparison/compare/values';
import { isJsonObject, type Json } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { RuleEntry } from '../../mapping/yaml/ruleEntry';
import { writeJson } from '../../mapping/translate/exactJson';
import { codecNamed } from '../../mapping/codecs/codecRegistry';
import { misfit } from '../../mapping/codecs/codec';
import type { DateStyle } from '../../mapping/codecs/dateCodec';

/** The values of an attribute and of its source, when both exist. */
interface ValuePair {
  readonly v1: Json;
  readonly v2: Json;
}

type Codec = RuleEntry['codec'];

/** Limits of a learnt table: the number of words, and the number of times that each must be seen. */
const MAX_WORDS = 20;
const MIN_WORD_COUNT = 3;

const amountIn = (value: Json): string => {
  const amount = isJsonObject(value) ? (value['amount'] ?? value) : value;
  return typeof amount === 'string' || typeof amount === 'number' ? String(amount) : '';
};

/** True for a whole number that v2 writes as text: its contract says `asText`, and no codec is needed. */
export const isWholeText = ({ v1, v2 }: ValuePair): boolean =>
  typeof v1 === 'number' && typeof v2 === 'string' && Number.isSafeInteger(v1) && String(v1) === v2;

/** Proposes `money` for numbers in v1 and decimal text or money objects in v2, with v2's largest number of decimals. */
function moneyFor(pairs: readonly ValuePair[]): readonly Codec[] {
  const areAmounts = pairs.every(
    ({ v1, v2 }) => typeof v1 === 'number' && (typeof v2 === 'string' || isJsonObject(v2)),
  );
  if (!areAmounts) return [];
  // An id as text is no amount, which has decimals or a currency beside it.
  if (pairs.every(isWholeText)) return [];
  const places = Math.max(...pairs.map(({ v2 }) => amountIn(v2).split('.')[1]?.length ?? 0));
  return [`money(${places})`];
}

/** Proposes a table of words if each v2 text always stands beside one v1 text, often enough to be no accident. */
function wordTableFor(pairs: readonly ValuePair[]): readonly Codec[] {
  const textPairs = pairs.filter(
    (pair): pair is { v1: string; v2: string } => typeof pair.v1 === 'string' && typeof pair.v2 === 'string',
  );
  if (textPairs.length < pairs.length) return [];
  const table = Array.from(
    Map.groupBy(textPairs, ({ v2 }) => v2),
    ([from, same]) => [from, [...new Set(same.map(({ v1 }) => v1))], same.length] as const,
  );
  const isSupported = table.every(([, to, count]) => to.length === 1 && count >= MIN_WORD_COUNT);
  const isOneToOne = new Set(table.map(([, [to]]) => to)).size === table.length;
  if (!isSupported || !isOneToOne || table.length > MAX_WORDS) return [];
  return [{ words: Object.fromEntries(table.map(([from, [to = '']]) => [from, to])) }];
}

/** Proposes `phpObject` for objects whose members differ between examples; an empty list is an empty object. */
function objectsFor(pairs: readonly ValuePair[]): readonly Codec[] {
  const shownObjects = pairs.map(({ v1 }) => v1).filter(isJsonObject);
  if (shownObjects.length < pairs.length) return [];
  const shapes = new Set(shownObjects.map((object) => writeJson(Object.keys(object).sort())));
  if (shapes.size === 1) return [];
  const shownNames = new Set(shownObjects.flatMap(Object.keys));
  const sentNames = pairs
    .map(({ v2 }) => v2)
    .filter(isJsonObject)
    .flatMap(Object.keys);
  const omit = [...new Set(sentNames)].filter((name) => !shownNames.has(name));
  return omit.length === 0 ? ['phpObject'] : [{ phpObject: { omit } }];
}

/**
 * Lists the codecs that may turn v2's values into v1's, the likeliest first. Among codecs with the same result the
 * first is the one that promises least about unseen values.
 */
function codecsFor(pairs: readonly ValuePair[], isFree: boolean): readonly Codec[] {
  const areInstants = pairs.every(({ v2 }) => typeof v2 === 'number' && instantOf(v2)?.form === 'seconds');
  const codecs: Codec[] = [...moneyFor(pairs), ...objectsFor(pairs)];
  if (areInstants) codecs.unshift('date');
  if (isFree) codecs.push('text');
  return [...codecs, undefined, 'intString', 'capitalized', 'text', ...wordTableFor(pairs)];
}

/** One proposed mapping line, and the number of resources that support it. */
export interface LearnedLine {
  /** v1 name. */
  readonly attribute: string;
  /** v2 path, from the root or from the object around a pick. */
  readonly from: string;
  /** Absent when the value is copied. */
  readonly codec?: NonNullable<RuleEntry['codec']>;
  /** Members of an object, one line each. */
  readonly pick?: readonly LearnedLine[];
  readonly onNull?: 'pass';
  /** The value of v1 whenever v2 had none. */
  readonly default?: Json;
  readonly seen: number;
}

/** A v1 attribute without a proposed line, and the reason. */
export interface OpenAttribute {
  readonly attribute: string;
  readonly why: string;
}

/** The values of an attribute and a possible source in one example. An absent one is undefined. */
type Sight = { readonly [Side in keyof ValuePair]: Json | undefined };

/** A possible line to try. */
interface TriedLine {
  readonly attribute: string;
  readonly from: string;
  /** True inside a free-form object. */
  readonly isFree: boolean;
  readonly dates: DateStyle;
}

/** Fewest examples that support a line: 20 of 20. */
export const MIN_EXAMPLES = 20;

/** Fewest of them with values: null for null alone does not show the translation of a value. */
const MIN_VALUES = 5;

/** Largest accepted chance of an accidental match; there are some thousand candidates. */
const MAX_CHANCE = 1e-7;

const isThere = (value: Json | undefined): value is Json => value !== undefined && value !== null;

/** Finds the rule for missing v2 values: null for null, or a constant. Returns undefined when v1 follows neither. */
function missingOf(sights: readonly Sight[]): Pick<LearnedLine, 'onNull' | 'default'> | undefined {
  const without = sights.filter(({ v2 }) => !isThere(v2));
  if (without.length === 0) return {};
  if (without.every(({ v1, v2 }) => v1 === null && v2 === null)) return { onNull: 'pass' };
  const [{ v1: firstValue } = { v1: undefined }] = without;
  if (without.length < MIN_EXAMPLES || !isThere(firstValue)) return undefined;
  return without.every(({ v1 }) => isDeepStrictEqual(v1, firstValue)) ? { default: firstValue } : undefined;
}

const makes = (codec: RuleEntry['codec'], dates: DateStyle, pairs: readonly ValuePair[]): boolean => {
  const built = codecNamed(codec, dates);
  if ('kind' in built) return false;
  if (codec === undefined && pairs.every(isWholeText)) return true;
  return pairs.every(({ v1, v2 }) => {
    const readValue = built.read(v2);
    return readValue !== misfit && readValue !== undefined && isDeepStrictEqual(readValue, v1);
  });
};

/**
 * Estimates the chance that unrelated values agree in every example: 1 for values that never change. `texts` holds
 * the value that both sides show, example by example.
 */
function chanceOfMatch(texts: readonly string[]): number {
  const groups = [...Map.groupBy(texts, (text) => text).values()];
  return groups.reduce((sum, same) => sum + (same.length / texts.length) ** 2, 0) ** texts.length;
}

/**
 * Finds a line that makes every value of an attribute from one source. Returns undefined when there is none, when
 * fewer than 20 examples support it (null for null included), or when they may agree by chance.
 */
export function tryLine(
  { attribute, from, isFree, dates }: TriedLine,
  sights: readonly Sight[],
): LearnedLine | undefined {
  const pairs = sights.flatMap(({ v1, v2 }) => (isThere(v2) && v1 !== undefined ? [{ v1, v2 }] : []));
  const nulls = sights.filter(({ v1, v2 }) => v1 === null && v2 === null);
  const seenCount = pairs.length + nulls.length;
  if (seenCount < MIN_EXAMPLES || pairs.length < MIN_VALUES) return undefined;
  const codecs = codecsFor(pairs, isFree);
  const index = codecs.findIndex((codec) => makes(codec, dates, pairs));
  const missing = index === -1 ? undefined : missingOf(sights);
  const shownTexts = [...pairs, ...nulls].map(({ v1 }) => writeJson(v1 ?? null));
  if (missing === undefined || chanceOfMatch(shownTexts) > MAX_CHANCE) return undefined;
  return { attribute, from, ...definedMembers({ codec: codecs[index] }), ...missing, seen: seenCount };
}
