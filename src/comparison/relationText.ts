import type { Relation } from './relation';

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

/** A relation as people read it: what v2 makes of v1's value. */
export const relationText = (relation: Relation): string =>
  isOfNumbers(relation) ? numberText(relation) : textText(relation);
