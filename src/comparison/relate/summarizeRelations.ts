import { relationText } from '../relationText';
import type { Relation } from '../relation';
import { wilsonLower } from './wilsonLower';

/** The relation that explains most of the differences at one path. */
export interface RelationSummary {
  /** For people: what v2 makes of v1's value. */
  readonly text: string;
  readonly explained: number;
  readonly of: number;
  /** Below the true share of what it explains, in 95% of all samples. */
  readonly lower: number;
}

type Word = Extract<Relation, { kind: 'word' }>;

/** Each pair tells of these what it can: a table line by line, 1.5 as well as 1.25 of what is rounded to two places. */
const FAMILIES: readonly Relation['kind'][] = ['word', 'rounded', 'unrounded'];

const familyOf = (relation: Relation): string =>
  FAMILIES.includes(relation.kind) ? relation.kind : relationText(relation);

const isWord = (relation: Relation): relation is Word => relation.kind === 'word';

/** A table is one-to-one, or it is none. */
function tableText(words: readonly Word[]): string | undefined {
  const forward = new Map(words.map(({ from, to }) => [from, to]));
  const isTable = words.every(({ from, to }) => forward.get(from) === to);
  if (!isTable || new Set(forward.values()).size < forward.size) return undefined;
  return [...forward].map(([from, to]) => `${to} for ${from}`).join(', ');
}

const places = (relation: Relation): number => ('places' in relation ? relation.places : 0);

function textOf(family: readonly Relation[]): string | undefined {
  const words = family.filter(isWord);
  if (words.length > 0) return tableText(words);
  const [widest] = family.toSorted((one, other) => places(other) - places(one));
  return widest && relationText(widest);
}

/** Says by which relation most of the differences at one path are explained; `undefined` stands for one without any. */
export function summarizeRelations(
  relations: readonly (Relation | undefined)[],
): RelationSummary | undefined {
  const families = new Map<string, Relation[]>();
  for (const relation of relations) {
    if (relation === undefined) continue;
    const family = familyOf(relation);
    families.set(family, [...(families.get(family) ?? []), relation]);
  }
  const [most] = [...families.values()].sort((one, other) => other.length - one.length);
  const text = most && textOf(most);
  if (most === undefined || text === undefined) return undefined;
  const [explained, of] = [most.length, relations.length];
  return { text, explained, of, lower: wilsonLower(explained, of) };
}
