import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { callerText } from '../../cutover/callerNames';
import { gatewayEntries } from '../../operator/gatewayEntries';
import {
  addCommand,
  CommandEnd,
  type ExitCode,
  valueOrEnd,
  parseCount,
  type Surroundings,
  addAdminOptions,
} from '../command';
import { addEntry } from '../entryCommand';
import {
  addEmptyLine,
  alignColumns,
  keepPresentLines,
  print,
  createProgressBar,
  renderTable,
  type Terminal,
} from '../terminal';
import { type AdminPlace, openOperator, type OperatorClient } from '../operatorClient';
import type { DriftReport } from '../../drift/driftReport';
import { counted } from '../../mapping/compile/ledger';

const healthPage = z.object({ status: z.string(), degraded: z.array(z.string()).default([]) });

/**
 * Prints whether a running gateway is alive, or takes requests. Returns 0 if so and 1 otherwise, as health checks
 * expect.
 */
export async function showHealth(
  { ready, json, ...adminPlace }: AdminPlace & { readonly ready: boolean },
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const client = valueOrEnd(openOperator(adminPlace, environment, terminal));
  const path = ready ? '/readyz' : '/healthz';
  const { status, page } = valueOrEnd(await client.page(path));
  const health = healthPage.safeParse(page);
  if (!health.success)
    throw new CommandEnd([`${path} answered ${status}: is it the admin port of a gateway?`], 1);
  print(page, [health.data.status, ...health.data.degraded], json, terminal);
  return status === 200 ? 0 : 1;
}

type States = z.output<(typeof gatewayEntries)['indexes']['output']>;

/** Interval (ms) between two requests for the progress of a running gateway. */
const ROUND_MS = 1_000;

/** Asks until no index is being read any more, and shows the progress. */
async function followIndexes({ ask }: OperatorClient, { interactive }: Terminal): Promise<States> {
  const show = createProgressBar('offers', interactive);
  for (;;) {
    const states = valueOrEnd(await ask(gatewayEntries.indexes, {}));
    const offers = states.reduce((sum, state) => sum + state.offers, 0);
    const total = states.reduce((sum, state) => sum + (state.total ?? state.offers), 0);
    if (total > 0) show(Math.min(total, offers), total);
    if (!states.some(({ isReading }) => isReading)) return states;
    await pause(ROUND_MS);
  }
}

/** Renders the progress of the indexes. */
export const indexLines = (states: States): readonly string[] =>
  states.map(({ index, caller, name, isComplete, isReading, offers, total }) => {
    const progress = (isComplete && 'complete') || (isReading && 'is being read') || 'not read';
    return `${index} of ${callerText(caller, name)}: ${progress}, ${offers} of ${total ?? '?'} offers`;
  });

/** Returns 0 if every index is complete or being read; without a key it ends the command with the reason. */
export function exitCodeOfIndexes(states: States): ExitCode {
  if (states.length === 0)
    throw new CommandEnd(['no key is known: it takes an exchange table (`lifeboat keys`)'], 1);
  return states.every(({ isComplete, isReading }) => isComplete || isReading) ? 0 : 1;
}

/** Starts to fill the indexes of a running gateway, and prints their progress. */
export async function warmIndexes(
  { wait, json, ...adminPlace }: AdminPlace & { readonly wait: boolean },
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const client = valueOrEnd(openOperator(adminPlace, environment, terminal));
  const begunStates = valueOrEnd(await client.ask(gatewayEntries.warmIndexes, {}));
  const states = wait ? await followIndexes(client, terminal) : begunStates;
  print(states, indexLines(states), json, terminal);
  return exitCodeOfIndexes(states);
}

export const driftCommand = (program: Command): Command =>
  addEntry(program, 'drift', gatewayEntries.drift, {
    takes: (command) =>
      command.option('--shapes', 'also show every place in the forms it was seen in', false),
    lines: (report, { shapes }) => driftLines(report, shapes === true),
  });

