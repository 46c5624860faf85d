import { breakOf } from '../../../src/comparison/judge/noiseLevels.js';
import type { Difference } from '../../../src/comparison/compare/difference.js';
import type { KeptDifference, SeenPair } from '../../../src/comparison/keep/observation.js';

/** Makes a difference; by default one in value. */
export const difference = (path: string, changes: Partial<Difference> = {}): Difference => ({
  path,
  at: `/${path}`,
  kind: 'value',
  severity: 'suspicious',
  v1: '"one"',
  v2: '"two"',
  ...changes,
});

/** Makes a kept difference; equal texts have equal hashes. */
export const kept = (foundDifference: Difference): KeptDifference => {
  const { path, kind, severity, v1, v2, relation } = foundDifference;
  return {
    path,
    kind,
    severity,
    ...breakOf(foundDifference),
    ...(relation === undefined ? {} : { relation }),
    lengths: [v1?.length ?? null, v2?.length ?? null],
    hashes: [v1 ?? null, v2 ?? null],
  };
};

let madeCount = 0;

/** Makes the observation of one request; by default another request every time. */
export function observed(differences: readonly Difference[], changes: Partial<SeenPair> = {}): SeenPair {
  madeCount += 1;
  return {
    id: `id${madeCount}`,
    at: madeCount * 1_000,
    epoch: 'epoch',
    resource: 'offer',
    operation: 'get',
    caller: 'caller',
    request: `request ${madeCount}`,
    signature: 'get 200',
    outcome: 'compared',
    differences: differences.map(kept),
    ...changes,
  };
}
