import type { BenchOptions } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { BENCH_KEY } from './load/load';
import { loadTool } from './load/loadTool';
import { spawnPinned, endProcess } from './machine/startProcess';
import { usageOf } from './machine/usageOf';
import { buildProgram } from './peers/buildProgram';
import { startLifeboat } from './peers/startLifeboat';
import { createProgress } from './report/createProgress';
import { renderTable } from './report/renderTable';
import { type Spread, spread } from './report/spread';
import { v1Calls } from './stub/calls';
import { startStub } from './stub/startStub';
import { requestFiles } from './stub/writeStubFiles';

const COUNTS = [10, 1_000, 10_000];

/** Figures of a gateway that serves busy clients while others only stay. */
export interface IdleClients {
  readonly asked: number;
  /** Connections that were open when the load began. */
  readonly held: Spread;
  readonly requestsPerSecond: Spread;
  readonly rss: Spread;
}

/** Opens connections, one request on each, and says how many the gateway keeps. */
async function openIdle(origin: string, count: number) {
  const { path } = v1Calls.byLogin('small');
  const command = [process.execPath, buildProgram('idle'), origin, `${count}`, path, BENCH_KEY];
  const child = spawnPinned({ seat: 'others', command });
  const held = await new Promise<number>((resolve) => {
    child.stdout?.once('data', (text: Buffer) => resolve(Number(text.toString())));
  });
  return { held, close: () => endProcess(child) };
}

/** Throughput at 64 connections and memory next to 10, 1,000 and 10,000 idle connections. */
export async function idleClients(
  write: (line: string) => void,
  { quick }: BenchOptions,
): Promise<IdleClients[]> {
  buildGateway();
  const stub = await startStub(requestFiles());
  const gateway = await startLifeboat({ v2: stub.origin, checkout: ROOT });
  const progress = createProgress(process.stderr);
  const tool = loadTool();
  const load = { origin: gateway.origin, call: v1Calls.byLogin('small'), connections: 64, seconds: 1 };
  const samples = COUNTS.map((asked) => ({
    asked,
    held: [] as number[],
    rate: [] as number[],
    rss: [] as number[],
  }));
  await tool.run({ ...load, seconds: 2 });
  for (let round = 1; round <= (quick ? 1 : 5); round += 1) {
    for (const { asked, held, rate, rss } of samples) {
      progress.show(`idle clients, round ${round}: ${asked}`);
      const idle = await openIdle(gateway.origin, asked);
      const { requests, seconds } = await tool.run(load);
      held.push(idle.held);
      rate.push(requests / seconds);
      rss.push(usageOf(gateway.pid).rssBytes);
      await idle.close();
    }
  }
  progress.clear();
  await gateway.stop();
  await stub.stop();
  const found = samples.map(({ asked, held, rate, rss }) => ({
    asked,
    held: spread(held),
    requestsPerSecond: spread(rate),
    rss: spread(rss),
  }));
  write('translated GET at 64 connections next to idle ones');
  const rows = found.map(({ asked, held, requestsPerSecond, rss }) => [
    `${asked}`,
    held.median.toFixed(0),
    requestsPerSecond.median.toFixed(0),
    (rss.median / 1e6).toFixed(0),
  ]);
  for (const line of renderTable(['idle', 'held', 'requests/s', 'RSS MB'], rows)) write(`  ${line}`);
  return found;
}
