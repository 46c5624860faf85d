import { userInfo } from 'node:os';
import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import { type Environment, environment } from '../config';
import type { Config } from '../config/configuration';
import { renderConfigFault } from '../config/configFaults';
import { readConfig } from '../config/readConfig';
import { parseOrigin } from '../config/settingKinds';
import { failure, type Result, success } from '../contract/result';
import { instant } from '../operator/entry';
import { type Terminal, openTerminal } from './terminal';

/** Exit code of a command: done, failed, or called with invalid arguments. */
export type ExitCode = 0 | 1 | 2;

/** Surroundings of a command. */
export interface Surroundings {
  readonly environment: Environment;
  readonly terminal: Terminal;
}

/** Ends a command before its work is done, with an exit code and the reasons for people. */
export class CommandEnd extends Error {
  constructor(
    readonly reasons: readonly string[],
    readonly code: number,
  ) {
    super(reasons.join('\n'));
  }
}

/** Reason or reasons of a failure, for people. */
type Reasons = string | readonly string[] | { readonly sentence: string };

/** Lists the reasons of a failure. */
export const reasonsIn = (failed: Reasons): readonly string[] => {
  if (typeof failed === 'string') return [failed];
  return 'sentence' in failed ? [failed.sentence] : failed;
};

/** Returns the value of a result. A failure ends the command. */
export function valueOrEnd<Value>(result: Result<Value, Reasons>, code = 1): Value {
  if (result.ok) return result.value;
  throw new CommandEnd(reasonsIn(result.failure), code);
}

/** Prints why a command ends, and returns its exit code. */
export function printRefusal<Code extends number>(
  reasons: readonly string[],
  { complain }: Pick<Terminal, 'complain'>,
  code: Code,
): Code {
  for (const line of reasons) complain(line);
  return code;
}

/** Does the work of a command. Prints the reasons if it ends early, and returns the exit code. */
export async function exitCodeOf(
  work: () => number | Promise<number>,
  { complain }: Pick<Terminal, 'complain'>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandEnd) return printRefusal(error.reasons, { complain }, error.code);
    throw error;
  }
}

/** Arguments and options of a command by their names. */
const namedWords = (command: Command): object => ({
  ...command.optsWithGlobals<Record<string, unknown>>(),
  ...Object.fromEntries(
    command.registeredArguments.map((argument, at) => [
      argument.name(),
      command.processedArgs[at] as unknown,
    ]),
  ),
});

/** A command: what it is for, its arguments and options, and its work. */
export interface CommandParts<Words extends object> {
  readonly about: string;
  /** True for the command that its group runs without a further word. */
  readonly isDefault?: boolean;
  readonly isHidden?: boolean;
  /** Adds arguments and options. */
  readonly takes?: (command: Command) => Command;
  /** Does the work with the arguments and options by their names. Returns the exit code. */
  readonly run?: (words: Words, surroundings: Surroundings, command: Command) => number | Promise<number>;
  /** Loads the work, where completion and help shall not load what it needs. */
  readonly load?: () => Promise<(words: Words, surroundings: Surroundings) => number | Promise<number>>;
  /** `exit` ends the process at once, for commands after which nothing may go on running. */
  readonly end?: 'exit';
}

/** Adds a command. It has `--json`, which stands for `--format json` where there are formats. */
export function addCommand<Words extends object>(
  parent: Command,
  name: string,
  { about, isDefault = false, isHidden: hidden = false, takes, run, load, end }: CommandParts<Words>,
): Command {
  const command = parent.command(name, { isDefault, hidden }).description(about);
  takes?.(command);
  const hasOption = (long: string): boolean => command.options.some((option) => option.long === long);
  if (hasOption('--format') && !hasOption('--json'))
    command.addOption(new Option('--json', 'as --format json').implies({ format: 'json' }));
  else if (!hasOption('--json')) command.option('--json', 'print everything as JSON', false);
  return command.action(async () => {
    const variables = environment();
    const around = { environment: variables, terminal: openTerminal(variables) };
    const words = namedWords(command) as Words;
    const work = async () => run?.(words, around, command) ?? (await load?.())?.(words, around) ?? 0;
    const code = await exitCodeOf(work, around.terminal);
    if (end === 'exit') process.exit(code);
    process.exitCode = code;
  });
}

/** Settings that a command asks for. */
export interface AskedSettings {
  readonly file: string | undefined;
  readonly environment: Environment;
  readonly colour: boolean;
  /** False where an upstream has to be configured. */
  readonly sandbox?: boolean;
}

/** Reads the settings of a command. The failure lists every fault for people. */
export function readSettings(askedSettings: AskedSettings): Result<Config, readonly string[]> {
  const { file, environment: variables, colour, sandbox = true } = askedSettings;
  const read = readConfig({ file, environment: variables, overrides: [], sandbox });
  if (read.ok) return success(read.config);
  return failure(read.faults.map((fault) => renderConfigFault(fault, { colour })));
}

const help = new Help();

/** Names a command in the list of its group by its arguments, without those that every command takes. */
export const subcommandTerm = (command: Command): string =>
  `${command.name()} ${command.usage().replaceAll(/\[(?:options|command)\] ?/g, '')}`.trimEnd();

/** Describes an option in `--help`: adds "(required)", and leaves out a default that is off or empty. */
export const describeOption = (option: Option): string =>
  help.optionDescription(option).replace(/ \(default: (?:false|\[\])\)$/, '') +
  (option.mandatory ? ' (required)' : '');

/** Adds the option that names the settings. */
export const addConfigOption = (command: Command): Command =>
  command.option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)');

/** Adds the options that locate a running gateway's admin port. */
export const addAdminOptions = (command: Command): Command =>
  addConfigOption(command).option(
    '--admin <origin>',
    'admin port of the gateway (default: as configured)',
    parseAddress,
  );

/** Adds the options of a command that changes something at a running gateway. */
export const addReasonOptions = (command: Command): Command =>
  addAdminOptions(command)
    .requiredOption('-r, --reason <text>', 'why; it stands in the log')
    .option('--by <name>', 'who, as a note beside the name of the token', userInfo().username);

/** Reads a whole number from 1 that was given on the command line. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.');
  return Number(text);
}

/** Reads the address of a service from the command line, and returns its origin. */
export function parseAddress(text: string): string {
  const read = parseOrigin(text);
  if (read.ok) return read.origin;
  throw new InvalidArgumentError(`It ${read.message}: ${read.hint}.`);
}

/** Reads an instant from the command line as milliseconds. A day stands for its beginning in UTC. */
export function parseInstant(text: string): number {
  const { data: at } = instant.safeParse(text);
  if (at === undefined) throw new InvalidArgumentError('It is written 2025-11-01 or 2025-11-01T12:00:00Z.');
  return at;
}

/** Reads a port to listen on from the command line; 0 chooses a free one. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port > 65_535) throw new InvalidArgumentError('A port is a number from 0 (any free one) to 65535.');
  return port;
}
