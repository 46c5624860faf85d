import { type BenchOptions, roundsOf } from './benchOptions';
import { onGround } from './ground';
import type { PeerName } from './peers/peers';
import { renderLatency } from './requests/renderLatency';
import type { RequestScenario } from './requests/requestScenarios';
import { runScenario } from './requests/runScenario';
import type { Summary } from './requests/summarize';
import { v1Calls, v2Calls } from './stub/calls';

const RATE = 1_000;

const [v1, v2] = [v1Calls.byLogin('small'), v2Calls.read('small')];

const scenario: RequestScenario = {
  name: `GET by login at ${RATE} requests a second`,
  calls: [
    ['direct', v2],
    ['lifeboat', v1],
    ['lifeboat other', v1],
    ['nginx + lua', v1],
    ['hpm', v2],
  ],
  yardstick: 'direct',
  isCentral: true,
};

/** Whom the goals are about: all that `--quick` measures. */
const needed: readonly PeerName[] = ['direct', 'lifeboat', 'lifeboat other'];

/** Measures what the gateway adds to the time of a call when it is not busy: the figures of a direct call taken off. */
export function latency(write: (line: string) => void, options: BenchOptions): Promise<readonly Summary[]> {
  const load = { rounds: roundsOf(options), seconds: options.quick ? 1 : 4, connections: 64, rate: RATE };
  return onGround(write, options, async (ground) => {
    const calls = options.quick ? scenario.calls.filter(([peer]) => needed.includes(peer)) : scenario.calls;
    const summaries = await runScenario({ ...scenario, calls }, ground, load);
    for (const line of renderLatency(scenario.name, summaries)) write(line);
    return summaries;
  });
}
