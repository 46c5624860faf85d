import { createInterface } from 'node:readline';
import { read } from 'read';

/** Asks for a secret; empty when there is none. */
export type AskSecret = (what: string) => Promise<string>;

/** Exit code that shells report after Ctrl-C: 128 plus the number of SIGINT. */
const INTERRUPTED = 130;

/**
 * Asks at a terminal, without an echo; otherwise reads the next line of stdin. A secret never comes from the command
 * line, where every user of the machine could read it.
 */
export function askSecret(): AskSecret {
  const { stdin, stderr } = process;
  if (stdin.isTTY) {
    return (what) =>
      read({ prompt: `${what}: `, silent: true, input: stdin, output: stderr }).catch(() =>
        process.exit(INTERRUPTED),
      );
  }
  const lines = createInterface({ input: stdin })[Symbol.asyncIterator]();
  return async () => {
    const next = await lines.next();
    return next.done === true ? '' : next.value.trim();
  };
}
