import type { DifferenceKind } from '../difference';
import type { Comparator } from '../ignoreRule';
import type { KeptDifference } from '../observed';

type Kept = Pick<KeptDifference, 'kind' | 'breaks' | 'distance' | 'lengths'>;

/** Kinds in which two numbers, or text that is one, may stand against each other. */
const OF_NUMBERS: ReadonlySet<DifferenceKind> = new Set(['value', 'type']);

/** Characters of `true` and `false`: texts may be as short. */
const OF_BOOLEANS: ReadonlySet<number | undefined> = new Set([4, 5, undefined]);

function areNear({ kind, distance }: Kept, by: number): boolean | undefined {
  if (kind === 'precision') return true;
  if (!OF_NUMBERS.has(kind)) return false;
  return distance === undefined ? undefined : distance <= by;
}

function areAlike({ kind, breaks, distance, lengths }: Kept): boolean | undefined {
  if (kind !== 'value' || breaks !== 'exact') return false;
  const mayBeNoText = distance !== undefined || lengths.every((length) => OF_BOOLEANS.has(length));
  return mayBeNoText ? undefined : true;
}

/** As `isWithin` for a difference whose values were not kept; undefined where they would be needed. */
export function agreesKept(comparator: Comparator, kept: Kept): boolean | undefined {
  switch (comparator.kind) {
    case 'ignore':
      return kept.kind !== 'unavailable';
    case 'tolerance':
      return areNear(kept, comparator.by);
    case 'unordered':
      return kept.kind === 'order';
    case 'format':
      return areAlike(kept);
    case 'key':
      return false;
  }
}
