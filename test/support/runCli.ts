import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PROGRAM } from './builtProgram.ts';
import { closeBehindTest } from './closeBehindTest.ts';

/** End of a run of the program. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: readonly string[];
  readonly stderr: string;
}

/** The program as a process of its own. */
export interface CliRun {
  readonly child: ChildProcess;
  /** The next line on stdout; rejects when the process ends before there is one. */
  readonly line: () => Promise<string>;
  /** Waits for one more line of the log with this message than was waited for; rejects when the process ends before. */
  readonly logged: (msg: string) => Promise<void>;
  readonly ended: Promise<Ended>;
  /** Ends it by force, as is done behind the test. */
  readonly kill: () => Promise<void>;
}

/** Runs `lifeboat` in a folder of its own, with no variables but the given ones. */
export function runCli(
  words: readonly string[],
  options: {
    readonly cwd: string;
    readonly environment?: Readonly<Record<string, string>>;
    /** Most files it may have open. */
    readonly openFiles?: number;
  },
): CliRun {
  const { openFiles } = options;
  const run = [process.execPath, PROGRAM, ...words];
  const limited = ['-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...run];
  const [command, texts] = openFiles === undefined ? [process.execPath, run.slice(1)] : ['/bin/sh', limited];
  const child = spawn(command, texts, {
    cwd: options.cwd,
    env: {
      PATH: process.env['PATH'],
      // Node 22 says at each start that its SQLite is experimental.
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      ...options.environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stdout: string[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const reader = createInterface({ input: child.stdout });
  const lines = reader[Symbol.asyncIterator]();
  const endedPromise = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  reader.on('line', (line) => stdout.push(line));
  const kill = closeBehindTest(() => {
    child.kill('SIGKILL');
    return endedPromise;
  });
  const line = async () => {
    const next = await lines.next();
    if (next.done === true) throw new Error(`the program has ended:\n${stderr}`);
    return next.value;
  };
  const awaited = new Map<string, number>();
  const logged = async (msg: string) => {
    const number = (awaited.get(msg) ?? 0) + 1;
    awaited.set(msg, number);
    while (stderr.split(`"msg":"${msg}"`).length <= number) {
      const more = once(child.stderr, 'data');
      const isOver = await Promise.race([more.then(() => false), endedPromise.then(() => true)]);
      if (isOver) throw new Error(`the program has ended:\n${stderr}`);
    }
  };
  return { child, line, logged, ended: endedPromise, kill };
}

/** A gateway that runs as a process of its own, and the addresses that it has announced. */
export interface Served {
  readonly run: CliRun;
  readonly gateway: string;
  readonly admin: string;
  /** The embedded marketplace; empty without one. */
  readonly sandbox: string;
}

/** Runs `lifeboat serve` on free ports, with further words; resolves when it is ready. */
export async function serveCli(
  words: readonly string[],
  options: Parameters<typeof runCli>[1],
): Promise<Served> {
  const run = runCli(['serve', '--port', '0', '--admin-port', '0', ...words], options);
  const [gateway = '', admin = '', sandbox = ''] = (await run.line()).match(/https?:\/\/[\w.:]+/g) ?? [];
  return { run, gateway, admin, sandbox };
}

/** Lists the processes that a run of the program has started and that live now, in their order. */
export const workersOf = ({ child: { pid = 0 } }: CliRun): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
