import { exitCodeOf } from '../../src/cli/command.js';
import type { Terminal } from '../../src/cli/terminal.js';

/** A terminal that keeps what a command prints. */
type RecordingTerminal = Terminal & { readonly out: string[]; readonly err: string[] };

export function recordingTerminal(): RecordingTerminal {
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

/** Runs the work of a command; returns its exit code and the lines of both outputs. */
export async function ran(work: (terminal: RecordingTerminal) => number | Promise<number>) {
  const terminal = recordingTerminal();
  const code = await exitCodeOf(() => work(terminal), terminal);
  return { code, out: terminal.out, err: terminal.err };
}

/** Runs the work of a command; returns its exit code and both outputs as texts. */
export async function ranText(work: Parameters<typeof ran>[0]) {
  const { code, out, err } = await ran(work);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
