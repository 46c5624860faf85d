import { type BenchOptions, roundsOf } from './benchOptions';
import { onGround } from './ground';
import { renderRequests } from './requests/renderRequests';
import type { RequestScenario } from './requests/requestScenarios';
import { runScenario } from './requests/runScenario';
import type { Summary } from './requests/summarize';
import { v1Calls } from './stub/calls';

const whole = v1Calls.list(1_000);

const scenario: RequestScenario = {
  name: 'list of 1,000 offers, 1.5 MB in 20 pages of v2, next to the 20 reads alone; one client',
  calls: [
    ['lifeboat', whole],
    ['lifeboat other', whole],
    ['twenty reads', { method: 'GET', path: '/' }],
  ],
  yardstick: 'twenty reads',
  isCentral: true,
};

/** Measures how much longer a long list takes than the reads it is made of. */
export function lists(write: (line: string) => void, options: BenchOptions): Promise<readonly Summary[]> {
  const rounds = { rounds: roundsOf(options), seconds: options.quick ? 1 : 2, connections: 1 };
  return onGround(write, options, async (ground) => {
    const summaries = await runScenario(scenario, ground, rounds);
    for (const line of renderRequests(scenario.name, summaries)) write(line);
    return summaries;
  });
}
