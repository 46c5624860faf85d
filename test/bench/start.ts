import { spawnSync } from 'node:child_process';
import type { BenchOptions } from './benchOptions.ts';
import { buildGateway, ROOT } from './buildGateway.ts';
import { measuredNode } from './machine/measuredNode.ts';
import { usageOf } from './machine/usageOf.ts';
import { programOf, startLifeboat } from './peers/startLifeboat.ts';

/** Nothing listens here, and nothing is asked. */
const NOBODY = 'http://127.0.0.1:9';

const STARTS = 15;

/** The figures of one start, in ms and MB. */
interface Start {
  readonly ready: number;
  readonly processor: number;
  readonly memory: number;
}

async function startOnce(checkout: string): Promise<Start> {
  const began = performance.now();
  const gateway = await startLifeboat({ checkout, v2: NOBODY });
  const ready = performance.now() - began;
  const { cpuMicroseconds, rssBytes } = usageOf(gateway.pid);
  await gateway.stop();
  return { ready, processor: cpuMicroseconds / 1000, memory: rssBytes / 2 ** 20 };
}

/** Time (ms) of a command that does not serve. */
function timeVersion(checkout: string): number {
  const began = performance.now();
  spawnSync(measuredNode(), [programOf(checkout), '--version']);
  return performance.now() - began;
}

const median = (values: readonly number[]): number =>
  values.toSorted((value, nextValue) => value - nextValue)[Math.floor(values.length / 2)] ?? NaN;

/** Prints the time until `serve` is ready, its processor time and memory then, and the time of `--version`: medians. */
export async function start(
  write: (line: string) => void,
  { runs = STARTS, against }: BenchOptions,
): Promise<void> {
  buildGateway();
  const checkouts = [{ name: 'here', folder: ROOT, starts: [] as Start[], versions: [] as number[] }];
  if (against !== undefined)
    checkouts.push({ name: 'the other checkout', folder: against, starts: [], versions: [] });
  for (let run = 0; run < runs; run += 1) {
    for (const { folder, starts, versions } of checkouts) {
      starts.push(await startOnce(folder));
      versions.push(timeVersion(folder));
    }
  }
  write(`medians of ${runs} starts in turns, with an upstream and no store`);
  for (const { name, starts, versions } of checkouts) {
    const of = (figure: keyof Start) => median(starts.map((start) => start[figure])).toFixed(0);
    write(
      `  ${name}: ready after ${of('ready')} ms, ${of('processor')} ms of processor time, ${of('memory')} MB; ` +
        `--version ${median(versions).toFixed(0)} ms`,
    );
  }
}
