import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { readBearer } from '../../gateway/keys/clientKeys';
import type { Environment } from '../../config';
import { CommandEnd } from '../command';

/** Asks for a secret; returns an empty text for an empty line or an empty pipe. */
export type AskSecret = (what: string) => Promise<string>;

/** Exit code that shells report after Ctrl-C: 128 plus the number of SIGINT. */
const INTERRUPTED = 130;

/**
 * Asks at a terminal without an echo, and ends the process if no line is entered; without a terminal reads the next
 * line of stdin. A secret never comes from the command line, where every user of the machine could read it.
 */
export function createAskSecret(): AskSecret {
  const { stdin, stderr } = process;
  if (stdin.isTTY) {
    return (what) =>
      new Promise((resolve) => {
        stderr.write(`${what}: `);
        // The terminal does not echo, and the output of the line editor is dropped.
        const output = new Writable({ write: (_chunk, _encoding, done) => done() });
        const terminal = createInterface({ input: stdin, output, terminal: true });
        const giveUp = () => {
          stderr.write('\n');
          process.exit(INTERRUPTED);
        };
        // Ctrl-C, Ctrl-D and the end of the terminal all close it.
        terminal.once('close', giveUp);
        terminal.once('line', (line) => {
          terminal.off('close', giveUp);
          stderr.write('\n');
          resolve(line);
          terminal.close();
        });
      });
  }
  const lines = createInterface({ input: stdin })[Symbol.asyncIterator]();
  return async () => {
    const next = await lines.next();
    return next.done === true ? '' : next.value.trim();
  };
}

/** Names of the variables that hold the keys of both systems; a key without a variable is asked for. */
export interface KeyPlaces {
  readonly keyEnv?: string | undefined;
  /** Variable of v1's key, if that differs from v2's. */
  readonly v1KeyEnv?: string | undefined;
}

async function readKey(name: string | undefined, environment: Environment, ask: AskSecret): Promise<string> {
  const value = name === undefined ? await ask('API key') : (environment[name] ?? '');
  const from = name ?? 'what was entered';
  if (value === '') throw new CommandEnd([`${from} is empty: a key is needed to read anything`], 3);
  if (readBearer(`Bearer ${value}`) === value) return value;
  throw new CommandEnd([`${from} is not a key: a key is one word`], 3);
}

/** Reads the keys from the named variables, or asks at the terminal; never from the command line. */
export async function runKeys(
  { keyEnv, v1KeyEnv }: KeyPlaces,
  environment: Environment,
  ask: AskSecret,
): Promise<Record<'v1' | 'v2', string>> {
  const v2 = await readKey(keyEnv, environment, ask);
  return { v1: v1KeyEnv === undefined ? v2 : await readKey(v1KeyEnv, environment, ask), v2 };
}
