import type { Command } from 'commander';
import { z } from 'zod';
import { type Entry, inputFaults } from '../operator/entry';
import {
  addCommand,
  CommandEnd,
  type CommandParts,
  type ExitCode,
  exitCodeOf,
  addAdminOptions,
  addReasonOptions,
} from './command';
import { exitCodes } from './exitCodes';
import { type AdminPlace, showEntry } from './operatorClient';

/** Forms in which a command takes a caller. */
export const CALLER = 'its name, the fingerprint of its key, or the beginning of one';

type CommandWords = Readonly<Record<string, unknown>> & AdminPlace;

/** Command that calls an entry of the operator's table; an argument or option with the name of an input is that input. */
interface EntryCommand<Output extends z.ZodType> extends Pick<
  CommandParts<CommandWords>,
  'isDefault' | 'takes'
> {
  /** Absent: the summary of the entry. */
  readonly about?: string;
  /** Returns inputs that no argument or option names. */
  readonly input?: (words: CommandWords, command: Command) => object;
  /** Renders the output. Absent: the sentences of the entry are printed. */
  readonly lines?: (output: z.output<Output>, words: CommandWords, colour: boolean) => readonly string[];
  readonly verdict?: (output: z.output<Output>) => ExitCode;
}

const inputNames = ({ input }: Pick<Entry, 'input'>): readonly string[] =>
  input instanceof z.ZodObject ? Object.keys(input.shape) : [];

/** Adds a command that asks a running gateway for an entry of the operator's table, and prints the outcome. */
export function addEntry<Input extends z.ZodType, Output extends z.ZodType>(
  parent: Command,
  name: string,
  entry: Entry<Input, Output>,
  { about, takes, input, lines, verdict, ...commandParts }: EntryCommand<Output> = {},
): Command {
  const names = inputNames(entry);
  return addCommand<CommandWords>(parent, name, {
    ...commandParts,
    about: about ?? `${entry.summary.charAt(0).toLowerCase()}${entry.summary.slice(1, -1)}`,
    takes: (command) => {
      const placed = names.includes('reason') ? addReasonOptions(command) : addAdminOptions(command);
      return takes?.(placed) ?? placed;
    },
    run: async (words, { environment, terminal }, command) => {
      const { usage, failed } = exitCodes(['', '', parent.name()]);
      const ownWords = Object.entries(words).filter(([word]) => names.includes(word));
      const inputs = { ...Object.fromEntries(ownWords), ...input?.(words, command) };
      const read = entry.input.safeParse(inputs);
      if (!read.success) throw new CommandEnd([`error: ${inputFaults(read.error)}`], usage);
      const showAnswer = () =>
        showEntry<z.ZodType, Output>(
          entry,
          inputs,
          { place: words, environment, terminal },
          lines && ((output) => lines(output, words, terminal.colour)),
          verdict,
        );
      const code = await exitCodeOf(showAnswer, terminal);
      return code === 1 ? failed : code;
    },
  });
}
