import { playFaultyWrites } from '../support/playFaultyWrites.ts';
import type { BenchOptions } from '../bench/benchOptions.ts';

const WRITES = 10_000;

/** Plays 10,000 writes against a v1 and a v2 that lose connections; the suite plays 1,000. */
export async function writes(write: (line: string) => void, { runs = WRITES }: BenchOptions): Promise<void> {
  const { byStatus, byServer, ...counts } = await playFaultyWrites(runs, 9);
  write(`${runs} writes at stage canary, every second connection lost at one of six moments`);
  for (const [name, count] of Object.entries(counts)) write(`  ${name}: ${count}`);
  write(`  answers by status: ${JSON.stringify(byStatus)}, by side: ${JSON.stringify(byServer)}`);
}
