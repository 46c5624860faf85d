import type { z } from 'zod';
import type { Environment } from '../../config';
import { logPage, verdictSchema, writesPage } from '../../cutover/adminPages';
import { callerText } from '../../cutover/callerNames';
import { overviewPage, type OverviewPage } from '../../cutover/overviewPage';
import { columns } from '../columns';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { askCutover } from './askCutover';

/** What can be shown of a running gateway's cutover. */
export type Page = 'list' | 'log' | 'verify' | 'writes';

/** What a page comes to: its lines, and how the command ends. */
interface Shown {
  readonly lines: readonly string[];
  readonly code: ExitCode;
}

const iso = (at: number): string => new Date(at).toISOString();

function stageLines(pages: readonly OverviewPage[]): readonly string[] {
  const rows = pages.map(({ resource, stage, killed, held, pins, answers, evidence }) => {
    const pinned = Object.entries(pins).map(([caller, side]) => `${caller} pinned to ${side}`);
    const overlays = [
      ...(killed ? ['killed'] : []),
      ...(held === undefined ? [] : [`held: ${held}`]),
      ...pinned,
    ];
    const counts = `${evidence.differing} of ${evidence.compared} compared differ`;
    return [resource, stage, overlays.join(', '), answers, counts];
  });
  const next = pages.flatMap(({ next }) =>
    next === undefined
      ? []
      : ['', `next: ${next.step}: ${next.verdict}`, ...next.conditions.map((condition) => `  ${condition}`)],
  );
  const alarms = pages.flatMap((page) =>
    page.alarms.map(({ severity, since, text }) => `${severity} since ${since}: ${text}`),
  );
  return [
    ...columns([
      ['resource', 'stage', 'overlays', 'whoever shows no key is answered by', 'evidence'],
      ...rows,
    ]),
    ...(alarms.length === 0 ? [] : ['', ...new Set(alarms)]),
    ...next,
  ];
}

type Log = z.output<typeof logPage>;
type Writes = z.output<typeof writesPage>;
type Verdict = z.output<typeof verdictSchema>;

function logLines(log: Log): readonly string[] {
  if (log.length === 0) return ['nothing was changed yet'];
  return columns(
    log.map(({ seq, at, actor, resource, from, change, cause, reason }) => {
      const { kind, ...what } = change;
      const text = `${from}: ${kind} ${JSON.stringify(what)}`;
      return [String(seq), iso(at), actor, resource, text, cause, reason];
    }),
  );
}

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
  options: AdminPlace & { readonly all?: boolean; readonly json?: boolean },
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
      return show('/', overviewPage.array(), (pages) => ({ lines: stageLines(pages), code: 0 }));
    case 'log':
      return show('/log', logPage, (log) => ({ lines: logLines(log), code: 0 }));
    case 'writes':
      return show('/writes', writesPage, (writes) => ({
        lines: writeLines(writes, options.all === true),
        code: 0,
      }));
    case 'verify':
      return show('/verification', verdictSchema, verdictShown);
  }
}
