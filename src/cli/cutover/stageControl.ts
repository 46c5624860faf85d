import { z } from 'zod';
import type { Environment } from '../../config';
import {
  changedPage,
  changesPage,
  logPage,
  overviewPage,
  verdictSchema,
  writesPage,
} from '../../cutover/cutoverPages';
import type { ManualChange } from '../../cutover/stages/changeRequest';
import { type AdminPlace } from '../adminClient';
import { askCutover } from './askCutover';
import type { ExitCode } from '../command';
import { type Terminal, columns } from '../terminal';
import { callerText } from '../../cutover/callerNames';
import { systemClock } from '../../runtime/systemClock';
import { madeText, renderLog } from './renderLog';
import { renderStages } from './renderStages';

/** Options of every command that changes something. */
export interface ChangeOptions extends AdminPlace {
  readonly reason: string;
  readonly actor: string;
  readonly json: boolean;
  readonly force?: boolean;
  readonly confirm?: string | undefined;
}
type Changes = z.output<typeof changesPage>['changes'];

const iso = (at: number): string => new Date(at).toISOString();

/** Prints the result for each resource; 1 when one refused a change that is not already in place. */
function showChanges(change: ManualChange, changes: Changes, { write, complain }: Terminal): ExitCode {
  let code: ExitCode = 0;
  for (const one of changes) {
    if ('kept' in one) {
      write(madeText(change, one));
      continue;
    }
    if (one.why === 'already') write(`${one.resource}: unchanged, ${one.message}`);
    else {
      complain(`${one.resource}: refused: ${one.message}`);
      code = 1;
    }
  }
  if (changes.some((one) => 'kept' in one && !one.kept))
    complain('warning: the store fails: it is in force, but not written down yet');
  return code;
}

/** Asks a running gateway to change one resource, or all (`*`); 1 when it refuses. */
export function changeStage(
  resource: string,
  change: ManualChange,
  options: ChangeOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { actor, reason, json, force, confirm } = options;
  const body = { resource, change, actor, reason, force, confirm };
  const schema = changesPage.or(changedPage);
  const request = { path: '/changes', body, schema, place: options, environment };
  return askCutover(request, terminal, (page, whole) => {
    if (json) terminal.write(JSON.stringify(whole, null, 2));
    const shown = json ? { ...terminal, write: () => undefined } : terminal;
    return showChanges(change, 'changes' in page ? page.changes : [page], shown);
  });
}

/** Options of `lifeboat writes close`. */
export interface ClosingOptions extends AdminPlace {
  readonly note: string;
  readonly actor: string;
  readonly json: boolean;
}

/** Removes an ambiguous write from the list; 1 when it is not there. */
export function closeWrite(
  id: string,
  options: ClosingOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const body = { id, by: options.actor, note: options.note };
  const request = { path: '/closings', body, schema: z.unknown(), place: options, environment };
  return askCutover(request, terminal, (_page, whole) => {
    terminal.write(options.json ? JSON.stringify(whole) : `closed ${id}`);
    return 0;
  });
}

/** The pages of a running gateway's cutover. */
export type CutoverPage = 'list' | 'log' | 'verify' | 'writes';

/** Options of commands that show a page. */
export interface ShowOptions extends AdminPlace {
  /** True: closed writes are shown too. */
  readonly all?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** Rendered page: its lines, and the exit code of the command. */
interface Shown {
  readonly lines: readonly string[];
  readonly code: ExitCode;
}

type Writes = z.output<typeof writesPage>;
type Verdict = z.output<typeof verdictSchema>;

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

const verdictShown = (verdict: Verdict): Shown =>
  verdict.ok
    ? { lines: [`the log is whole, up to line ${verdict.events}`], code: 0 }
    : { lines: [`the log is broken at line ${verdict.seq}: ${verdict.problem}`], code: 1 };

/** Prints a page of a running gateway's cutover; 1 when it cannot be asked, or its log is broken. */
export function showStages(
  page: CutoverPage,
  options: ShowOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const show = <Answer>(path: string, schema: z.ZodType<Answer>, shown: (answer: Answer) => Shown) =>
    askCutover({ path, schema, place: options, environment }, terminal, (answer, whole) => {
      const { lines, code } = shown(answer);
      if (options.json === true) terminal.write(JSON.stringify(whole, null, 2));
      else for (const line of lines) terminal.write(line);
      return code;
    });
  switch (page) {
    case 'list':
      return show('/', overviewPage.array(), (pages) => ({
        lines: renderStages(pages, systemClock.now(), terminal.colour),
        code: 0,
      }));
    case 'log':
      return show('/log', logPage, (log) => ({ lines: renderLog(log, options.verbose === true), code: 0 }));
    case 'writes':
      return show('/writes', writesPage, (writes) => ({
        lines: writeLines(writes, options.all === true),
        code: 0,
      }));
    case 'verify':
      return show('/verification', verdictSchema, verdictShown);
  }
}
