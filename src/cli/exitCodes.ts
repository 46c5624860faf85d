/** Exit codes for invalid arguments and for a failure. */
interface ExitCodes {
  readonly usage: number;
  readonly failed: number;
}

/** Commands whose exit codes 1 and 2 are verdicts, and the other commands of their family. */
const COMPARING = new Set(['diff', 'record', 'import', 'replay']);

/** Chooses the exit codes of a command line. */
export const exitCodes = (words: readonly string[]): ExitCodes =>
  COMPARING.has(words[2] ?? '') ? { usage: 3, failed: 4 } : { usage: 2, failed: 1 };
