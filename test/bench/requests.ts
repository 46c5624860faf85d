import { type BenchOptions, roundsOf } from './benchOptions';
import { onGround } from './ground';
import { renderRequests } from './requests/renderRequests';
import { quickPeers, type RequestScenario, requestScenarios } from './requests/requestScenarios';
import { runScenario } from './requests/runScenario';
import type { Summary } from './requests/summarize';

const CONNECTIONS = 64;

/** Scenarios of `--quick`. */
const shortened: readonly RequestScenario[] = requestScenarios
  .filter(({ isCentral }) => isCentral)
  .map((scenario) => ({ ...scenario, calls: scenario.calls.filter(([peer]) => quickPeers.includes(peer)) }));

/** Figures of each scenario. */
export type RequestFigures = Readonly<Record<string, readonly Summary[]>>;

/**
 * Requests a second, processor time and memory of the gateway and of what one would use instead, in turns, for every
 * scenario; the yardstick (1.00) is http-proxy-middleware that passes through. While working on the hot path:
 *
 *     npm run bench -- requests --quick
 *     npm run bench -- requests --quick --against ../other-checkout   # before and after in one alternated run
 *
 * Ratios count, of rounds side by side; requests a second are this machine's mood. Load tool and upstream have the other
 * processor. Needs wrk and nginx for figures worth keeping (`npm run bench -- --install`, as root).
 */
export function requests(write: (line: string) => void, options: BenchOptions): Promise<RequestFigures> {
  const { quick } = options;
  const load = { rounds: roundsOf(options), connections: CONNECTIONS };
  return onGround(write, options, async (ground) => {
    const found: Record<string, readonly Summary[]> = {};
    for (const scenario of quick ? shortened : requestScenarios) {
      const seconds = scenario.isCentral && !quick ? 2 : 1;
      const summaries = await runScenario(scenario, ground, { ...load, seconds });
      for (const line of renderRequests(scenario.name, summaries)) write(line);
      found[scenario.name] = summaries;
    }
    return found;
  });
}
