import type { z } from 'zod';
import { callerText } from '../../cutover/callerNames';
import { gatewayEntries } from '../../operator/gatewayEntries';
import { systemClock as clock } from '../../runtime/systemClock';
import { type ExitCode, valueOrEnd, type Surroundings } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import { createPainter, createPause, createStopSignal, type TextStyle } from '../terminal';

export interface TailOptions extends AdminPlace {
  readonly resource?: string;
  readonly operation?: string;
  readonly caller?: string;
  readonly status?: string;
  readonly side?: string;
  readonly count?: number;
}

type Seen = z.output<(typeof gatewayEntries)['tail']['output']>['requests'][number];

/** Lists everything unusual about a request. */
const listUnusual = ({ because, problem, ambiguous }: Seen) => [
  because && `(${because})`,
  problem,
  ambiguous === true ? 'AMBIGUOUS' : undefined,
];

function styleOf({ status, because }: Seen): TextStyle | undefined {
  if (status >= 500) return 'red';
  return status >= 400 || because !== undefined ? 'yellow' : undefined;
}

/** Renders one request on one line, the most important parts first. */
function requestLine(seenRequest: Seen, colour: boolean): string {
  const { at, milliseconds, servedBy = '-', route, shape = route, caller, name } = seenRequest;
  const text = [
    new Date(at).toISOString().slice(11, 23),
    String(seenRequest.status),
    `${Math.round(milliseconds)} ms`.padStart(7),
    servedBy,
    `${seenRequest.method} ${shape}`,
    seenRequest.operation,
    seenRequest.stage,
    caller && callerText(caller, name),
    ...listUnusual(seenRequest),
    seenRequest.requestId,
  ]
    .filter((cell) => cell !== undefined)
    .join('  ');
  const style = styleOf(seenRequest);
  return style === undefined ? text : createPainter(colour)(style, text);
}

/** Interval (ms) between two requests to the gateway. */
const PAUSE_MS = 250;

/** Waits until the next request is due; false ends the loop. */
export type Pause = () => Promise<boolean>;

/** Prints the requests of a running gateway as they come, and how many were dropped. */
export async function tail(
  { json, count = Infinity, ...options }: TailOptions,
  { environment, terminal }: Surroundings,
  pause: Pause = createPause(PAUSE_MS, createStopSignal(clock)),
): Promise<ExitCode> {
  const { write, complain, colour } = terminal;
  const { ask } = valueOrEnd(openOperator(options, environment, terminal));
  const { resource, operation, caller, status, side } = options;
  const wanted = { resource, operation, caller, status, side };
  let [position, remaining] = [0, count];
  for (;;) {
    const read = valueOrEnd(await ask(gatewayEntries.tail, { after: position, ...wanted }));
    if (read.lost > 0) complain(`${read.lost} requests came too fast and are not shown`);
    for (const seenRequest of read.requests.slice(0, remaining))
      write(json === true ? JSON.stringify(seenRequest) : requestLine(seenRequest, colour));
    [position, remaining] = [read.next, remaining - read.requests.length];
    if (remaining <= 0 || !(await pause())) return 0;
  }
}
