import type { Ground } from '../ground';
import { alternate, type Rounds, type Subject } from './alternate';
import { type Asked, checkAnswers } from './checkAnswers';
import type { RequestScenario } from './requestScenarios';
import { summarize, type Summary } from './summarize';

/** Measures one scenario over all of its peers that can be measured here. */
export async function runScenario(
  { name: scenario, calls, yardstick }: RequestScenario,
  { fleet, tool, progress }: Ground,
  rounds: Rounds,
): Promise<Summary[]> {
  const subjects: Subject[] = [];
  for (const [name, call] of calls) {
    const running = await fleet.get(name);
    if (running !== undefined) subjects.push({ name, call, pid: running.pid, origin: running.origin });
  }
  await checkAnswers(subjects.map(({ name, origin, call }): Asked => ({ peer: name, origin, call })));
  const samples = await alternate(tool, subjects, rounds, (line) => progress.show(`${scenario}: ${line}`));
  progress.clear();
  return summarize(samples, yardstick);
}
