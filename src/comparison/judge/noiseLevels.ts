import type { Difference, DifferenceKind } from '../compare/difference';
import { textForm } from '../compare/values';

/**
 * Degrees of agreement of two values at one path, from the strictest level to the loosest: the same value; no further
 * apart than v1 is from itself; text of the same kind; the same JSON type; present.
 */
export const NOISE_LEVELS = ['exact', 'spread', 'format', 'type', 'present'] as const;

export type NoiseLevel = (typeof NOISE_LEVELS)[number];

/** Disagreement of two values: the loosest level they break, and the distance of two numbers or instants (s). */
export interface Break {
  readonly breaks: NoiseLevel;
  readonly distance?: number;
}

type Values = Pick<Difference, 'v1' | 'v2'>;

const EXACT: Break = { breaks: 'exact' };

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Removes the quotes of a JSON string. A truncated one has only the first. */
const removeQuotes = (text: string): string => text.replace(/^"/, '').replace(/"$/, '');

const isTextual = (text: string | undefined): text is string => text?.startsWith('"') === true;

const isNumeric = (text: string | undefined): text is string => text !== undefined && NUMBER.test(text);

/** Rates two texts by their forms, and instants by their distance. */
function breakOfTexts(text1: string, text2: string): Break {
  const form = textForm(text1);
  if (form !== textForm(text2)) return { breaks: 'format' };
  const distance = Math.abs(Date.parse(text1) - Date.parse(text2)) / 1000;
  return form.startsWith('instant') && Number.isFinite(distance) ? { breaks: 'exact', distance } : EXACT;
}

function breakOfValues({ v1, v2 }: Values): Break {
  if (isNumeric(v1) && isNumeric(v2)) return { breaks: 'exact', distance: Math.abs(Number(v1) - Number(v2)) };
  return isTextual(v1) && isTextual(v2) ? breakOfTexts(removeQuotes(v1), removeQuotes(v2)) : EXACT;
}

/** Rates two statuses: 200 and 201 are both a success, 200 and 500 have nothing in common. */
const breakOfStatuses = ({ v1 = '', v2 = '' }: Values): Break => ({
  breaks: v1.charAt(0) === v2.charAt(0) ? 'format' : 'present',
});

/** Levels that differences of a kind break, as far as their values do not tell. */
const BREAKS: Readonly<Record<DifferenceKind, Break | ((values: Values) => Break)>> = {
  missing: { breaks: 'present' },
  extra: { breaks: 'present' },
  unavailable: { breaks: 'present' },
  null_vs_absent: { breaks: 'present' },
  type: { breaks: 'type' },
  empty: { breaks: 'type' },
  status: breakOfStatuses,
  value: breakOfValues,
  length: breakOfValues,
  header: breakOfValues,
  order: EXACT,
  precision: EXACT,
};

/** Rates the disagreement of the two sides of a difference. */
export function breakOf(difference: Pick<Difference, 'kind' | 'v1' | 'v2'>): Break {
  const rated = BREAKS[difference.kind];
  return typeof rated === 'function' ? rated(difference) : rated;
}
