import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { main } from '../../src/cli/program.js';

/** Gives a member of an object another value until the returned function is called. */
function replace(owner: object, name: string, value: unknown): () => void {
  const former = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (former === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, former);
  };
}

/** Keeps the listeners of an emitter; the returned function removes those that have come since. */
function forgetListeners(emitter: EventEmitter): () => void {
  const kept = new Set(emitter.eventNames().flatMap((name) => emitter.rawListeners(name)));
  return () => {
    for (const name of emitter.eventNames())
      for (const listener of emitter.rawListeners(name))
        if (!kept.has(listener)) emitter.off(name, listener as () => void);
  };
}

/** All that is typed; its end comes when a second question has been asked. */
async function* input(typed: string): AsyncGenerator<string> {
  if (typed !== '') yield typed;
  await nextTurn();
}

interface Options {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** All that is typed, or comes through a pipe. */
  readonly typed?: string;
  readonly isTerminal?: boolean;
}

/**
 * Runs a command of `lifeboat` to its end in this process, in a folder and with no variables but the given ones. A
 * process of its own takes half a second of the processor's time: `runCli` is for what only that shows.
 */
export async function runHere(
  words: readonly string[],
  { cwd, environment, typed = '', isTerminal = false }: Options,
): Promise<{ readonly code: number; readonly stdout: readonly string[]; readonly stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const stdin = Object.assign(Readable.from(input(typed), { objectMode: false }), { isTTY: isTerminal });
  const restores = [
    replace(process, 'stdin', stdin),
    replace(process, 'env', { PATH: process.env['PATH'], ...environment }),
  ];
  for (const name of ['stdout', 'stderr'] as const) {
    const write = (text: string) => (printed[name] += text) !== '';
    restores.push(replace(process[name], 'write', write), replace(process[name], 'isTTY', false));
  }
  // Some commands end the process, and one does so within a question that nobody answers any more.
  const exited = new Promise<void>((resolve) => {
    const exit = (code: number): void => {
      process.exitCode = code;
      resolve();
    };
    restores.push(replace(process, 'exit', exit));
  });
  const folder = process.cwd();
  const forgets = [forgetListeners(process), forgetListeners(process.stdout)];
  process.chdir(cwd);
  try {
    await Promise.race([main(['node', 'lifeboat', ...words]), exited]);
    const stdout = printed.stdout.split('\n').slice(0, -1);
    return { code: Number(process.exitCode), stdout, stderr: printed.stderr };
  } finally {
    process.exitCode = undefined;
    process.chdir(folder);
    for (const restore of [...restores, ...forgets]) restore();
  }
}
