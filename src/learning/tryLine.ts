import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../contract/json';
import { codecNamed } from '../mapping/codecNamed';
import type { RuleEntry } from '../mapping/ruleEntry';
import { misfit } from '../translation/codec';
import type { DateStyle } from '../translation/codecs/date';
import { writeJson } from '../translation/writeJson';
import { chanceOfMatch } from './chanceOfMatch';
import { codecsFor, type ValuePair } from './codecsFor';
import type { LearnedLine } from './learnedLine';

/** What an attribute is to be made of, in one example; undefined where there is nothing. */
export interface Sight {
  readonly v1: Json | undefined;
  readonly v2: Json | undefined;
}

/** The line that is tried. */
export interface Wanted {
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
  { attribute, from, isFree, dates }: Wanted,
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
