import { fuzz as run } from '../hostile/fuzz';
import type { BenchOptions } from './benchOptions';

const CASES = 1_000_000;
const LANES = 48;

/** Sends a million requests gone wrong; a fault is printed with the seed that makes it again. */
export async function fuzz(write: (line: string) => void, { runs = CASES, seed }: BenchOptions) {
  const { cases, statuses, upstreamRequests, faults } = await run(seed, runs, LANES);
  const counted = [...statuses].toSorted(([one], [other]) => one - other);
  write(`${cases} hostile requests from seed ${seed}, ${upstreamRequests} requests seen upstream`);
  write(`  answered ${counted.map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  write(`  5xx, second requests upstream, paths outside their template: ${faults.length}`);
  for (const fault of faults.slice(0, 20)) write(`  ${JSON.stringify(fault)}`);
}
