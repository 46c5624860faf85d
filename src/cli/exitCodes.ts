/** What a command ends with when it makes no sense or cannot be carried out. */
interface ExitCodes {
  readonly usage: number;
  readonly failed: number;
}

/** The codes of a command line; `lifeboat diff` says 1 and 2 of what it has found. */
export const exitCodes = (words: readonly string[]): ExitCodes =>
  words[2] === 'diff' ? { usage: 3, failed: 4 } : { usage: 2, failed: 1 };
