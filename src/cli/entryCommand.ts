import type { Command } from 'commander';
import { z } from 'zod';
import type { Entry } from '../operator/entry';
import { defineCommand, type ExitCode, withAdminPlace, withReason } from './command';
import { exitCodes } from './exitCodes';
import { type AdminPlace, showEntry } from './operatorClient';

/** Arguments and options of a command by their names. */
type CommandWords = Readonly<Record<string, unknown>>;

/** Command that calls an entry of the operator's table. */
interface EntryCommand<Output extends z.ZodType> {
  readonly about: string;
  /** True for the command that its group runs without a further word. */
  readonly isDefault?: boolean;
  /**
   * Adds arguments and options: one with the name of an input is that input, the others say how the output is shown.
   */
  readonly takes?: (command: Command) => Command;
  /** Returns inputs that no argument or option names. */
  readonly input?: (words: CommandWords) => object;
  /** Renders the output; absent: the sentences of the entry are printed. */
  readonly lines?: (output: z.output<Output>, words: CommandWords, colour: boolean) => readonly string[];
  readonly verdict?: (output: z.output<Output>) => ExitCode;
}

const inputNames = ({ input }: Pick<Entry, 'input'>): readonly string[] =>
  input instanceof z.ZodObject ? Object.keys(input.shape) : [];

/** Collects the arguments and options that a command was called with. */
const wordsOf = (command: Command): CommandWords => ({
  ...command.optsWithGlobals<Record<string, unknown>>(),
  ...Object.fromEntries(
    command.registeredArguments.map((argument, at): [string, unknown] => [
      argument.name(),
      command.processedArgs[at],
    ]),
  ),
});

/** Adds a command that asks a running gateway for an entry of the operator's table, and prints the outcome. */
export function addEntry<Input extends z.ZodType, Output extends z.ZodType>(
  parent: Command,
  name: string,
  entry: Entry<Input, Output>,
  { about, isDefault = false, takes = (taking) => taking, input, lines, verdict }: EntryCommand<Output>,
): Command {
  const names = inputNames(entry);
  const madeCommand = parent.command(name, { isDefault }).description(about);
  const command = names.includes('reason')
    ? withReason(madeCommand)
    : withAdminPlace(madeCommand).option('--json', 'print everything as JSON', false);
  return takes(command).action(
    defineCommand(async ({ environment, report: terminal }) => {
      const words = wordsOf(command);
      const own = Object.entries(words).filter(([word]) => names.includes(word));
      const adminPlace = command.optsWithGlobals<AdminPlace>();
      const json = words['json'] === true || words['format'] === 'json';
      const code = await showEntry<z.ZodType, Output>(
        entry,
        { ...Object.fromEntries(own), ...input?.(words) },
        { place: { ...adminPlace, json }, environment, terminal },
        lines && ((output) => lines(output, words, terminal.colour)),
        verdict,
      );
      return code === 1 ? exitCodes(['', '', parent.name()]).failed : code;
    }),
  );
}
