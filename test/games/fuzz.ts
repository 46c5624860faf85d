import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../bench/benchOptions.ts';
import type { FuzzPart } from './fuzzPart.ts';

const CASES = 1_000_000;
/** Requests under way at a time: one that never ends is given up after a while, and meanwhile the other lanes go on. */
const LANES = 96;

async function runPart(firstNumber: number, cases: number): Promise<FuzzPart> {
  const words = [firstNumber, cases, LANES].map(String);
  const child = fork(join(import.meta.dirname, 'fuzzPart.ts'), words, { serialization: 'advanced' });
  const foundPromise = once(child, 'message').then(([message]) => message as FuzzPart);
  const died = once(child, 'exit').then(() => Promise.reject(new Error('a process of the fuzz has died')));
  died.catch(() => undefined); // it ends after its report
  return Promise.race([foundPromise, died]);
}

function statusesOf(fuzzParts: readonly FuzzPart[]): string {
  const counts = new Map<number, number>();
  for (const [status, count] of fuzzParts.flatMap(({ statuses }) => [...statuses])) {
    counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const sorted = [...counts].toSorted(([value], [nextValue]) => value - nextValue);
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
}

/** Sends a million requests gone wrong; a fault is printed with the command that makes it again. */
export async function fuzz(write: (line: string) => void, { runs = CASES, seed }: BenchOptions) {
  const began = performance.now();
  const count = availableParallelism();
  const share = Math.ceil(runs / count);
  const fuzzParts = await Promise.all(
    Array.from({ length: count }, (_, partNumber) => {
      const from = partNumber * share;
      return runPart(seed + from, Math.max(0, Math.min(share, runs - from)));
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const sum = (of: (fuzzPart: FuzzPart) => number): number =>
    fuzzParts.reduce((all, fuzzPart) => all + of(fuzzPart), 0);
  const faults = fuzzParts.flatMap((fuzzPart) => fuzzPart.faults);
  const processor = sum(({ processorMs }) => processorMs) / 1_000;
  write(
    `${runs} hostile requests from seed ${seed} in ${seconds.toFixed(0)} s by ${count} processes` +
      ` (${processor.toFixed(0)} s of processor time)`,
  );
  write(
    `  ${sum((fuzzPart) => fuzzPart.upstreamRequests)} requests seen upstream; answered ${statusesOf(fuzzParts)}`,
  );
  write(
    `  5xx, second requests upstream, paths outside their template: ${faults.length}` +
      ` (${sum((fuzzPart) => fuzzPart.suspects)} cases were played again alone)`,
  );
  for (const fault of faults.slice(0, 20)) {
    write(`  npm run games -- fuzz --runs 1 --seed ${fault.seed}`);
    write(`    ${JSON.stringify(fault)}`);
  }
}
