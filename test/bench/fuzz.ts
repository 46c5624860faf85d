import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Fuzzed, fuzz as run } from '../hostile/fuzz';
import type { BenchOptions } from './benchOptions';

const CASES = 1_000_000;
/** What never ends is given up after a while: meanwhile the other lanes of a process go on. */
const LANES = 96;

async function runPart(first: number, cases: number): Promise<Fuzzed> {
  const words = [first, cases, LANES].map(String);
  const child = fork(join(__dirname, 'fuzzPart.ts'), words, { serialization: 'advanced' });
  const died = once(child, 'exit').then(() => Promise.reject(new Error('a process of the fuzz has died')));
  const [found] = (await Promise.race([once(child, 'message'), died])) as [Fuzzed];
  died.catch(() => undefined); // it ends when it has told
  return found;
}

function statusesOf(parts: readonly Fuzzed[]): string {
  const counts = new Map<number, number>();
  for (const [status, count] of parts.flatMap(({ statuses }) => [...statuses])) {
    counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const sorted = [...counts].toSorted(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
}

/** Sends a million requests gone wrong; a fault is printed with the seed that makes it again. */
export async function fuzz(write: (line: string) => void, { runs = CASES, seed }: BenchOptions) {
  const began = performance.now();
  const count = availableParallelism();
  const share = Math.ceil(runs / count);
  const parts = await Promise.all(
    Array.from({ length: count }, (_, part) => {
      const from = part * share;
      return runPart(seed + from, Math.max(0, Math.min(share, runs - from)));
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const upstreamRequests = parts.reduce((sum, part) => sum + part.upstreamRequests, 0);
  const suspects = parts.flatMap((part) => part.faults);
  // On a busy machine a request may reach the upstream while the next case is played, and be taken for one of its own.
  const faults = [];
  for (const suspect of suspects) faults.push(...(await run(suspect.seed, 1, 1)).faults);
  write(`${runs} hostile requests from seed ${seed} in ${seconds.toFixed(0)} s by ${count} processes`);
  write(`  ${upstreamRequests} requests seen upstream; answered ${statusesOf(parts)}`);
  write(
    `  5xx, second requests upstream, paths outside their template: ${faults.length} (${suspects.length} before the case was played alone)`,
  );
  for (const fault of faults.slice(0, 20)) write(`  ${JSON.stringify(fault)}`);
}
