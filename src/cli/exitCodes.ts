/** What a command ends with when it makes no sense or cannot be carried out. */
interface ExitCodes {
  readonly usage: number;
  readonly failed: number;
}

/** Commands that say 1 and 2 of what they have found, and those that belong to them. */
const COMPARING = new Set(['diff', 'record', 'import', 'replay']);

/** The codes of a command line. */
export const exitCodes = (words: readonly string[]): ExitCodes =>
  COMPARING.has(words[2] ?? '') ? { usage: 3, failed: 4 } : { usage: 2, failed: 1 };
