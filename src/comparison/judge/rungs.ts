import type { Difference, DifferenceKind } from '../compare/difference';
import { textForm } from '../compare/tree';

/**
 * How closely two values at one path are held together, from the strictest rung to the loosest: the same value; no
 * further apart than v1 is from itself; text of the same kind; the same JSON type; there at all.
 */
export const RUNGS = ['exact', 'spread', 'format', 'type', 'present'] as const;

export type Rung = (typeof RUNGS)[number];

/** How far apart two values are: the loosest rung they break, and the distance between two numbers or instants (s). */
export interface Break {
  readonly breaks: Rung;
  readonly distance?: number;
}

type Values = Pick<Difference, 'v1' | 'v2'>;

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** What a JSON text of a string says; a long one may have been cut off. */
const saidBy = (text: string): string => text.replace(/^"/, '').replace(/"$/, '');

const isText = (text: string | undefined): text is string => text?.startsWith('"') === true;

const isNumber = (text: string | undefined): text is string => text !== undefined && NUMBER.test(text);

function betweenTexts(one: string, other: string): Break {
  const form = textForm(one);
  if (form !== textForm(other)) return { breaks: 'format' };
  const distance = form.startsWith('instant') ? Math.abs(Date.parse(one) - Date.parse(other)) / 1000 : NaN;
  return Number.isFinite(distance) ? { breaks: 'exact', distance } : { breaks: 'exact' };
}

function betweenValues({ v1, v2 }: Values): Break {
  if (isNumber(v1) && isNumber(v2)) return { breaks: 'exact', distance: Math.abs(Number(v1) - Number(v2)) };
  return isText(v1) && isText(v2) ? betweenTexts(saidBy(v1), saidBy(v2)) : { breaks: 'exact' };
}

/** 200 and 201 are both an answer; 200 and 500 are not the same thing at all. */
const betweenStatuses = ({ v1 = '', v2 = '' }: Values): Break => ({
  breaks: v1.charAt(0) === v2.charAt(0) ? 'format' : 'present',
});

const BETWEEN: Readonly<Record<DifferenceKind, (values: Values) => Break>> = {
  missing: () => ({ breaks: 'present' }),
  extra: () => ({ breaks: 'present' }),
  unavailable: () => ({ breaks: 'present' }),
  null_vs_absent: () => ({ breaks: 'present' }),
  type: () => ({ breaks: 'type' }),
  empty: () => ({ breaks: 'type' }),
  status: betweenStatuses,
  value: betweenValues,
  length: betweenValues,
  header: betweenValues,
  order: () => ({ breaks: 'exact' }),
  precision: () => ({ breaks: 'exact' }),
};

/** Says how far apart the two sides of a difference are. */
export const breakOf = (difference: Pick<Difference, 'kind' | 'v1' | 'v2'>): Break =>
  BETWEEN[difference.kind](difference);
