import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import type { ComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import { breakOf } from '../../../src/comparison/judge/noiseLevels.js';
import type { Difference } from '../../../src/comparison/compare/difference.js';
import type { KeptDifference, SeenPair } from '../../../src/comparison/keep/observation.js';
import { randomFrom } from '../../cutover/support/simulations.ts';

/** A noisy field, with the shares of answers that show another value than the usual one. */
interface NoisyField {
  readonly path: string;
  /** Shares in v1's first answer, in its second one, and in v2's. */
  readonly first: number;
  readonly v1: number;
  readonly v2: number;
  /** Number of other values; few of them coincide by chance. */
  readonly values: number;
}

/** Settings of the controls. */
interface Looks {
  /** Share of requests with a control by lot. */
  readonly byLot: number;
  readonly becauseDifferent: boolean;
}

const keptDifference = (difference: Difference): KeptDifference => {
  const { v1, v2, path, kind, severity } = difference;
  return { path, kind, severity, ...breakOf(difference), lengths: [1, 1], hashes: [v1 ?? null, v2 ?? null] };
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
function playNoise(
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
    const control =
      isDrawn || isAsked ? differencesOf(fields, v1, draw('v1')).map(keptDifference) : undefined;
    const observed: SeenPair = {
      id: String(played),
      at: played * 1_000,
      epoch: 'epoch',
      resource: 'offer',
      operation: 'get',
      caller: 'caller',
      request: `request ${Math.floor(random() * different)}`,
      signature: 'get 200',
      outcome: 'compared',
      differences: differences.map(keptDifference),
      ...(control === undefined ? {} : { control, controlled: isDrawn ? 'byLot' : 'becauseDifferent' }),
    };
    judge.add(observed);
    if (look(played)) return;
  }
}

/** Options of a simulation. */
interface Simulation {
  readonly fields: readonly NoisyField[];
  readonly looks: Looks;
  readonly requests: number;
  /** Number of different requests; with fewer of them requests repeat. */
  readonly different: number;
  readonly runs: number;
  readonly seed: number;
}

/** Requests between two reports: a regression that is proven only for a moment counts too. */
const LOOK_EVERY = 50;

function findsRegression(simulation: Simulation, random: () => number): boolean {
  const { fields, looks, requests, different } = simulation;
  const judge = createComparisonJudge({ epoch: 'epoch', rules: [] });
  const foundEntry = { regression: false };
  playNoise(judge, fields, looks, { requests, different }, random, (played) => {
    if (played % LOOK_EVERY !== 0 && played !== requests) return false;
    foundEntry.regression = judge.report(0).issues.some(({ state }) => state === 'regression');
    return foundEntry.regression;
  });
  return foundEntry.regression;
}

/** Returns the share of runs in which a regression was reported at some time. */
function reportedRegressions(simulation: Simulation): number {
  const random = randomFrom(simulation.seed);
  let foundCount = 0;
  for (let run = 0; run < simulation.runs; run += 1)
    foundCount += findsRegression(simulation, random) ? 1 : 0;
  return foundCount / simulation.runs;
}

/** Fields that are equally noisy on both sides: rarely, often, always, with few and many values. */
const equallyNoisy: readonly NoisyField[] = [
  [0.001, 2],
  [0.01, 1],
  [0.1, 2],
  [0.5, 1],
  [0.5, 1_000],
  [0.9, 3],
  [1, 1_000_000],
].map(([rate = 0, values = 1], index) => ({
  path: `field${index}`,
  first: rate,
  v1: rate,
  v2: rate,
  values,
}));

// The bounds hold for every number of runs; three standard errors are added for these few.
const threeErrors = (share: number, runs: number): number => 3 * Math.sqrt((share * (1 - share)) / runs);

const bothLooks = { byLot: 0.05, becauseDifferent: true };
const everyPair = { byLot: 1, becauseDifferent: false };

describe('the judge among noise', () => {
  it.each([
    ['by lot and because of differences', bothLooks, 1_000_000],
    ['at every pair', everyPair, 1_000_000],
    ['at repeats alone', { byLot: 0, becauseDifferent: false }, 60],
  ])('reports a regression in at most 5%% of runs without one, v1 asked %s', (_name, looks, different) => {
    const runs = 60;
    const reported = reportedRegressions({
      fields: equallyNoisy,
      looks,
      requests: 300,
      different,
      runs,
      seed: 1,
    });
    expect(reported).toBeLessThanOrEqual(0.05 + threeErrors(0.05, runs));
  });

  it('is within the budget after 800 requests to fields that are noisy on both sides', () => {
    const judge = createComparisonJudge({ epoch: 'epoch', rules: [] });
    const counts = { requests: 800, different: 1_000_000 };
    playNoise(judge, equallyNoisy, bothLooks, counts, randomFrom(7), () => false);
    const { differing, issues, noise, verdict } = judge.report(0);
    expect([differing, issues, verdict]).toEqual([0, [], 'within']);
    expect(noise.length).toBeGreaterThan(4);
  });

  it('finds a field that differs in 60% of the pairs, in v1 itself in 50%, within 1,000 pairs', () => {
    const fields = [{ path: 'views', first: 0, v1: 0.5, v2: 0.6, values: 1_000 }];
    const foundCount = reportedRegressions({
      fields,
      looks: everyPair,
      requests: 1_000,
      different: 1_000_000,
      runs: 100,
      seed: 2,
    });
    expect(foundCount).toBeGreaterThanOrEqual(0.9 - threeErrors(0.9, 100));
  });
});
