import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainUnderLoad } from '../support/drainUnderLoad';
import type { BenchOptions } from '../bench/benchOptions';

const REPEATS = 20;
const IN_FLIGHT = 50;

/** Prints what SIGTERM under load loses, and how long the end takes. */
export async function drain(write: (line: string) => void, { runs = REPEATS }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-games-'));
  const ends = [];
  for (let run = 0; run < runs; run += 1) ends.push(await drainUnderLoad(IN_FLIGHT, folder));
  rmSync(folder, { recursive: true });
  const lost = ends.reduce((sum, end) => sum + end.lost, 0);
  const bad = ends.filter(({ exitCode }) => exitCode !== 0).length;
  const longest = Math.max(...ends.map(({ milliseconds }) => milliseconds));
  write(`SIGTERM with ${IN_FLIGHT} requests in flight, ${runs} times`);
  write(`  lost: ${lost}, ends with another code than 0: ${bad}, longest end: ${longest.toFixed(0)} ms`);
}
