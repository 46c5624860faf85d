import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import type { BenchOptions } from './benchOptions.ts';
import { buildGateway, ROOT } from './buildGateway.ts';
import { isInstalled } from './machine/isInstalled.ts';
import { measuredVersion } from './machine/measuredNode.ts';
import type { Running } from './machine/startProcess.ts';
import { type PeerName, type PeerPlan, peers } from './peers/peers.ts';
import { renderTable } from './renderTable.ts';
import { playScenario, type Sample, type Samples } from './requests/playScenario.ts';
import { scenarios } from './requests/scenarios.ts';
import { startStub } from './stub/startStub.ts';

/** Processes of each peer, one after the other: one differs from the next of the same code by a tenth. */
const PROCESSES = 3;

const HEAD = ['', '', 'CPU us', '/ first', 'a second', 'p50 ms', 'p99 ms', 'loop ms', 'RSS MB', 'failed'];

function median(figures: readonly number[], places: number): string {
  const sorted = figures
    .filter((figure) => !Number.isNaN(figure))
    .toSorted((value, nextValue) => value - nextValue);
  return sorted[sorted.length >> 1]?.toFixed(places) ?? '';
}

const costOf = ({ cpuMicroseconds, requests }: Sample): number => cpuMicroseconds / requests;

/** The columns of figures: of a round, and of that of the first subject beside it; and their decimal places. */
const figures: readonly (readonly [(round: Sample, firstSample: Sample) => number, number])[] = [
  [costOf, 0],
  [(round, firstSample) => costOf(round) / costOf(firstSample), 2],
  [({ requests: count, seconds }) => count / seconds, 0],
  [({ p50 }) => p50, 2],
  [({ p99 }) => p99, 2],
  [({ delay }) => delay, 2],
  [({ rssBytes }) => rssBytes / 1e6, 0],
  [({ failed }) => failed, 0],
];

/** One line of medians for each subject. */
function rowsOf(scenario: string, samples: Samples): (readonly string[])[] {
  const [firstSamples = []] = samples.values();
  return [...samples].map(([name, rounds], index) => [
    ...[index === 0 ? scenario : '', name],
    ...figures.map(([of, places]) =>
      median(
        rounds.map((round, at) => of(round, firstSamples[at] ?? round)),
        places,
      ),
    ),
  ]);
}

/** Starts all peers that can be measured here. */
async function startAll(plan: PeerPlan): Promise<ReadonlyMap<PeerName, Running>> {
  const running = new Map<PeerName, Running>();
  for (const name of Object.keys(peers) as PeerName[]) {
    const started = await peers[name](plan);
    if (started !== undefined) running.set(name, started);
  }
  return running;
}

/** Plays all scenarios over new processes, and adds their samples to those of the processes before. */
async function playAll(plan: PeerPlan, quick: boolean, foundSamples: readonly Samples[]): Promise<void> {
  const rounds = quick ? { rounds: 1, seconds: 2, cold: 6 } : { rounds: 2, seconds: 2, cold: 5 };
  const running = await startAll(plan);
  try {
    for (const [index, scenario] of scenarios.entries())
      for (const [name, samples] of await playScenario(scenario, running, rounds)) {
        const all = foundSamples[index]?.get(name) ?? [];
        foundSamples[index]?.set(name, [...all, ...samples]);
      }
  } finally {
    for (const { stop } of running.values()) await stop();
  }
}

/**
 * Prints processor time of a request, time and memory of the gateway and of what one would use instead, in turns, all with
 * a line of log and metrics for each request, as one table. While working on the hot path:
 *
 *     npm run bench -- requests --quick --against ../other-checkout   # before and after in one alternated run
 *
 * Ratios count, of rounds side by side; requests a second are this machine's mood. Load and upstream have the other processor.
 */
export async function requests(
  write: (line: string) => void,
  { quick, against, runs = quick ? 1 : PROCESSES }: BenchOptions,
): Promise<void> {
  for (const program of ['wrk', 'nginx'])
    if (!isInstalled(program)) throw new Error(`${program} is missing: npm run bench -- --install, as root`);
  buildGateway();
  const stub = await startStub();
  const foundSamples = scenarios.map((): Samples => new Map());
  try {
    const plan = { stub, checkout: ROOT, against: against && resolve(against) };
    for (let run = 0; run < runs; run += 1) await playAll(plan, quick, foundSamples);
  } finally {
    await stub.stop();
  }
  const processors = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}`;
  write(
    `${new Date().toISOString().slice(0, 10)}, ${processors}, Node ${measuredVersion()}, processes: ${runs}\n`,
  );
  const rows = scenarios.flatMap(({ name }, index) => rowsOf(name, foundSamples[index] ?? new Map()));
  for (const line of renderTable(HEAD, rows)) write(line);
}
