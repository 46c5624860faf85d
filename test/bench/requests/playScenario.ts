import type { LoadResult } from '../load/load.ts';
import { runWrk } from '../load/wrk.ts';
import { delayOf } from '../machine/delayOf.ts';
import { usageOf } from '../machine/usageOf.ts';
import type { Running } from '../machine/startProcess.ts';
import type { PeerName } from '../peers/peers.ts';
import { v2Read, sellers } from '../stub/calls.ts';
import { checkAnswers } from './checkAnswers.ts';
import type { Measured, Scenario } from './scenarios.ts';

/** Length of the rounds, and loads before them. */
export interface Rounds {
  readonly rounds: number;
  /** Of one round of one subject. */
  readonly seconds: number;
  /** Loads of a process that nobody has loaded before. */
  readonly cold: number;
}

/** Figures of one round of one subject. */
export interface Sample extends LoadResult {
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
  /** Delay of its event loop (ms, p99); NaN without one. */
  readonly delay: number;
}

/** Samples by subject, in the order of the rounds. */
export type Samples = Map<string, Sample[]>;

interface Subject extends Measured, Pick<Running, 'origin' | 'pid'> {
  readonly calls: Scenario['calls'];
}

async function sample(subject: Subject, scenario: Scenario, seconds: number, rate?: number): Promise<Sample> {
  const previousUsage = usageOf(subject.pid);
  const isNode = subject.peer !== 'nginx + lua' && subject.peer !== 'direct';
  if (isNode) await delayOf(subject.pid);
  const { connections } = scenario;
  const result = await runWrk({ ...subject, connections, seconds, ...(rate === undefined ? {} : { rate }) });
  const { cpuMicroseconds, rssBytes } = usageOf(subject.pid);
  const delay = isNode ? await delayOf(subject.pid) : NaN;
  return { ...result, cpuMicroseconds: cpuMicroseconds - previousUsage.cpuMicroseconds, rssBytes, delay };
}

/** Processes that have been loaded before, each with its number of keys: the first requests of a key cost more. */
const warm = new Set<string>();

const nameOf = ({ peer, keys }: Measured): string =>
  keys === 1 ? peer : `${peer}, ${keys.toLocaleString('en')} keys`;

/** Loads the subjects in turns, A B A B ..: what disturbs the machine for a while disturbs all of them. */
export async function playScenario(
  scenario: Scenario,
  running: ReadonlyMap<PeerName, Running>,
  { rounds, seconds, cold }: Rounds,
): Promise<Samples> {
  const subjects = scenario.subjects.flatMap((measured): Subject[] => {
    const foundRunning = running.get(measured.peer);
    const calls = measured.peer === 'direct' ? sellers.map(v2Read) : scenario.calls;
    return foundRunning === undefined
      ? []
      : [{ ...measured, origin: foundRunning.origin, pid: foundRunning.pid, calls }];
  });
  await checkAnswers(subjects);
  // Until the compiler of V8 has seen the way of a request, its first seconds are nobody's figures; at full load.
  for (const subject of subjects) {
    const subjectName = `${subject.pid} ${subject.keys}`;
    const loads = warm.has(subjectName) ? 1 : cold;
    for (let load = 0; load < loads; load += 1) await sample(subject, scenario, 2);
    warm.add(subjectName);
  }
  const samples: Samples = new Map(subjects.map((subject) => [nameOf(subject), []]));
  for (let round = 0; round < rounds; round += 1)
    for (const subject of subjects) {
      // Meanwhile the connections of its many callers were idle for longer than they are kept.
      if (subject.keys > 1) await sample(subject, scenario, 2);
      samples.get(nameOf(subject))?.push(await sample(subject, scenario, seconds, scenario.rate));
    }
  return samples;
}
