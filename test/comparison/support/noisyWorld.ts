import type { ComparisonJudge } from '../../../src/comparison/judge/judgedEvidence';
import { breakOf } from '../../../src/comparison/judge/rungs';
import type { Difference } from '../../../src/comparison/compare/difference';
import type { KeptDifference, Observed } from '../../../src/comparison/keep/observed';

/** How one field behaves: how often an answer shows another value than the usual one. */
export interface NoisyField {
  readonly path: string;
  /** v1's first answer, its second one, and v2's. */
  readonly first: number;
  readonly v1: number;
  readonly v2: number;
  /** Values that it moves among; few of them meet by chance. */
  readonly values: number;
}

/** How v1 is asked once more. */
export interface Looks {
  /** The share of requests for which it is, whatever they show. */
  readonly byLot: number;
  readonly becauseDifferent: boolean;
}

const kept = (difference: Difference): KeptDifference => {
  const { v1, v2, path, kind, severity } = difference;
  return { path, kind, severity, ...breakOf(difference), lengths: [1, 1], hashes: [v1, v2] };
};

type Answer = readonly string[];

const differencesOf = (fields: readonly NoisyField[], v1: Answer, other: Answer): readonly Difference[] =>
  fields.flatMap(({ path }, index) => {
    const [one, two] = [v1[index] ?? '', other[index] ?? ''];
    if (one === two) return [];
    return [
      { path, at: `/${path}`, kind: 'value' as const, severity: 'suspicious' as const, v1: one, v2: two },
    ];
  });

/**
 * Feeds a book with requests to fields that are noisy, by lot: what v1 says, what v2 says, what v1 says once more where
 * it is asked. `look` is told after each, and ends it by answering true.
 */
export function playNoise(
  book: ComparisonJudge,
  fields: readonly NoisyField[],
  { byLot, becauseDifferent }: Looks,
  { requests, different }: { readonly requests: number; readonly different: number },
  random: () => number,
  look: (played: number) => boolean,
): void {
  const draw = (side: 'first' | 'v1' | 'v2'): Answer =>
    fields.map((field) =>
      random() < field[side] ? `"other ${Math.floor(random() * field.values)}"` : '"usual"',
    );
  for (let played = 1; played <= requests; played += 1) {
    const [v1, v2] = [draw('first'), draw('v2')];
    const differences = differencesOf(fields, v1, v2);
    const isDrawn = random() < byLot;
    const isAsked = !isDrawn && becauseDifferent && book.wantsControl('get', differences);
    const control = isDrawn || isAsked ? differencesOf(fields, v1, draw('v1')).map(kept) : undefined;
    const observed: Observed = {
      id: String(played),
      at: played * 1_000,
      epoch: 'epoch',
      resource: 'offer',
      operation: 'get',
      caller: 'caller',
      request: `request ${Math.floor(random() * different)}`,
      signature: 'get 200',
      outcome: 'compared',
      differences: differences.map(kept),
      ...(control === undefined ? {} : { control, controlled: isDrawn ? 'byLot' : 'becauseDifferent' }),
    };
    book.add(observed);
    if (look(played)) return;
  }
}
