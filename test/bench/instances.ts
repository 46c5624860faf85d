import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playSchedule, type Schedule } from '../cutover/support/playSchedule';
import { SCHEDULE_START } from '../cutover/support/schedulePlan';
import { inFile, onServer } from '../cutover/support/schedulePlaces';
import { startPostgres } from '../store/support/postgres';
import { createGameClock } from '../support/gameClock';
import type { BenchOptions } from './benchOptions';

const at = (share: number, times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(share * (times.length - 1))] ?? 0;

/** Lists of a schedule that are empty if all is well. */
const faults = {
  lost: 'acknowledged changes lost or made twice',
  disobeyed: 'processes that did not obey an acknowledged change',
  stale: 'looks at a process with a log older than the lease',
  miscounted: 'processes that counted a request twice or never',
  replanned: 'entries of the plan or of a brownout made twice or never',
  broken: 'faults of the log',
} as const;

function print(write: (line: string) => void, where: string, played: readonly Schedule[]): void {
  const sum = (of: (schedule: Schedule) => number): number => played.reduce((all, one) => all + of(one), 0);
  const [asked, kept, served] = [sum(({ moves }) => moves), sum((one) => one.kept), sum((one) => one.served)];
  write(`${where}: ${played.length} schedules, ${asked} changes, ${kept} acknowledged, ${served} requests`);
  for (const [name, text] of Object.entries(faults))
    write(`  ${String(sum((one) => one[name as keyof typeof faults].length)).padStart(4)} ${text}`);
}

/** Of files only: a server answers in its own time, for which the clock of a schedule waits in steps. */
function printTimes(write: (line: string) => void, played: readonly Schedule[]): void {
  const times = played.flatMap(({ acknowledged }) => acknowledged);
  write(
    `  a change is acknowledged after p50 ${at(0.5, times)} ms, p99 ${at(0.99, times)} ms, with all processes well`,
  );
}

/**
 * Plays schedules in which processes that share a store are stopped, cut off and killed while they are moved, serve and
 * follow a plan, in files and on a PostgreSQL server, and prints what went wrong. The clock is set by hand: the times are
 * those of the protocol, not of the machine.
 */
export async function instances(
  write: (line: string) => void,
  { quick, runs = quick ? 10 : 200 }: BenchOptions,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-instances-'));
  const server = await startPostgres();
  const [inFiles, onServers]: [Schedule[], Schedule[]] = [[], []];
  const clock = () => createGameClock(SCHEDULE_START);
  try {
    for (let seed = 0; seed < runs; seed += 1) {
      inFiles.push(await playSchedule(inFile(join(folder, `${seed}.db`)), clock(), seed));
      const place = await onServer(await server.database(), server.run);
      onServers.push(await playSchedule(place, clock(), seed));
      await place.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.end();
  }
  print(write, 'in files', inFiles);
  printTimes(write, inFiles);
  print(write, 'on a PostgreSQL server', onServers);
}
