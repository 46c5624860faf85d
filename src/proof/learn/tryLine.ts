import { isDeepStrictEqual } from 'node:util';
import { instantOf } from '../../comparison/compare/relate';
import { isJsonObject, type Json } from '../../contract/json';
import type { RuleEntry } from '../../mapping/yaml/ruleEntry';
import { writeJson } from '../../mapping/translate/exactJson';
import { codecNamed } from '../../mapping/codecs/codecRegistry';
import { misfit } from '../../mapping/codecs/codec';
import type { DateStyle } from '../../mapping/codecs/dateCodec';

function shares(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1 / texts.length);
  return counts;
}

/**
 * The chance that values agree in every example though they have nothing to do with each other: 1 for values that never
 * change. Takes what both sides say, example by example.
 */
function chanceOfMatch(texts: readonly string[]): number {
  const agree = [...shares(texts).values()].reduce((sum, share) => sum + share ** 2, 0);
  return agree ** texts.length;
}

/** What stands at an attribute and at a source, where both have something. */
interface ValuePair {
  readonly v1: Json;
  readonly v2: Json;
}

type Codec = RuleEntry['codec'];

/** Words that a table may have, and how often each is seen before it is believed. */
const MOST_WORDS = 20;
const LEAST_SEEN = 3;

const isSecond = ({ v2 }: ValuePair): boolean => typeof v2 === 'number' && instantOf(v2)?.form === 'seconds';

const amountIn = (value: Json): string => {
  const amount = isJsonObject(value) ? (value['amount'] ?? value) : value;
  return typeof amount === 'string' || typeof amount === 'number' ? String(amount) : '';
};

/** Money is a number in v1 and decimal text, or an object around it, in v2; as many places as v2 was seen to write. */
function moneyFor(pairs: readonly ValuePair[]): readonly Codec[] {
  const isMoney = pairs.every(
    ({ v1, v2 }) => typeof v1 === 'number' && (typeof v2 === 'string' || isJsonObject(v2)),
  );
  if (!isMoney) return [];
  const places = Math.max(...pairs.map(({ v2 }) => amountIn(v2).split('.')[1]?.length ?? 0));
  return [`money(${places})`];
}

function wordsFor(pairs: readonly ValuePair[]): readonly Codec[] {
  const seen = new Map<string, { readonly to: string; count: number }>();
  for (const { v1, v2 } of pairs) {
    if (typeof v1 !== 'string' || typeof v2 !== 'string') return [];
    const known = seen.get(v2) ?? { to: v1, count: 0 };
    if (known.to !== v1 || seen.size > MOST_WORDS) return [];
    known.count += 1;
    seen.set(v2, known);
  }
  const isOneToOne = new Set([...seen.values()].map(({ to }) => to)).size === seen.size;
  const isBelieved = [...seen.values()].every(({ count }) => count >= LEAST_SEEN);
  return isOneToOne && isBelieved
    ? [{ words: Object.fromEntries([...seen].map(([from, { to }]) => [from, to])) }]
    : [];
}

/** Free-form objects have other members every time; a list is an empty one. */
function objectsFor(pairs: readonly ValuePair[]): readonly Codec[] {
  if (!pairs.every(({ v1 }) => isJsonObject(v1))) return [];
  const names = (side: 'v1' | 'v2') =>
    new Set(pairs.flatMap((pair) => (isJsonObject(pair[side]) ? Object.keys(pair[side]) : [])));
  const shapes = new Set(pairs.map(({ v1 }) => (isJsonObject(v1) ? writeJson(Object.keys(v1).sort()) : '')));
  const shown = names('v1');
  const omit = [...names('v2')].filter((name) => !shown.has(name));
  if (shapes.size === 1) return [];
  return omit.length === 0 ? ['phpObject'] : [{ phpObject: { omit } }];
}

/**
 * The codecs that may make v1's values of v2's, the likeliest first: of those that make the same values, the one that
 * promises least of what was not seen.
 */