export function indexCommand(program: Command): void {
  const index = program
    .command('index')
    .description('the indexes of logins of a running gateway, for the keys of its exchange table');
  addEntry(index, 'show', gatewayEntries.indexes, {
    isDefault: true,
    lines: indexLines,
    verdict: exitCodeOfIndexes,
  });
  addCommand(index, 'warm', {
    about: 'fill them before clients come',
    takes: (command) => addAdminOptions(command).option('--no-wait', 'do not wait until they are complete'),
    run: warmIndexes,
  });
}

export const healthCommand = (program: Command): Command =>
  addCommand(program, 'health', {
    about: 'end with 0 when the running gateway is alive, else with 1: for health checks',
    takes: (command) => addAdminOptions(command).option('--ready', 'ask whether it takes requests', false),
    run: showHealth,
  });

export const tailCommand = (program: Command): Command =>
  addCommand(program, 'tail', {
    about: 'show the requests of the running gateway as they come, until Ctrl-C',
    takes: (command) =>
      addAdminOptions(command)
        .option('--resource <name>', 'only of this resource')
        .option('--operation <name>', 'only of this operation')
        .option('--caller <caller>', 'only of the caller with this name, or whose fingerprint begins so')
        .option('--status <class>', 'only with this status: 404, 5xx')
        .addOption(new Option('--side <side>', 'only requests that this side answered').choices(['v1', 'v2']))
        .option('--count <number>', 'end after this number', parseCount)
        .option('--json', 'print one JSON object per line', false),
    load: async () => (await import('./tailRequests.js')).tail,
  });

type Writes = z.output<(typeof gatewayEntries)['writes']['output']>;

function writeLines(all: Writes, withClosed: boolean): readonly string[] {
  const rows = all
    .filter(({ closed }) => withClosed || closed === undefined)
    .map(({ closed, ...write }) => ({
      ...write,
      state: closed === undefined ? 'open' : `closed by ${closed.by}: ${closed.note}`,
    }));
  const columns = ['id', 'at', 'caller', 'target', 'side', 'problem', 'found', 'state'] as const;
  return renderTable(rows, columns, ['no write is to be looked at']);
}

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
    takes: (command) => command.argument('<id>', 'id of the request'),
  });
}

export function eventsCommand(program: Command): void {
  const events = program.command('events').description("v2's events on their way to the old program");
  addEntry(events, 'again', gatewayEntries.eventsAgain);
}

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** Renders the drift findings as a table. */
function renderFindings({ since, findings, overflow, endpoints }: DriftReport): readonly string[] {
  const members = ['endpoint', 'path', 'kind', 'found', 'expected', 'effect', 'count', 'last'] as const;
  const rows = findings.map((finding) => ({ ...finding, expected: finding.expected || '-' }));
  const answers = endpoints.reduce((sum, endpoint) => sum + endpoint.answers, 0);
  return [
    `${counted(answers, 'answer')} of v2 seen since ${since}: ${counted(findings.length, 'finding')}`,
    ...addEmptyLine(renderTable(rows, members)),
    ...addEmptyLine(
      keepPresentLines([
        overflow > 0 && `${counted(overflow, 'more finding')} found no room and are only counted`,
      ]),
    ),
  ];
}

/** Renders every path of every endpoint with the forms seen there, as tables. */
const renderShapes = ({ endpoints }: DriftReport): string[] =>
  endpoints.flatMap(({ endpoint, answers, places }) => [
    '',
    `${endpoint}: ${counted(answers, 'answer')}`,
    ...alignColumns(
      places.map(({ path, forms, words }) => [
        `  ${path}`,
        countsText(forms),
        words === undefined ? '' : `(${countsText(words)})`,
      ]),
    ),
  ]);

/** Renders the differences between v2's answers and the contract. `shapes` adds every path with its forms. */
export const driftLines = (report: DriftReport, shapes: boolean): readonly string[] => [
  ...renderFindings(report),
  ...(shapes ? renderShapes(report) : []),
];
