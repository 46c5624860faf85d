import { z } from 'zod';
import type { Environment } from '../../config';
import { callerText } from '../../cutover/callerNames';
import type { seenCaller } from '../../cutover/seenCallers';
import { clientEntries } from '../../operator/clientEntries';
import type { Entry } from '../../operator/entry';
import { gatewayEntries } from '../../operator/gatewayEntries';
import { stageChanges } from '../../operator/stageChanges';
import { stageViews } from '../../operator/stageViews';
import { systemClock } from '../../runtime/systemClock';
import { type ExitCode, refused } from '../command';
import { type AdminPlace, type AskingCommand, openOperator, showEntry } from '../operatorClient';
import { columns, type Terminal } from '../terminal';
import { renderLog } from './renderLog';
import { renderStages } from './renderStages';

/** Options of every command that changes something. */
export interface ChangeOptions extends AdminPlace {
  readonly reason: string;
  readonly by?: string | undefined;
  readonly json: boolean;
  readonly force?: boolean;
  readonly confirm?: string | undefined;
}

type Changes = Pick<typeof stageChanges, 'move' | 'hold' | 'release' | 'kill' | 'pin'>;

/** A change of a stage: its action, and the input beside resource and reason. */
export type StageChange = {
  readonly [Kind in keyof Changes]: { readonly kind: Kind } & Omit<
    z.input<Changes[Kind]['input']>,
    'resource' | 'reason' | 'by'
  >;
}[keyof Changes];

const refusedChanges = z.object({ changes: z.array(z.looseObject({ resource: z.string() })) });
const refusedChange = z.object({ resource: z.string(), why: z.string(), message: z.string() });

/** Prints what became of each resource; 1 when one refused a change that is not already in place. */
function showChanges(
  changes: readonly object[],
  words: (changed: object) => readonly string[],
  { write, complain }: Terminal,
): ExitCode {
  let code: ExitCode = 0;
  for (const change of changes) {
    const refusal = refusedChange.safeParse(change);
    const isRefused = refusal.success && refusal.data.why !== 'already';
    if (isRefused) code = 1;
    const lines = isRefused ? [`${refusal.data.resource}: refused: ${refusal.data.message}`] : words(change);
    for (const line of lines) (isRefused ? complain : write)(line);
  }
  return code;
}

/** Asks a running gateway to change one resource, or all (`*`); 1 when it refuses. */
export async function changeStage(
  resource: string,
  { kind, ...change }: StageChange,
  { reason, by, json, ...place }: ChangeOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const entry: Entry = stageChanges[kind];
  const client = openOperator(place, environment, terminal);
  if (!client.ok) return refused(client.failure, terminal, 1);
  const input = { ...change, resource, reason, by };
  const answer = await client.value.ask(entry, input);
  const page = answer.ok ? answer.value : answer.failure.page;
  const made = refusedChanges.safeParse(page);
  const { changes } = made.success ? made.data : { changes: [] };
  if (!answer.ok && (resource !== '*' || !made.success))
    return refused([answer.failure.sentence], terminal, 1);
  const asked = entry.input.parse(input);
  const words = (changed: object) => entry.words?.(asked, { changes: [changed] }) ?? [];
  if (json) terminal.write(JSON.stringify({ changes }, null, 2));
  return showChanges(changes, words, json ? { ...terminal, write: () => undefined } : terminal);
}

const iso = (at: number): string => new Date(at).toISOString();

type Writes = z.output<(typeof gatewayEntries)['writes']['output']>;

function writeLines(all: Writes, withClosed: boolean): readonly string[] {
  const writes = all.filter(({ closed }) => withClosed || closed === undefined);
  if (writes.length === 0) return ['no write is to be looked at'];
  return columns(
    writes.map(({ id, at, target, caller, name, side, problem, found, closed }) => [
      id,
      iso(at),
      callerText(caller, name),
      target,
      `${side} ${problem}`,
      found ?? 'not read back',
      closed === undefined ? 'open' : `closed by ${closed.by}: ${closed.note}`,
    ]),
  );
}

/** Options of commands that show a page. */
export interface ShowOptions extends AdminPlace {
  /** True: closed writes are shown too. */
  readonly all?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** The pages of a running gateway's cutover. */
export type CutoverPage = 'list' | 'log' | 'verify' | 'writes';

/** Prints whether the log is whole; 1 when it is broken. */
async function showVerdict(asking: AskingCommand): Promise<ExitCode> {
  const client = openOperator(asking.place, asking.environment, asking.terminal);
  if (!client.ok) return refused(client.failure, asking.terminal, 1);
  const asked = await client.value.ask(stageViews.verify, {});
  if (!asked.ok) return refused([asked.failure.sentence], asking.terminal, 1);
  const verdict = asked.value;
  const line = verdict.ok
    ? `the log is whole, up to line ${verdict.events}`
    : `the log is broken at line ${verdict.seq}: ${verdict.problem}`;
  asking.terminal.write(asking.place.json === true ? JSON.stringify(verdict, null, 2) : line);
  return verdict.ok ? 0 : 1;
}

/** Prints a page of a running gateway's cutover; 1 when it cannot be asked, or its log is broken. */
export function showStages(
  page: CutoverPage,
  options: ShowOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const asking = { place: options, environment, terminal };
  switch (page) {
    case 'list':
      return showEntry(stageViews.list, {}, asking, (pages) =>
        renderStages(pages, systemClock.now(), terminal.colour),
      );
    case 'log':
      return showEntry(stageViews.log, {}, asking, (log) => renderLog(log, options.verbose === true));
    case 'writes':
      return showEntry(gatewayEntries.writes, {}, asking, (writes) =>
        writeLines(writes, options.all === true),
      );
    case 'verify':
      return showVerdict(asking);
  }
}

function whoLines(callers: readonly z.output<typeof seenCaller>[]): readonly string[] {
  if (callers.length === 0) return ['no caller was seen in the last 14 days'];
  const rows = callers.map(({ caller, name, side, why, v1, v2, latest }) => [
    ...[callerText(caller, name), side, String(v1), String(v2), latest ?? 'never seen', why],
  ]);
  return columns([['caller', 'side', 'asked v1', 'asked v2', 'latest', 'why'], ...rows]);
}

function clientLines(clients: z.output<(typeof clientEntries)['list']['output']>): readonly string[] {
  if (clients.length === 0) return ['no caller was seen in the last 14 days'];
  const rows = clients.map(({ caller, name, requests, latest, resources }) => [
    ...[caller, name ?? '', String(requests), latest ?? 'never seen', resources.join(', ')],
  ]);
  return columns([['fingerprint', 'name', 'requests', 'latest', 'resources'], ...rows]);
}

/** Prints the callers of a resource, or all callers without one; 1 when the gateway cannot be asked. */
export const showCallers = (resource: string | undefined, asking: AskingCommand): Promise<ExitCode> =>
  resource === undefined
    ? showEntry(clientEntries.list, {}, asking, clientLines)
    : showEntry(stageViews.callers, { resource }, asking, whoLines);
