import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge';
import { randomFrom } from '../../cutover/support/simulations';
import { type Looks, type NoisyField, playNoise } from './noisyWorld';

/** Options of a simulation. */
export interface Simulation {
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
export function reportedRegressions(simulation: Simulation): number {
  const random = randomFrom(simulation.seed);
  let foundCount = 0;
  for (let run = 0; run < simulation.runs; run += 1)
    foundCount += findsRegression(simulation, random) ? 1 : 0;
  return foundCount / simulation.runs;
}

/** Fields that are equally noisy on both sides: rarely, often, always, with few and many values. */
export const equallyNoisy: readonly NoisyField[] = [
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
