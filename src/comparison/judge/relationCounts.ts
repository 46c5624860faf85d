import type { Relation } from '../compare/difference';

const signedText = (number: number): string => (number < 0 ? String(number) : `+${number}`);

const affixText = ({ text, removed }: { readonly text: string; readonly removed?: true }): string =>
  `${removed ? 'without' : 'with'} ${JSON.stringify(text)}`;

const TEXTS: {
  readonly [Kind in Relation['kind']]: (relation: Extract<Relation, { readonly kind: Kind }>) => string;
} = {
  scale: ({ factor }) => `v1 times ${factor}`,
  offset: ({ by }) => `v1 ${signedText(by)}`,
  instant: ({ from, to }) => `an instant as ${to} instead of ${from}`,
  zone: ({ minutes }) => `an instant ${signedText(minutes)} minutes off`,
  rounded: (relation) => `rounded to ${relation.places} places`,
  unrounded: (relation) => `with more than the ${relation.places} places of v1`,
  case: () => 'the same but for upper and lower case',
  trimmed: () => 'the same but for spaces around it',
  numericText: () => 'a number as text, or text as a number',
  boolean: ({ from, to }) => `${to} for ${from}`,
  word: ({ from, to }) => `${to} for ${from}`,
  prefix: (relation) => `${affixText(relation)} before it`,
  suffix: (relation) => `${affixText(relation)} after it`,
  truncated: ({ length }) => `cut off after ${length} characters`,
  nullForEmpty: () => 'null for empty, or empty for null',
};

/** Describes a relation for people: v2's value in terms of v1's. */
export const relationText = (relation: Relation): string =>
  (TEXTS[relation.kind] as (relation: Relation) => string)(relation);

/** One-sided 95% quantile of the normal distribution. */
const Z = 1.6449;

/** Returns the lower 95% confidence bound of a share (Wilson, 1927), or 0 for an empty sample. */
export function wilsonLowerBound(hits: number, tried: number): number {
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

/** Families counted separately at one path; further ones count as no explanation. */
const MAX_FAMILIES = 20;

/** Most lines of a table: more different words are no enumeration. */
const MAX_RELATION_LINES = 12;

/** Kinds that one pair shows only in part: one line of a table, or 1.5 of values rounded to two places. */
const FAMILIES: readonly Relation['kind'][] = ['word', 'rounded', 'unrounded'];

const familyOf = (relation: Relation): string =>
  FAMILIES.includes(relation.kind) ? relation.kind : relationText(relation);

/** Describes a one-to-one table of words. Returns undefined for other words. */
function tableText(words: readonly { readonly from: string; readonly to: string }[]): string | undefined {
  const forward = new Map(words.map(({ from, to }) => [from, to]));
  const isTable = words.every(({ from, to }) => forward.get(from) === to);
  if (!isTable || new Set(forward.values()).size < forward.size) return undefined;
  return [...forward].map(([from, to]) => `${to} for ${from}`).join(', ');
}

const placesOf = (relation: Relation): number => ('places' in relation ? relation.places : 0);

function textOf(relations: readonly Relation[]): string | undefined {
  const words = relations.filter((relation) => relation.kind === 'word');
  if (words.length > 0) return tableText(words);
  const [widest] = relations.toSorted((relation1, relation2) => placesOf(relation2) - placesOf(relation1));
  return widest && relationText(widest);
}

/** Counts differences by the relation that explains them. */
export type RelationCounts = ReturnType<typeof createRelationCounts>;

/** Creates an empty count of relations. Memory is bounded. */
export function createRelationCounts() {
  /** Relations that belong together, by their text, and the number of differences they explain. */
  const families = new Map<string, { count: number; readonly relations: Map<string, Relation> }>();
  let of = 0;
  return {
    /** Adds one difference by its relation, which is undefined if none explains the difference. */
    add: (relation: Relation | undefined): void => {
      of += 1;
      if (relation === undefined) return;
      const [name, text] = [familyOf(relation), relationText(relation)];
      const family = families.get(name) ?? { count: 0, relations: new Map<string, Relation>() };
      const { relations } = family;
      const hasRoom = families.has(name) || families.size < MAX_FAMILIES;
      if (!hasRoom || (!relations.has(text) && relations.size >= MAX_RELATION_LINES)) return;
      families.set(name, family);
      relations.set(text, relation);
      family.count += 1;
    },
    summary: (): RelationSummary | undefined => {
      const [most] = [...families.values()].sort((family1, family2) => family2.count - family1.count);
      const text = most && textOf([...most.relations.values()]);
      if (most === undefined || text === undefined) return undefined;
      return { text, explained: most.count, of, lower: wilsonLowerBound(most.count, of) };
    },
  };
}
