import { z } from 'zod';
import type { Environment } from '../config';
import { didYouMean } from '../document/didYouMean';
import type { AdminPlace } from './adminOrigin';
import type { ExitCode } from './exitCode';
import { openAdmin, type ReadAdmin } from './openAdmin';
import type { Terminal } from './terminal';

/** The options of `lifeboat tail`. */
export interface TailOptions extends AdminPlace {
  readonly resource?: string;
  readonly operation?: string;
  /** The beginning of a fingerprint. */
  readonly caller?: string;
  /** Such as `404` or `5xx`. */
  readonly status?: string;
  readonly side?: string;
  /** Ends after so many requests. */
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
  problem: z.string().optional(),
  ambiguous: z.boolean().optional(),
});

const page = z.object({
  requests: z.array(z.looseObject(request.shape)),
  next: z.number(),
  lost: z.number(),
});

type Seen = z.output<typeof request>;

/** One request on one line: what a person looks for first comes first. */
function requestLine(seen: Seen, colour: boolean): string {
  const { at, status, milliseconds, servedBy = '-', method, route, shape = route, operation, stage } = seen;
  const marks = [
    ...(seen.because === undefined ? [] : [`(${seen.because})`]),
    ...(seen.problem === undefined ? [] : [seen.problem]),
    ...(seen.ambiguous === true ? ['AMBIGUOUS'] : []),
  ];
  const text = [
    new Date(at).toISOString().slice(11, 23),
    String(status),
    `${Math.round(milliseconds)} ms`.padStart(7),
    servedBy,
    `${method} ${shape}`,
    operation ?? '',
    stage ?? '',
    seen.caller ?? '',
    ...marks,
    seen.requestId,
  ]
    .filter((part) => part !== '')
    .join('  ');
  const code = status >= 500 ? '31' : status >= 400 || seen.because !== undefined ? '33' : undefined;
  return colour && code !== undefined ? `\u001b[${code}m${text}\u001b[0m` : text;
}

function queryOf({ resource, operation, caller, status, side }: TailOptions): string {
  const given = Object.entries({ resource, operation, caller, status, side }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

const stages = z.array(z.object({ resource: z.string() }));

/** Why nothing would ever come: no resource has that name; undefined where one has, or nobody can say. */
async function unknownResource(ask: ReadAdmin, resource: string): Promise<string | undefined> {
  const listed = await ask('/cutover', stages);
  if (!listed.ok) return undefined;
  const names = listed.value.map((one) => one.resource);
  if (names.includes(resource)) return undefined;
  return `no resource ${resource}: ${didYouMean(resource, names) ?? `there are ${names.join(', ')}`}`;
}

/** Waits until it is time to ask again; false ends it. */
export type Pause = () => Promise<boolean>;

/** Prints the requests of a running gateway as they come, and how many came too fast: 1 when it cannot be asked. */
export async function tail(
  options: TailOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
  pause: Pause,
): Promise<ExitCode> {
  const admin = openAdmin(options, environment, { colour });
  if (!admin.ok) {
    for (const line of admin.failure) complain(line);
    return 1;
  }
  const { resource } = options;
  const unknown = resource === undefined ? undefined : await unknownResource(admin.value, resource);
  if (unknown !== undefined) {
    complain(unknown);
    return 1;
  }
  const query = queryOf(options);
  let left = options.count ?? Infinity;
  let after = 0;
  for (;;) {
    const read = await admin.value(`/tail/${after}${query}`, page);
    if (!read.ok) {
      complain(read.failure);
      return 1;
    }
    const { requests, lost } = read.value;
    after = read.value.next;
    if (lost > 0) complain(`${lost} requests came too fast and are not shown`);
    for (const seen of requests.slice(0, left))
      write(options.json ? JSON.stringify(seen) : requestLine(seen, colour));
    left -= requests.length;
    if (left <= 0 || !(await pause())) return 0;
  }
}
