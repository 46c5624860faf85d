import { decimalOf } from '../body/decimalOf';
import type { Tree } from '../body/tree';
import type { DifferenceKind } from '../difference';
import type { Comparator } from '../ignoreRule';
import { instantOf } from '../relate/relateInstants';
import { textForm } from '../textForm';

/** A difference with the values as they are. */
export interface Disagreement {
  readonly kind: DifferenceKind;
  readonly v1?: Tree;
  readonly v2?: Tree;
}

/** How far apart two numbers are, or two instants written as text, in seconds; NaN where they are neither. */
function distance({ v1, v2 }: Disagreement): number {
  const [one, other] = [decimalOf(v1), decimalOf(v2)];
  if (one !== undefined && other !== undefined) return Math.abs(Number(one) - Number(other));
  const [before, after] = [instantOf(v1), instantOf(v2)];
  return before === undefined || after === undefined ? NaN : Math.abs(before.at - after.at) / 1000;
}

const areTextsAlike = ({ v1, v2 }: Disagreement): boolean =>
  typeof v1 === 'string' && typeof v2 === 'string' && textForm(v1) === textForm(v2);

/** True for a difference that is agreed under a comparator. */
export function isWithin(comparator: Comparator, disagreement: Disagreement): boolean {
  switch (comparator.kind) {
    case 'ignore':
      // That v2 does not answer at all nobody can have agreed to.
      return disagreement.kind !== 'unavailable';
    case 'tolerance':
      return distance(disagreement) <= comparator.by;
    case 'unordered':
      return disagreement.kind === 'order';
    case 'format':
      return areTextsAlike(disagreement);
    case 'key':
      // It says which elements belong together, and hides nothing.
      return false;
  }
}
