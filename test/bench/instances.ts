import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playSchedule, type Schedule } from '../cutover/support/playSchedule';
import { createGameClock } from '../support/gameClock';
import type { BenchOptions } from './benchOptions';

const START = Date.UTC(2025, 9, 1, 12);

const at = (share: number, times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(share * (times.length - 1))] ?? 0;

/** Lists of a schedule that are empty if all is well. */
const faults = {
  lost: 'acknowledged changes lost or made twice',
  disobeyed: 'processes that did not obey an acknowledged change',
  stale: 'looks at a process with a log older than the lease',
  miscounted: 'processes that counted a request twice or never',
  broken: 'faults of the log',
} as const;

/**
 * Plays schedules in which processes that share a store are stopped, cut off and killed while they are moved and serve,
 * and prints what went wrong. The clock is set by hand: the times are those of the protocol, not of the machine.
 */
export async function instances(
  write: (line: string) => void,
  { quick, runs = quick ? 10 : 200 }: BenchOptions,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-instances-'));
  const played: Schedule[] = [];
  try {
    for (let seed = 0; seed < runs; seed += 1)
      played.push(await playSchedule(join(folder, `${seed}.db`), createGameClock(START), seed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const sum = (of: (schedule: Schedule) => number): number => played.reduce((all, one) => all + of(one), 0);
  const times = played.flatMap(({ acknowledged }) => acknowledged);
  write(
    `instances: ${runs} schedules, ${sum(({ moves }) => moves)} changes, ${sum(({ served }) => served)} requests`,
  );
  for (const [name, text] of Object.entries(faults))
    write(`  ${String(sum((one) => one[name as keyof typeof faults].length)).padStart(4)} ${text}`);
  write(
    `  a change is acknowledged after p50 ${at(0.5, times)} ms, p99 ${at(0.99, times)} ms, with all processes well`,
  );
}
