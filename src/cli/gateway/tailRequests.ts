import type { z } from 'zod';
import type { Environment } from '../../config';
import { callerText } from '../../cutover/callerNames';
import { didYouMean } from '../../mapping/yaml/complaints';
import { gatewayEntries } from '../../operator/gatewayEntries';
import { stageViews } from '../../operator/stageViews';
import { type ExitCode, refused } from '../command';
import { type AdminPlace, openOperator, type OperatorClient, operationsOf } from '../operatorClient';
import { painter, type Terminal, type TextStyle } from '../terminal';

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

type Seen = z.output<(typeof gatewayEntries)['tail']['output']>['requests'][number];

/** Lists everything unusual about a request. */
function unusualOf({ because, problem, ambiguous }: Seen): readonly string[] {
  const fallback = because === undefined ? undefined : `(${because})`;
  return [fallback, problem, ambiguous === true ? 'AMBIGUOUS' : undefined].filter(
    (text) => text !== undefined,
  );
}

function styleOf({ status, because }: Seen): TextStyle | undefined {
  if (status >= 500) return 'red';
  return status >= 400 || because !== undefined ? 'yellow' : undefined;
}

/** Renders one request on one line, the most important parts first. */
function requestLine(seenRequest: Seen, colour: boolean): string {
  const {
    at,
    status,
    milliseconds,
    servedBy = '-',
    method,
    route,
    shape = route,
    caller,
    name,
  } = seenRequest;
  const text = [
    new Date(at).toISOString().slice(11, 23),
    String(status),
    `${Math.round(milliseconds)} ms`.padStart(7),
    servedBy,
    `${method} ${shape}`,
    ...[seenRequest.operation, seenRequest.stage, caller && callerText(caller, name)].filter(
      (text) => text !== undefined,
    ),
    ...unusualOf(seenRequest),
    seenRequest.requestId,
  ].join('  ');
  const style = styleOf(seenRequest);
  return style === undefined ? text : painter(colour)(style, text);
}

const resourcesOf = async ({ ask }: OperatorClient): Promise<readonly string[] | undefined> => {
  const listed = await ask(stageViews.list, {});
  return listed.ok ? listed.value.map(({ resource }) => resource) : undefined;
};

/** Says that no resource or caller has the name; undefined if one has it, or if the names are not known. */
function unknown(kind: string, name: string, names: readonly string[] | undefined): string | undefined {
  if (names === undefined || names.includes(name)) return undefined;
  return `no ${kind} ${name}: ${didYouMean(name, names) ?? `there are ${names.join(', ')}`}`;
}

/** Says which name of the options the gateway does not know: no request would ever match it. */
async function unknownName(
  client: OperatorClient,
  { resource, operation }: TailOptions,
): Promise<string | undefined> {
  const wrong = resource === undefined ? undefined : unknown('resource', resource, await resourcesOf(client));
  if (wrong !== undefined || operation === undefined) return wrong;
  return unknown('operation', operation, await operationsOf(client));
}

/** Waits until the next request is due; false ends the loop. */
export type Pause = () => Promise<boolean>;

/** Reads requests until there are enough or the pause ends the loop; returns the reason if it cannot. */
async function follow(
  { ask }: OperatorClient,
  { json, count: most = Infinity, ...options }: TailOptions,
  { write, complain, colour }: Terminal,
  pause: Pause,
): Promise<string | undefined> {
  const { resource, operation, caller, status, side } = options;
  let [position, remaining] = [0, most];
  for (;;) {
    const read = await ask(gatewayEntries.tail, {
      after: position,
      resource,
      operation,
      caller,
      status,
      side,
    });
    if (!read.ok) return read.failure.sentence;
    const { requests, lost, next } = read.value;
    if (lost > 0) complain(`${lost} requests came too fast and are not shown`);
    for (const seenRequest of requests.slice(0, remaining))
      write(json ? JSON.stringify(seenRequest) : requestLine(seenRequest, colour));
    [position, remaining] = [next, remaining - requests.length];
    if (remaining <= 0 || !(await pause())) return undefined;
  }
}

/**
 * Prints the requests of a running gateway as they come, and how many were dropped; returns 1 if it cannot be asked.
 */
export async function tail(
  options: TailOptions,
  environment: Environment,
  terminal: Terminal,
  pause: Pause,
): Promise<ExitCode> {
  const { complain, colour } = terminal;
  const admin = openOperator(options, environment, { colour });
  if (!admin.ok) return refused(admin.failure, { complain }, 1);
  const reason =
    (await unknownName(admin.value, options)) ?? (await follow(admin.value, options, terminal, pause));
  if (reason === undefined) return 0;
  complain(reason);
  return 1;
}
