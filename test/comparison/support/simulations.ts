import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge';
import { randomFrom } from '../../cutover/support/simulations';
import { type Looks, type NoisyField, playNoise } from './noisyWorld';

/** What is simulated how often. */
export interface Simulation {
  readonly fields: readonly NoisyField[];
  readonly looks: Looks;
  readonly requests: number;
  /** Different requests; fewer of them repeat by nature. */
  readonly different: number;
  readonly runs: number;
  readonly seed: number;
}

/** A report is looked at after so many requests: what is proven only for a moment counts too. */
const LOOK_EVERY = 50;

function isTold(simulation: Simulation, random: () => number): boolean {
  const { fields, looks, requests, different } = simulation;
  const book = createComparisonJudge({ epoch: 'epoch', rules: [] });
  const found = { regression: false };
  playNoise(book, fields, looks, { requests, different }, random, (played) => {
    if (played % LOOK_EVERY !== 0 && played !== requests) return false;
    found.regression = book.report(0).issues.some(({ state }) => state === 'regression');
    return found.regression;
  });
  return found.regression;
}

/** The share of runs in which a regression was told at some time. */
export function toldRegressions(simulation: Simulation): number {
  const random = randomFrom(simulation.seed);
  let told = 0;
  for (let run = 0; run < simulation.runs; run += 1) told += isTold(simulation, random) ? 1 : 0;
  return told / simulation.runs;
}

/** Fields as noisy on the one side as on the other: hardly ever, often, always, among few values and many. */
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
