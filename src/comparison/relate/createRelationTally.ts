import type { Relation } from '../relation';
import { relationText } from '../relationText';
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

/** Counts by which relations differences are explained. */
export interface RelationTally {
  /** Undefined stands for a difference without any. */
  readonly add: (relation: Relation | undefined) => void;
  readonly summary: () => RelationSummary | undefined;
}

type Word = Extract<Relation, { kind: 'word' }>;

/** Relations that belong together, and how many differences they explain. */
interface Family {
  count: number;
  /** Each once, by its text. */
  readonly relations: Map<string, Relation>;
}

/** Families told apart at one path; what finds no room is explained by nothing. */
const MOST_FAMILIES = 20;

/** Lines of a table: words that are all different are no enumeration. */
const MOST_LINES = 12;

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

function textOf(relations: readonly Relation[]): string | undefined {
  const words = relations.filter(isWord);
  if (words.length > 0) return tableText(words);
  const [widest] = relations.toSorted((one, other) => places(other) - places(one));
  return widest && relationText(widest);
}

/** Nothing counted yet; memory is bounded. */
export function createRelationTally(): RelationTally {
  const families = new Map<string, Family>();
  let of = 0;

  const roomIn = (relation: Relation): Family | undefined => {
    const name = familyOf(relation);
    const known = families.get(name);
    const family = known ?? { count: 0, relations: new Map<string, Relation>() };
    if (known === undefined && families.size >= MOST_FAMILIES) return undefined;
    families.set(name, family);
    const text = relationText(relation);
    if (!family.relations.has(text) && family.relations.size >= MOST_LINES) return undefined;
    family.relations.set(text, relation);
    return family;
  };

  return {
    add: (relation) => {
      of += 1;
      const family = relation && roomIn(relation);
      if (family !== undefined) family.count += 1;
    },
    summary: () => {
      const [most] = [...families.values()].sort((one, other) => other.count - one.count);
      const text = most && textOf([...most.relations.values()]);
      if (most === undefined || text === undefined) return undefined;
      return { text, explained: most.count, of, lower: wilsonLower(most.count, of) };
    },
  };
}