function codecsFor(pairs: readonly ValuePair[], isFree: boolean): readonly Codec[] {
  const plain: readonly Codec[] = isFree ? ['text', undefined] : [undefined];
  return [
    ...(pairs.every(isSecond) ? ['date'] : []),
    ...moneyFor(pairs),
    ...objectsFor(pairs),
    ...plain,
    ...['intString', 'capitalized', 'text'],
    ...wordsFor(pairs),
  ];
}

/** One proposed mapping line: what it says, and in how many things of as many it makes v1's value out of v2's. */
export interface LearnedLine {
  /** v1 name. */
  readonly attribute: string;
  /** v2 path, from the root or from the object that is picked out of. */
  readonly from: string;
  /** Absent where the value comes over as it is. */
  readonly codec?: NonNullable<RuleEntry['codec']>;
  /** Of an object: its members, one line each. */
  readonly pick?: readonly LearnedLine[];
  readonly onNull?: 'pass';
  /** What v1 showed where v2 had nothing. */
  readonly default?: Json;
  readonly seen: number;
}

/** A v1 attribute that no line is proposed for, and why. */
export interface OpenAttribute {
  readonly attribute: string;
  readonly why: string;
}

/** What an attribute is to be made of, in one example; undefined where there is nothing. */
interface Sight {
  readonly v1: Json | undefined;
  readonly v2: Json | undefined;
}

/** The line that is tried. */
interface TriedLine {
  readonly attribute: string;
  readonly from: string;
  /** True inside a free-form object. */
  readonly isFree: boolean;
  readonly dates: DateStyle;
}

/** Below this nothing is believed: 20 of 20. */
export const LEAST = 20;

/** Of these so many must be values: null for null alone says nothing of what a value becomes. */
const LEAST_VALUES = 5;

/** Chance agreement that is not believed; there are some thousand candidates. */
const MOST_CHANCE = 1e-7;

type Missing = Pick<LearnedLine, 'onNull' | 'default'>;

const isThere = (value: Json | undefined): value is Json => value !== undefined && value !== null;

const bothThere = ({ v1, v2 }: Sight): readonly ValuePair[] =>
  isThere(v2) && v1 !== undefined ? [{ v1: v1, v2 }] : [];

/** What v1 shows where v2 has nothing: null for null, or always the same; undefined when that is no rule. */
function missingOf(sights: readonly Sight[]): Missing | undefined {
  const without = sights.filter(({ v2 }) => !isThere(v2));
  if (without.length === 0) return {};
  if (without.every(({ v1, v2 }) => v1 === null && v2 === null)) return { onNull: 'pass' };
  const [{ v1: first } = { v1: undefined }] = without;
  const isConstant =
    without.length >= LEAST && isThere(first) && without.every(({ v1 }) => isDeepStrictEqual(v1, first));
  return isConstant ? { default: first } : undefined;
}

const makes = (codec: RuleEntry['codec'], dates: DateStyle, pairs: readonly ValuePair[]): boolean => {
  const built = codecNamed(codec, dates);
  if ('kind' in built) return false;
  return pairs.every(({ v1, v2 }) => {
    const made = built.read(v2);
    return made !== misfit && made !== undefined && isDeepStrictEqual(made, v1);
  });
};

/**
 * The line that makes every value of an attribute out of one source; undefined when there is none, or when fewer than
 * 20 agree, null for null among them, or when they may agree by chance.
 */
export function tryLine(
  { attribute, from, isFree, dates }: TriedLine,
  sights: readonly Sight[],
): LearnedLine | undefined {
  const pairs = sights.flatMap(bothThere);
  const nulls = sights.filter(({ v1, v2 }) => v1 === null && v2 === null);
  const seen = pairs.length + nulls.length;
  if (seen < LEAST || pairs.length < LEAST_VALUES) return undefined;
  const codecs = codecsFor(pairs, isFree);
  const at = codecs.findIndex((codec) => makes(codec, dates, pairs));
  const missing = at === -1 ? undefined : missingOf(sights);
  const shown = [...pairs, ...nulls].map(({ v1 }) => writeJson(v1 ?? null));
  if (missing === undefined || chanceOfMatch(shown) > MOST_CHANCE) return undefined;
  const codec = codecs[at];
  return { attribute, from, ...(codec === undefined ? {} : { codec }), ...missing, seen };
}
