import { z } from 'zod';
import type { Environment } from '../../config';
import { callerText } from '../../cutover/callerNames';
import { didYouMean } from '../../mapping/yaml/complaints';
import { type AdminPlace, openAdmin, operationsOf, type ReadAdmin } from '../adminClient';
import { type ExitCode, refused } from '../command';
import type { Terminal } from '../terminal';

/** Options of `lifeboat tail`. */
export interface TailOptions extends AdminPlace {
  readonly resource?: string;
  readonly operation?: string;
  /** The caller's name, or the beginning of its fingerprint. */
  readonly caller?: string;
  /** A status or a class of statuses, such as `404` or `5xx`. */
  readonly status?: string;
  readonly side?: string;
  /** Number of requests after which the command ends. */
  readonly count?: number;
  readonly json: boolean;
}

const request = z.object({
  at: z.number(),
  requestId: z.string(),
  method: z.string(),
  status: z.number(),
  milliseconds: z.number(),
  route: z.string(),
  shape: z.string().optional(),
  resource: z.string().optional(),
  operation: z.string().optional(),
  servedBy: z.string().optional(),
  because: z.string().optional(),
  stage: z.string().optional(),
  caller: z.string().optional(),
  name: z.string().optional(),
  problem: z.string().optional(),
  ambiguous: z.boolean().optional(),
});

const page = z.object({
  requests: z.array(z.looseObject(request.shape)),
  next: z.number(),
  lost: z.number(),
});

type Seen = z.output<typeof request>;

/** Lists everything unusual about a request. */
function unusualOf({ because, problem, ambiguous }: Seen): readonly string[] {
  const fallback = because === undefined ? undefined : `(${because})`;
  return [fallback, problem, ambiguous === true ? 'AMBIGUOUS' : undefined].filter(
    (part) => part !== undefined,
  );
}

function colourOf({ status, because }: Seen): string | undefined {
  if (status >= 500) return '31';
  return status >= 400 || because !== undefined ? '33' : undefined;
}

/** Renders one request on one line, the most important parts first. */
function requestLine(seen: Seen, colour: boolean): string {
  const { at, status, milliseconds, servedBy = '-', method, route, shape = route, caller, name } = seen;
  const text = [
    new Date(at).toISOString().slice(11, 23),
    String(status),
    `${Math.round(milliseconds)} ms`.padStart(7),
    servedBy,
    `${method} ${shape}`,
    ...[seen.operation, seen.stage, caller && callerText(caller, name)].filter((part) => part !== undefined),
    ...unusualOf(seen),
    seen.requestId,
  ].join('  ');
  const code = colour ? colourOf(seen) : undefined;
  return code === undefined ? text : `\u001b[${code}m${text}\u001b[0m`;
}

function queryOf({ resource, operation, caller, status, side }: TailOptions): string {
  const given = Object.entries({ resource, operation, caller, status, side }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

const stages = z.array(z.object({ resource: z.string() }));

const resourcesOf = async (ask: ReadAdmin): Promise<readonly string[] | undefined> => {
  const listed = await ask('/cutover', stages);
  return listed.ok ? listed.value.map(({ resource }) => resource) : undefined;
};

/** Explains that nothing has a name; undefined when something has, or when the names are not known. */
function unknown(kind: string, name: string, names: readonly string[] | undefined): string | undefined {
  if (names === undefined || names.includes(name)) return undefined;
  return `no ${kind} ${name}: ${didYouMean(name, names) ?? `there are ${names.join(', ')}`}`;
}

/** Explains which name of the options the gateway does not know: its requests would never come. */
async function unknownName(
  ask: ReadAdmin,
  { resource, operation }: TailOptions,
): Promise<string | undefined> {
  const wrong = resource === undefined ? undefined : unknown('resource', resource, await resourcesOf(ask));
  if (wrong !== undefined || operation === undefined) return wrong;
  const operations = await operationsOf(ask);
  return operations.ok ? unknown('operation', operation, operations.value) : undefined;
}

/** Waits until it is time to ask again; false ends it. */
export type Pause = () => Promise<boolean>;

/** Reads requests until there are enough or the pause ends it; returns the reason when it cannot. */
async function follow(
  ask: ReadAdmin,
  { json, count: most = Infinity, ...options }: TailOptions,
  { write, complain, colour }: Terminal,
  pause: Pause,
): Promise<string | undefined> {
  const query = queryOf({ ...options, json });
  let [after, left] = [0, most];
  for (;;) {
    const read = await ask(`/tail/${after}${query}`, page);
    if (!read.ok) return read.failure;
    const { requests, lost, next } = read.value;
    if (lost > 0) complain(`${lost} requests came too fast and are not shown`);
    for (const seen of requests.slice(0, left))
      write(json ? JSON.stringify(seen) : requestLine(seen, colour));
    [after, left] = [next, left - requests.length];
    if (left <= 0 || !(await pause())) return undefined;
  }
}

/** Prints the requests of a running gateway as they come, and how many were dropped; 1 when it cannot be asked. */
export async function tail(
  options: TailOptions,
  environment: Environment,
  terminal: Terminal,
  pause: Pause,
): Promise<ExitCode> {
  const { complain, colour } = terminal;
  const admin = openAdmin(options, environment, { colour });
  if (!admin.ok) return refused(admin.failure, { complain }, 1);
  const reason =
    (await unknownName(admin.value, options)) ?? (await follow(admin.value, options, terminal, pause));
  if (reason === undefined) return 0;
  complain(reason);
  return 1;
}
