import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { callerText } from '../../cutover/callerNames';
import { gatewayEntries } from '../../operator/gatewayEntries';
import { systemClock as clock } from '../../runtime/systemClock';
import { addCommand, parseCount, withAdminPlace } from '../command';
import { addEntry } from '../entryCommand';
import { columns, pauses, stopSignal } from '../terminal';
import { exitCodeOfIndexes, indexLines, type WarmOptions } from './indexStates';
import { driftLines } from './showDrift';
import type { HealthOptions } from './showHealth';
import type { TailOptions } from './tailRequests';

/** Adds `lifeboat drift`. */
export const driftCommand = (program: Command): Command =>
  addEntry(program, 'drift', gatewayEntries.drift, {
    about: "show how v2's answers differ from the contract, as the running gateway has seen them",
    takes: (command) =>
      command.option('--shapes', 'also show every place in the forms it was seen in', false),
    lines: (report, { shapes }) => driftLines(report, shapes === true),
  });

const ENDS = `
Ends with 0 when they are complete or being read, 1 when one is neither (the log
of the gateway says why), when there is no key to read with, or when the gateway
cannot be asked.`;

/** Adds `lifeboat index` and `lifeboat index warm`. */
export function indexCommand(program: Command): void {
  const index = program
    .command('index')
    .description('the indexes of logins of a running gateway, for the keys of its exchange table')
    .addHelpText('after', ENDS);
  addEntry(index, 'show', gatewayEntries.indexes, {
    about: 'show how far they are',
    isDefault: true,
    lines: indexLines,
    verdict: exitCodeOfIndexes,
  });
  addCommand(index, 'warm', {
    about: 'fill them before clients come',
    takes: (command) =>
      withAdminPlace(command)
        .option('--no-wait', 'do not wait until they are complete')
        .addHelpText('after', ENDS),
    run: async (words: WarmOptions, { environment, terminal }) =>
      (await import('./indexStates.js')).warmIndexes(words, environment, terminal),
  });
}

/** Adds `lifeboat health`. */
export const healthCommand = (program: Command): Command =>
  addCommand(program, 'health', {
    about: 'end with 0 when the running gateway is alive, else with 1: for health checks',
    takes: (command) => withAdminPlace(command).option('--ready', 'ask whether it takes requests', false),
    run: async (words: HealthOptions, { environment, terminal }) =>
      (await import('./showHealth.js')).showHealth(words, environment, terminal),
  });

/** Interval (ms) between two requests to the gateway. */
const PAUSE = 250;

function parseStatus(text: string): string {
  if (/^[1-5](\d\d|xx)$/.test(text)) return text;
  throw new InvalidArgumentError('It is a status such as 404, or a class such as 5xx.');
}

/** Adds `lifeboat tail`. */
export const tailCommand = (program: Command): Command =>
  addCommand(program, 'tail', {
    about: 'show the requests of the running gateway as they come, until Ctrl-C',
    takes: (command) =>
      withAdminPlace(command)
        .option('--resource <name>', 'only of this resource')
        .option('--operation <name>', 'only of this operation')
        .option('--caller <caller>', 'only of the caller with this name, or whose fingerprint begins so')
        .option('--status <class>', 'only with this status: 404, 5xx', parseStatus)
        .addOption(new Option('--side <side>', 'only requests that this side answered').choices(['v1', 'v2']))
        .option('--count <number>', 'end after this number', parseCount)
        .option('--json', 'print one JSON object per line', false),
    run: async (words: TailOptions, { environment, terminal }) =>
      (await import('./tailRequests.js')).tail(
        words,
        environment,
        terminal,
        pauses(PAUSE, stopSignal(clock)),
      ),
  });

type Writes = z.output<(typeof gatewayEntries)['writes']['output']>;

function writeLines(all: Writes, withClosed: boolean): readonly string[] {
  const writes = all.filter(({ closed }) => withClosed || closed === undefined);
  if (writes.length === 0) return ['no write is to be looked at'];
  return columns(
    writes.map(({ id, at, target, caller, name, side, problem, found: foundText, closed }) => [
      ...[id, new Date(at).toISOString(), callerText(caller, name), target, `${side} ${problem}`],
      foundText ?? 'not read back',
      closed === undefined ? 'open' : `closed by ${closed.by}: ${closed.note}`,
    ]),
  );
}

/** Adds `lifeboat writes` and `lifeboat writes close`. */
export function writesCommand(program: Command): void {
  const writes = program
    .command('writes')
    .description('ambiguous writes: it is unknown whether they were executed');
  addEntry(writes, 'list', gatewayEntries.writes, {
    about: 'show the list, with the results of reading back',
    isDefault: true,
    takes: (command) => command.option('--all', 'also those that were closed', false),
    lines: (listed, { all }) => writeLines(listed, all === true),
  });
  addEntry(writes, 'close', gatewayEntries.closeWrite, {
    about: 'take a write off the list after someone has looked at it',
    takes: (command) => command.argument('<id>', 'id of the request'),
  });
}
