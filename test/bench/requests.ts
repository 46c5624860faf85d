import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BenchOptions } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { loadTool } from './load/loadTool';
import { createFleet } from './peers/createFleet';
import { createProgress } from './report/createProgress';
import { quickPeers, type RequestScenario, requestScenarios } from './requests/requestScenarios';
import { renderRequests } from './requests/renderRequests';
import { runScenario } from './requests/runScenario';
import type { Summary } from './requests/summarize';
import { offers } from './stub/calls';
import { accountOffer, ofSize } from './stub/documents';
import { startStub } from './stub/startStub';
import { requestFiles } from './stub/writeStubFiles';

const CONNECTIONS = 64;

const full = { rounds: 5, seconds: 2, connections: CONNECTIONS };
const short = { rounds: 5, seconds: 1, connections: CONNECTIONS };

/** What `--quick` leaves of the scenarios. */
const shortened: readonly RequestScenario[] = requestScenarios
  .filter((scenario) => scenario.quick)
  .map((scenario) => ({ ...scenario, calls: scenario.calls.filter(([peer]) => quickPeers.includes(peer)) }));

/**
 * Requests a second, processor time and memory of the gateway and of what one would use instead, in turns, for every
 * scenario; the yardstick (1.00) is http-proxy-middleware 3 that passes through. While working on the hot path:
 *
 *     npm run bench -- requests --quick
 *     npm run bench -- requests --quick --beside ../other-checkout   # before and after in one alternated run
 *
 * Ratios count, of rounds side by side; requests a second are this machine's mood. Load tool and upstream have the other
 * processor. Needs wrk and nginx for figures worth keeping (`npm run bench -- --install`, as root).
 */
export async function requests(
  write: (line: string) => void,
  { quick, beside }: BenchOptions,
): Promise<Record<string, readonly Summary[]>> {
  buildGateway();
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
  const answer = join(folder, 'answer.json');
  writeFileSync(
    answer,
    JSON.stringify({
      data: ofSize((free) => accountOffer(offers.small.account, offers.small.login, free), 'small'),
    }),
  );
  const stub = await startStub(requestFiles());
  const plan = { v2: stub.origin, checkout: ROOT, beside: beside && resolve(beside), answer };
  const fleet = createFleet(plan, write);
  const progress = createProgress(process.stderr);
  const found: Record<string, readonly Summary[]> = {};
  try {
    for (const scenario of quick ? shortened : requestScenarios) {
      const told = (line: string): void => progress.show(`${scenario.name}: ${line}`);
      const summaries = await runScenario(scenario, fleet, loadTool(), quick ? short : full, told);
      progress.clear();
      for (const line of renderRequests(scenario.name, summaries)) write(line);
      found[scenario.name] = summaries;
    }
  } finally {
    await fleet.stopAll();
    await stub.stop();
    rmSync(folder, { recursive: true });
  }
  return found;
}
