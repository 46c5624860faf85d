import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BenchOptions } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import type { LoadTool } from './load/load';
import { loadTool } from './load/loadTool';
import { createFleet, type Fleet } from './peers/createFleet';
import { createProgress, type Progress } from './report/createProgress';
import { offers } from './stub/calls';
import { accountOffer, ofSize } from './stub/documents';
import { startStub } from './stub/startStub';
import { requestFiles } from './stub/writeStubFiles';

/** Servers that benches of requests stand on. */
export interface Ground {
  readonly fleet: Fleet;
  readonly tool: LoadTool;
  readonly progress: Progress;
}

/** Starts an upstream, lends the peers in front of it, and ends them all, whatever happens. */
export async function onGround<Found>(
  write: (line: string) => void,
  { against }: BenchOptions,
  work: (ground: Ground) => Promise<Found>,
): Promise<Found> {
  buildGateway();
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
  const answer = join(folder, 'answer.json');
  const { account, login } = offers.small;
  writeFileSync(
    answer,
    JSON.stringify({ data: ofSize((free) => accountOffer(account, login, free), 'small') }),
  );
  const stub = await startStub(requestFiles());
  const plan = { stub, checkout: ROOT, against: against && resolve(against), answer };
  const fleet = createFleet(plan, write);
  const progress = createProgress(process.stderr);
  try {
    return await work({ fleet, tool: loadTool(), progress });
  } finally {
    progress.clear();
    await fleet.stopAll();
    await stub.stop();
    rmSync(folder, { recursive: true });
  }
}
