import type { z } from 'zod';
import type { Environment } from '../../config';
import { logPage, verdictSchema, writesPage } from '../../cutover/adminPages';
import { callerText } from '../../cutover/callerNames';
import { overviewPage } from '../../cutover/overviewPage';
import { columns } from '../columns';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { systemClock } from '../systemClock';
import { askCutover } from './askCutover';
import { renderLog } from './renderLog';
import { renderStages } from './renderStages';

/** What can be shown of a running gateway's cutover. */
export type Page = 'list' | 'log' | 'verify' | 'writes';

/** The options of what shows a page. */
export interface ShowOptions extends AdminPlace {
  /** Writes that were closed, too. */
  readonly all?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** What a page comes to: its lines, and how the command ends. */
interface Shown {
  readonly lines: readonly string[];
  readonly code: ExitCode;
}

const iso = (at: number): string => new Date(at).toISOString();

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
  page: Page,
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
