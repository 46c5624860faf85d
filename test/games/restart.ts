import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countIndex, fillIndex, startOnStore } from '../support/restartWithIndex';
import type { BenchOptions } from '../bench/benchOptions';

const LOGINS = 100_000;

/** Prints how long a start with a large index takes, and what the index has lost by kill -9. */
export async function restart(write: (line: string) => void, { runs = LOGINS }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-games-'));
  const file = join(folder, 'index.db');
  await fillIndex(file, runs);
  const starts: number[] = [];
  for (let kill = 0; kill < 5; kill += 1) starts.push(await startOnStore(file, folder));
  write(`start with ${runs} indexed logins, five times, each ended by kill -9; from the sources, not built`);
  write(`  ready after ${starts.map((time) => time.toFixed(0)).join(', ')} ms`);
  write(`  entries lost: ${runs - (await countIndex(file))}`);
  rmSync(folder, { recursive: true });
}
