import type { Terminal } from '../../src/cli/terminal';

/** A terminal that keeps what a command prints. */
export function recordingTerminal(): Terminal & { readonly out: string[]; readonly err: string[] } {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out,
    err,
    write: (line) => void out.push(line),
    complain: (line) => void err.push(line),
    interactive: false,
    colour: false,
  };
}
