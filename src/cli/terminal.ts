import { createInterface } from 'node:readline/promises';
import type { Clock } from '../contract/clock';
import type { Environment } from '../config';

const WIDTH = 30;

/** A bar on a terminal that shows how far a task is; nothing where nobody looks on. */
export function progressBar(task: string, interactive: boolean): (done: number, total: number) => void {
  if (!interactive) return () => undefined;
  return (done, total) => {
    const filled = Math.round((done / total) * WIDTH);
    const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
    process.stderr.write(`\r${task} [${bar}] ${done} of ${total}${done === total ? '\n' : ''}`);
  };
}

/** A repeated signal sooner than this (ms) is an echo: npm passes on a Ctrl-C that the terminal has sent to its child already. */
const ECHO = 500;

/** Waits for the first SIGINT or SIGTERM; a later second one calls `force`. */
export function untilSignal(clock: Pick<Clock, 'steady'>, force: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const take = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = clock.steady();
        resolve(signal);
      } else if (clock.steady() - first > ECHO) {
        force();
      }
    };
    process.on('SIGINT', take);
    process.on('SIGTERM', take);
  });
}

/** Where a command prints: what was asked for to `write`, everything else to `complain`, line by line. */
export interface Terminal {
  readonly write: (line: string) => void;
  readonly complain: (line: string) => void;
  /** True when a person reads the complaints. */
  readonly interactive: boolean;
  /** True when complaints may be coloured. */
  readonly colour: boolean;
}

/** The process's own stdout and stderr; colours only on a terminal and never with NO_COLOR (no-color.org). */
export function terminal(environment: Environment): Terminal {
  const interactive = process.stderr.isTTY;
  return {
    write: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    interactive,
    colour: interactive && (environment['NO_COLOR'] ?? '') === '',
  };
}

/** The same, coloured where what was asked for goes to a terminal itself. */
export const reportTerminal = (environment: Environment): Terminal => ({
  ...terminal(environment),
  colour: process.stdout.isTTY && (environment['NO_COLOR'] ?? '') === '',
});

/** Asks the person at the terminal for a line. */
export type Ask = (question: string) => Promise<string>;

/** Asks on stdin; undefined where no person is there to answer. */
export function askPerson(): Ask | undefined {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input, output });
    try {
      return (await lines.question(`${question} `)).trim();
    } finally {
      lines.close();
    }
  };
}
