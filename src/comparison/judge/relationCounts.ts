import type { Relation } from '../compare/difference';

type NumberRelation = Extract<
  Relation,
  { kind: 'scale' | 'offset' | 'instant' | 'zone' | 'rounded' | 'unrounded' }
>;

const signed = (number: number): string => (number < 0 ? String(number) : `+${number}`);

function numberText(relation: NumberRelation): string {
  switch (relation.kind) {
    case 'scale':
      return `v1 times ${relation.factor}`;
    case 'offset':
      return `v1 ${signed(relation.by)}`;
    case 'instant':
      return `an instant as ${relation.to} instead of ${relation.from}`;
    case 'zone':
      return `an instant ${signed(relation.minutes)} minutes off`;
    case 'rounded':
      return `rounded to ${relation.places} places`;
    case 'unrounded':
      return `with more than the ${relation.places} places of v1`;
  }
}

const affixText = ({ text, removed }: Extract<Relation, { kind: 'prefix' | 'suffix' }>): string =>
  `${removed ? 'without' : 'with'} ${JSON.stringify(text)}`;

function textText(relation: Exclude<Relation, NumberRelation>): string {
  switch (relation.kind) {
    case 'case':
      return 'the same but for upper and lower case';
    case 'trimmed':
      return 'the same but for spaces around it';
    case 'numericText':
      return 'a number as text, or text as a number';
    case 'boolean':
    case 'word':
      return `${relation.to} for ${relation.from}`;
    case 'prefix':
      return `${affixText(relation)} before it`;
    case 'suffix':
      return `${affixText(relation)} after it`;
    case 'truncated':
      return `cut off after ${relation.length} characters`;
    case 'nullForEmpty':
      return 'null for empty, or empty for null';
  }
}

const isOfNumbers = (relation: Relation): relation is NumberRelation =>
  ['scale', 'offset', 'instant', 'zone', 'rounded', 'unrounded'].includes(relation.kind);

/** Describes a relation for people: v2's value in terms of v1's. */
export const relationText = (relation: Relation): string =>
  isOfNumbers(relation) ? numberText(relation) : textText(relation);

/** One-sided 95% quantile of the normal distribution. */
const Z = 1.6449;

/** Returns the lower 95% confidence bound of a share (Wilson, 1927); 0 for an empty sample. */
export function wilsonLower(hits: number, tried: number): number {
  if (tried === 0) return 0;
  const share = hits / tried;
  const square = Z ** 2 / tried;
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / tried);
  return Math.max(0, (share + square / 2 - spread) / (1 + square));
}

/** The relation that explains most of the differences at one path. */
export interface RelationSummary {
  /** Describes v2's value in terms of v1's, for people. */
  readonly text: string;
  readonly explained: number;
  readonly of: number;
  /** Lower 95% confidence bound of the share that it explains. */
  readonly lower: number;
}

/** Counts differences by the relation that explains them. */
export interface RelationCounts {
  /** Adds one difference; undefined when no relation explains it. */
  readonly add: (relation: Relation | undefined) => void;
  readonly summary: () => RelationSummary | undefined;
}

type Word = Extract<Relation, { kind: 'word' }>;

/** Relations that belong together, and the number of differences they explain. */
interface Family {
  count: number;
  /** Relations by their text. */
  readonly relations: Map<string, Relation>;
}

/** Families counted separately at one path; further ones count as no explanation. */
const MAX_FAMILIES = 20;

/** Most lines of a table: more different words are no enumeration. */
const MAX_RELATION_LINES = 12;

/** Kinds that one pair shows only in part: one line of a table, or 1.5 of values rounded to two places. */
const FAMILIES: readonly Relation['kind'][] = ['word', 'rounded', 'unrounded'];

const familyOf = (relation: Relation): string =>
  FAMILIES.includes(relation.kind) ? relation.kind : relationText(relation);

const isWord = (relation: Relation): relation is Word => relation.kind === 'word';

/** Describes a one-to-one table of words; undefined for other words. */
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
  const [widest] = relations.toSorted((relation1, relation2) => places(relation2) - places(relation1));
  return widest && relationText(widest);
}

/** Makes an empty count of relations; memory is bounded. */
export function createRelationCounts(): RelationCounts {
  const families = new Map<string, Family>();
  let of = 0;

  const roomIn = (relation: Relation): Family | undefined => {
    const name = familyOf(relation);
    const knownFamily = families.get(name);
    const family = knownFamily ?? { count: 0, relations: new Map<string, Relation>() };
    if (knownFamily === undefined && families.size >= MAX_FAMILIES) return undefined;
    families.set(name, family);
    const text = relationText(relation);
    if (!family.relations.has(text) && family.relations.size >= MAX_RELATION_LINES) return undefined;
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
      const [most] = [...families.values()].sort((family1, family2) => family2.count - family1.count);
      const text = most && textOf([...most.relations.values()]);
      if (most === undefined || text === undefined) return undefined;
      return { text, explained: most.count, of, lower: wilsonLower(most.count, of) };
    },
  };
}
