import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pinned, type Seat } from './cores.ts';

/** A server in a process of its own. */
export interface Running {
  readonly pid: number;
  /** Origin of its server. */
  readonly origin: string;
  /** All that it said when it was ready. */
  readonly announced: string;
  readonly stop: () => Promise<void>;
}

/** The program to start, and its seat. */
export interface ProcessPlan {
  readonly seat: Seat;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A file descriptor for what it logs; absent: shown. */
  readonly log?: number;
}

/** Starts a process; PATH is the only variable that it inherits. */
export function spawnPinned({ seat, command, environment = {}, log }: ProcessPlan): ChildProcess {
  const [program = '', ...words] = pinned(seat, command);
  const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`, ...environment };
  return spawn(program, words, { env, stdio: ['ignore', 'pipe', log ?? 'inherit'] });
}

/** Ends a process with SIGTERM and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const endedPromise = once(child, 'close');
  child.kill('SIGTERM');
  await endedPromise;
}

/** Starts a server that says in its first line, last word but the admin port's, where it listens. */
export async function startProcess(plan: ProcessPlan): Promise<Running> {
  const child = spawnPinned(plan);
  if (child.stdout === null || child.pid === undefined)
    throw new Error(`${plan.command.join(' ')} does not start`);
  const { pid } = child;
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /https?:\/\/\S+/.exec(line)?.[0];
    if (origin === undefined) continue;
    // Nothing reads the rest.
    child.stdout.resume();
    return { pid, origin, announced: line, stop: () => endProcess(child) };
  }
  throw new Error(`${plan.command.join(' ')} has ended`);
}
