import type { ComparisonJudge } from '../../../src/comparison/judge/judgedEvidence';
import { breakOf } from '../../../src/comparison/judge/noiseLevels';
import type { Difference } from '../../../src/comparison/compare/difference';
import type { KeptDifference, Observed } from '../../../src/comparison/keep/observation';

/** A noisy field, with the shares of answers that show another value than the usual one. */
export interface NoisyField {
  readonly path: string;
  /** Shares in v1's first answer, in its second one, and in v2's. */
  readonly first: number;
  readonly v1: number;
  readonly v2: number;
  /** Number of other values; few of them coincide by chance. */
  readonly values: number;
}

/** Settings of the controls. */
export interface Looks {
  /** Share of requests with a control by lot. */
  readonly byLot: number;
  readonly becauseDifferent: boolean;
}

const kept = (difference: Difference): KeptDifference => {
  const { v1, v2, path, kind, severity } = difference;
  return { path, kind, severity, ...breakOf(difference), lengths: [1, 1], hashes: [v1, v2] };
};

type Answer = readonly string[];

const differencesOf = (
  fields: readonly NoisyField[],
  v1: Answer,
  nextAnswer: Answer,
): readonly Difference[] =>
  fields.flatMap(({ path }, index) => {
    const [text, two] = [v1[index] ?? '', nextAnswer[index] ?? ''];
    if (text === two) return [];
    return [
      { path, at: `/${path}`, kind: 'value' as const, severity: 'suspicious' as const, v1: text, v2: two },
    ];
  });

/**
 * Feeds a judge with requests to noisy fields, with random answers of v1, v2 and, for a control, v1 once more. `look`
 * is called after each request, and ends it by returning true.
 */
export function playNoise(
  judge: ComparisonJudge,
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
    const isAsked = !isDrawn && becauseDifferent && judge.wantsControl('get', differences);
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
    judge.add(observed);
    if (look(played)) return;
  }
}
