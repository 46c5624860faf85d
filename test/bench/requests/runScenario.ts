import { type LoadTool } from '../load/load';
import type { Fleet } from '../peers/createFleet';
import { alternate, type Rounds, type Subject } from './alternate';
import { type Asked, checkAnswers } from './checkAnswers';
import type { RequestScenario } from './requestScenarios';
import { summarize, type Summary } from './summarize';

/** Measures one scenario over all of its peers that can be measured here. */
export async function runScenario(
  { calls }: RequestScenario,
  fleet: Fleet,
  tool: LoadTool,
  rounds: Rounds,
  told: (line: string) => void,
): Promise<Summary[]> {
  const subjects: Subject[] = [];
  for (const [name, call] of calls) {
    const running = await fleet.get(name);
    if (running !== undefined) subjects.push({ name, call, pid: running.pid, origin: running.origin });
  }
  await checkAnswers(subjects.map(({ name, origin, call }): Asked => ({ peer: name, origin, call })));
  return summarize(await alternate(tool, subjects, rounds, told), 'hpm');
}
