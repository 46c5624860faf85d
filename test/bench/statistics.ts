import { cleanRequestsNeeded } from '../../src/cutover/evidence/rateConditions';
import { bucketError, falseBacks, promotedAt, worstServedErrors } from '../cutover/support/simulations';
import { standingAt } from '../cutover/support/standings';
import { decide } from '../../src/cutover/stages/decide';
import { measure } from './measure';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Prints the figures of the cutover at full size; the suite runs the same simulations smaller. */
export function statistics(write: (line: string) => void): void {
  write('clean requests until the gate passes');
  for (const limit of [0.05, 0.01, 0.005, 0.001]) {
    write(`  ${percent(limit).padStart(6)} may differ: ${cleanRequestsNeeded(0, 0, limit)}`);
  }
  write('candidates exactly at the limit that are promoted (at most 5%), 20,000 runs of 200,000 requests');
  for (const limit of [0.05, 0.01, 0.005]) {
    write(
      `  ${percent(limit).padStart(6)} may differ: ${percent(promotedAt(limit, limit, 20_000, 200_000, 1))}`,
    );
  }
  write('served errors before a canary goes back of which every second request fails, worst of 10,000 runs');
  for (const v1ErrorRate of [0, 0.0001, 0.001]) {
    write(`  5% canary, v1 fails ${percent(v1ErrorRate)}: ${worstServedErrors(5, v1ErrorRate, 10_000, 2)}`);
  }
  write('canaries as good as v1 that go back within 100,000 requests (at most 1%), 5,000 runs');
  for (const share of [1, 5, 20, 50]) {
    const settings = { percent: share, rate: 0.01, requests: 100_000 };
    write(`  ${share}% canary, both fail 1%: ${percent(falseBacks(settings, 5_000, 3))}`);
  }
  write('distance of a share of 1,000,000 callers from its percentage (at most 0.1)');
  for (const share of [0.1, 1, 5, 25, 50]) {
    write(`  ${share}%: ${bucketError(share, 1_000_000).toFixed(4)} percentage points`);
  }
  const standing = standingAt({ kind: 'canary', percent: 5 });
  const asked = { caller: { fingerprint: 'abc', bucket: 4_000 } };
  write(`one decision: ${measure(() => decide(standing, asked, 1), { runs: 1_000_000 }).toFixed(0)} ns`);
}
