import type { Environment } from '../../config';
import { logPage, verdictSchema, writesPage } from '../../cutover/adminPages';
import { overviewPage, type OverviewPage } from '../../cutover/overviewPage';
import { columns } from '../../mapping/columns';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { askControl } from './askControl';

/** What can be shown of a running gateway's cutover. */
export type Page = 'list' | 'log' | 'verify' | 'writes';

const paths: Readonly<Record<Page, string>> = {
  list: '/',
  log: '/log',
  verify: '/verification',
  writes: '/writes',
};

interface Shown {
  readonly lines: readonly string[];
  readonly code: ExitCode;
}

const iso = (at: number): string => new Date(at).toISOString();

function stageLines(pages: readonly OverviewPage[]): readonly string[] {
  const rows = pages.map(({ resource, stage, killed, held, answers, evidence }) => {
    const overlays = [killed ? 'killed' : '', held === undefined ? '' : `held: ${held}`].filter(
      (one) => one !== '',
    );
    const counts = `${evidence.differing} of ${evidence.compared} compared differ`;
    return [resource, stage, overlays.join(', '), answers, counts];
  });
  const next = pages.flatMap(({ next }) =>
    next === undefined
      ? []
      : ['', `next: ${next.step}: ${next.verdict}`, ...next.conditions.map((condition) => `  ${condition}`)],
  );
  return [
    ...columns([['resource', 'stage', 'overlays', 'others are answered by', 'evidence'], ...rows]),
    ...next,
  ];
}

function logLines(page: unknown): readonly string[] {
  return columns(
    logPage.parse(page).map(({ seq, at, actor, resource, from, change, cause, reason }) => {
      const { kind, ...what } = change;
      return [
        String(seq),
        iso(at),
        actor,
        resource,
        `${from}: ${kind} ${JSON.stringify(what)}`,
        cause,
        reason,
      ];
    }),
  );
}

function writeLines(page: unknown, all: boolean): readonly string[] {
  const writes = writesPage.parse(page).filter(({ closed }) => all || closed === undefined);
  return columns(
    writes.map(({ id, at, target, side, problem, found, closed }) => [
      id,
      iso(at),
      target,
      `${side} ${problem}`,
      found ?? 'not read back',
      closed === undefined ? 'open' : `closed by ${closed.by}: ${closed.note}`,
    ]),
  );
}

function shown(page: Page, value: unknown, all: boolean): Shown {
  switch (page) {
    case 'list':
      return { lines: stageLines(overviewPage.array().parse(value)), code: 0 };
    case 'log':
      return { lines: logLines(value), code: 0 };
    case 'writes':
      return { lines: writeLines(value, all), code: 0 };
    case 'verify': {
      const verdict = verdictSchema.parse(value);
      if (verdict.ok) return { lines: [`the log is whole, up to line ${verdict.events}`], code: 0 };
      return { lines: [`the log is broken at line ${verdict.seq}: ${verdict.problem}`], code: 1 };
    }
  }
}

/** Prints a page of a running gateway's cutover; 1 when it cannot be asked, or its log is broken. */
export function showStages(
  page: Page,
  options: AdminPlace & { readonly all?: boolean; readonly json?: boolean },
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  return askControl({ path: paths[page], place: options, environment }, terminal, (value) => {
    const { lines, code } = shown(page, value, options.all === true);
    if (options.json === true) terminal.write(JSON.stringify(value, null, 2));
    else for (const line of lines) terminal.write(line);
    return code;
  });
}
