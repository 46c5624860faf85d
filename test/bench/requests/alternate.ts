import type { Load, LoadResult, LoadTool } from '../load/load';
import { usageOf } from '../machine/usageOf';

/** Something to be loaded, and the process that pays for it. */
export interface Subject extends Pick<Load, 'origin' | 'call'> {
  readonly name: string;
  readonly pid: number;
}

/** Length and load of the rounds. */
export interface Rounds extends Pick<Load, 'connections' | 'rate' | 'keys'> {
  readonly rounds: number;
  /** Of one round of one subject. */
  readonly seconds: number;
}

/** Figures of one round of one subject. */
export interface Sample extends LoadResult {
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
}

/** Samples by subject, in the order of the rounds. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

async function sample(tool: LoadTool, { pid, origin, call }: Subject, rounds: Rounds): Promise<Sample> {
  const before = usageOf(pid);
  const result = await tool.run({ ...rounds, origin, call });
  const { cpuMicroseconds, rssBytes } = usageOf(pid);
  return { ...result, cpuMicroseconds: cpuMicroseconds - before.cpuMicroseconds, rssBytes };
}

/**
 * Loads before a process is measured for the first time, and each further time. Between two of them connections close: V8
 * gives up much of what it has compiled the first time it sees that, and compiles it anew.
 */
const COLD = 5;
const WARM = 1;
/** Seconds of one. */
const LOAD = 2;

/** Processes that have been loaded before. */
const warm = new Set<number>();

/** Loads the subjects in turns, A B A B ..: what disturbs the machine for a while disturbs all of them. */
export async function alternate(
  tool: LoadTool,
  subjects: readonly Subject[],
  rounds: Rounds,
  progress: (line: string) => void,
): Promise<Samples> {
  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  // Until the compiler of V8 has seen the way of a request, its first seconds are nobody's figures.
  // Not at a rate: at 1,000 a second it would take 20 s.
  const { rounds: count, connections, keys } = rounds;
  const full: Rounds = { rounds: count, seconds: LOAD, connections, ...(keys === undefined ? {} : { keys }) };
  for (const subject of subjects) {
    progress(`warming up: ${subject.name}`);
    const loads = warm.has(subject.pid) ? WARM : COLD;
    for (let load = 1; load <= loads; load += 1) await sample(tool, subject, full);
    warm.add(subject.pid);
  }
  for (let round = 1; round <= count; round += 1) {
    for (const subject of subjects) {
      progress(`round ${round} of ${count}: ${subject.name}`);
      samples.get(subject.name)?.push(await sample(tool, subject, rounds));
    }
  }
  return samples;
}
