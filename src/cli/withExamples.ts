import type { Command } from 'commander';

/** Ends the help of a command with calls of it that can be pasted; a test parses each. */
export const withExamples = (command: Command, ...examples: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
