import type { z } from 'zod';
import type { Environment } from '../../config';
import { clientsPage, labelledPage } from '../../cutover/cutoverPages';
import { callerText } from '../../cutover/callerNames';
import { seenCaller, type SeenCaller } from '../../cutover/seenCallers';
import { columns, type Terminal } from '../terminal';
import { type AdminPlace } from '../adminClient';
import { askCutover } from './askCutover';
import type { ExitCode } from '../command';

/** Options of commands that show callers. */
export interface CallerOptions extends AdminPlace {
  readonly json: boolean;
}

type Clients = z.output<typeof clientsPage>;

function whoLines(callers: readonly SeenCaller[]): readonly string[] {
  if (callers.length === 0) return ['no caller was seen in the last 14 days'];
  const rows = callers.map(({ caller, name, side, why, v1, v2, latest }) => [
    ...[callerText(caller, name), side, String(v1), String(v2), latest ?? 'never seen', why],
  ]);
  return columns([['caller', 'side', 'asked v1', 'asked v2', 'latest', 'why'], ...rows]);
}

function clientLines(clients: Clients): readonly string[] {
  if (clients.length === 0) return ['no caller was seen in the last 14 days'];
  const rows = clients.map(({ caller, name, requests, latest, resources }) => [
    ...[caller, name ?? '', String(requests), latest ?? 'never seen', resources.join(', ')],
  ]);
  return columns([['fingerprint', 'name', 'requests', 'latest', 'resources'], ...rows]);
}

/** Prints the callers of a resource, or all callers without one; 1 when the gateway cannot be asked. */
export function showCallers(
  resource: string | undefined,
  { json, ...place }: CallerOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const show = <Page>(path: string, schema: z.ZodType<Page>, lines: (page: Page) => readonly string[]) =>
    askCutover({ path, schema, place, environment }, terminal, (page, whole) => {
      if (json) terminal.write(JSON.stringify(whole, null, 2));
      else for (const line of lines(page)) terminal.write(line);
      return 0;
    });
  return resource === undefined
    ? show('/callers', clientsPage, clientLines)
    : show(`/callers/${encodeURIComponent(resource)}`, seenCaller.array(), whoLines);
}

/** Gives a caller a name, or removes it without one; 1 when the gateway refuses. */
export function labelCaller(
  asked: string,
  name: string | undefined,
  { json = false, ...place }: AdminPlace & { readonly json?: boolean },
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const body = { caller: asked, ...(name === undefined ? {} : { name }) };
  const request = { path: '/labels', body, schema: labelledPage, place, environment };
  return askCutover(request, terminal, ({ caller }, whole) => {
    if (json) terminal.write(JSON.stringify(whole));
    else
      terminal.write(name === undefined ? `${caller} has no label any more` : `${caller} is called ${name}`);
    return 0;
  });
}
