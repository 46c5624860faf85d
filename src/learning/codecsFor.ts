import { instantOf } from '../comparison/relate/relateInstants';
import { isJsonObject, type Json } from '../contract/json';
import type { RuleEntry } from '../mapping/ruleEntry';
import { writeJson } from '../translation/writeJson';

/** What stands at an attribute and at a source, where both have something. */
export interface ValuePair {
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
export function codecsFor(pairs: readonly ValuePair[], isFree: boolean): readonly Codec[] {
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
