import type { Field } from '../contract/field';
import { decimal } from './scalarBranches';
import type { Branch } from './branch';

/** A value at or just beyond a limit of a field, and how it stands to it. */
export interface LimitValue {
  readonly value: Branch;
  /** Ends a sentence that begins "v1 takes a value that is ...", e.g. `longer than 2048 characters`. */
  readonly is: string;
}

type Text = Extract<Field, { kind: 'text' }>;
type Numeric = Extract<Field, { kind: 'integer' | 'number' }>;

const textValues = ({ minimumLength = 0, maximumLength, known }: Text): readonly LimitValue[] => [
  ...(minimumLength === 0
    ? []
    : [
        { value: 'x'.repeat(minimumLength), is: `${minimumLength} characters long` },
        { value: 'x'.repeat(minimumLength - 1), is: `shorter than ${minimumLength} characters` },
      ]),
  ...(known ?? []).map((value) => ({ value, is: `"${value}"` })),
  ...(known === undefined ? [] : [{ value: 'something else', is: `none of ${known.join(', ')}` }]),
  ...(maximumLength === undefined
    ? []
    : [
        { value: 'x'.repeat(maximumLength), is: `${maximumLength} characters long` },
        { value: 'x'.repeat(maximumLength + 1), is: `longer than ${maximumLength} characters` },
      ]),
  { value: '', is: 'empty' },
];

function numberValues(field: Numeric): readonly LimitValue[] {
  const { minimum, maximum } = field;
  const decimals = field.kind === 'number' ? field.decimals : undefined;
  return [
    ...(minimum === undefined ? [] : [{ value: minimum, is: `${minimum}` }]),
    ...(minimum === undefined ? [] : [{ value: minimum - 1, is: `less than ${minimum}` }]),
    ...(maximum === undefined ? [] : [{ value: maximum, is: `${maximum}` }]),
    ...(maximum === undefined ? [] : [{ value: maximum + 1, is: `greater than ${maximum}` }]),
    ...(decimals === undefined
      ? []
      : [{ value: Number(decimal(1, decimals + 1)), is: `written with more than ${decimals} decimals` }]),
    { value: 0, is: 'zero' },
    { value: -1, is: 'negative' },
  ];
}

const lists: readonly LimitValue[] = [
  { value: [], is: 'an empty list' },
  { value: ['note'], is: 'a list' },
];

const plainValues: Partial<Record<Field['kind'], readonly LimitValue[]>> = {
  boolean: [true, false].map((value) => ({ value, is: String(value) })),
  list: lists,
  freeObject: [...lists, { value: { note: 'note' }, is: 'an object' }],
};

function ownValues(field: Field): readonly LimitValue[] {
  if (field.kind === 'text') return textValues(field);
  if (field.kind === 'integer' || field.kind === 'number') return numberValues(field);
  return plainValues[field.kind] ?? [];
}

/** Values at and just beyond every limit of a field; whether any side takes them is for its own check to say. */
export const limitValues = (field: Field): readonly LimitValue[] => [
  ...ownValues(field),
  { value: null, is: 'null' },
  { value: undefined, is: 'absent' },
];
