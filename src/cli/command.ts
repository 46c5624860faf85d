import { type Command, Help, InvalidArgumentError, type Option } from 'commander';
import { type Environment, environment } from '../config';
import type { Config } from '../config/configuration';
import { renderConfigFault } from '../config/configFaults';
import { readConfig } from '../config/readConfig';
import { failure, type Result, success } from '../contract/result';
import { reportTerminal, type Terminal, terminal } from './terminal';

/** How a command ended: done, failed, or called in a way that makes no sense. */
export type ExitCode = 0 | 1 | 2;

/** Surroundings of a command: what it reads and where it prints. */
interface Surroundings {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** The same, coloured where what was asked for goes to a terminal itself. */
  readonly report: Terminal;
}

/**
 * Makes the action of a command out of what it does; the number that comes back is the exit code. `exit` ends the
 * process with it, for commands after which nothing may go on running.
 */
export const defineCommand =
  <Words extends readonly unknown[]>(
    run: (surroundings: Surroundings, ...words: Words) => Promise<number>,
    end: 'exit' | 'exitCode' = 'exitCode',
  ) =>
  async (...words: Words): Promise<void> => {
    const variables = environment();
    const surroundings = { environment: variables, terminal: terminal(variables) };
    const code = await run({ ...surroundings, report: reportTerminal(variables) }, ...words);
    if (end === 'exit') process.exit(code);
    process.exitCode = code;
  };

/** Prints why a command ends, and answers with its exit code. */
export function refused<Code extends number>(
  reasons: readonly string[],
  { complain }: Pick<Terminal, 'complain'>,
  code: Code,
): Code {
  for (const line of reasons) complain(line);
  return code;
}

/** Settings that a command asks for. */
interface AskedSettings {
  readonly file: string | undefined;
  readonly environment: Environment;
  readonly colour: boolean;
  /** False where an upstream has to be configured. */
  readonly sandbox?: boolean;
}

/** The settings of a command, or every fault in them, for people. */
export function readSettings(asked: AskedSettings): Result<Config, readonly string[]> {
  const { file, environment: variables, colour, sandbox = true } = asked;
  const read = readConfig({ file, environment: variables, overrides: [], sandbox });
  return read.ok
    ? success(read.config)
    : failure(read.faults.map((fault) => renderConfigFault(fault, { colour })));
}

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

const help = new Help();

/** What `--help` says of an option: that it has to be given, and of what is off or empty unless it is given nothing. */
export const describeOption = (option: Option): string =>
  help.optionDescription(option).replace(/ \(default: (?:false|\[\])\)$/, '') +
  (option.mandatory ? ' (required)' : '');

/**
 * Sees to it that output which could not be written, such as on a full disk, is told and ends the process with
 * `failed`, whatever the command has made of it. Who stops reading (`lifeboat check | head -1`) wants no more: that is no
 * failure.
 */
export function watchOutput(failed: number): void {
  let isTold = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return;
    isTold = true;
    process.stderr.write(`The output could not be written: ${message}\n`);
    process.once('exit', (ended) => {
      process.exitCode = ended === 0 ? failed : ended;
    });
  });
}

/** Adds the options of every command that asks a running gateway: where its admin port is. */
export const withAdminPlace = (command: Command): Command =>
  command
    .option('-c, --config <file>', 'settings file of the gateway (default: lifeboat.yaml if it exists)')
    .option('--admin <origin>', 'admin port of the gateway (default: as configured)');

/** Reads a whole number from 1 given on the command line. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.');
  return Number(text);
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Reads an instant given on the command line, a day meaning its beginning in UTC, as milliseconds. */
export function parseInstant(text: string): number {
  const instant = INSTANT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant)) {
    throw new InvalidArgumentError('It is written 2025-11-01 or 2025-11-01T12:00:00Z.');
  }
  return instant;
}

/** Reads a port given on the command line; 0 asks for any free one. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port > 65_535) throw new InvalidArgumentError('A port is a number from 0 (any free one) to 65535.');
  return port;
}

/** The folder of mapping files of a command, however it was given. */
export interface MappingsPlace {
  readonly mappings?: string;
}

/** Adds the option for a folder of mapping files; the folder may still be an argument, as it was once. */
export const withMappings = (command: Command): Command =>
  command
    // Without a description it is left out of the help.
    .argument('[folder]')
    .usage('[options]')
    .option('-m, --mappings <folder>', 'folder of mapping files (default: the shipped ones)');
