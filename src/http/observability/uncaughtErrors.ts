import type { Logger } from 'pino';
import { type Clock, MINUTE_MS } from '../../contract/clock';
import type { Alarms } from '../../cutover/alarms';
import type { Notice } from '../../cutover/notices';
import type { Metrics } from './metrics';

export interface UncaughtError {
  /** The source: the socket of a client or upstream, a rejected promise, or a throw out of a callback of Node. */
  readonly kind: 'connection' | 'rejection' | 'exception';
  /** Name and code of the error, e.g. `Error ECONNRESET`; never its message, which may hold any value. */
  readonly name: string;
}

/** Takes note of an uncaught error; `isLast` is true when the process ends after it. */
type ReportUncaught = (error: UncaughtError, isLast: boolean) => void;

/** Codes of errors of one connection, which Node emits on its socket from an otherwise empty stack. */
const connectionCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTCONN', 'EPROTO'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
]);

/** Names an uncaught error, and tells if a connection, a rejection or an exception is behind it. */
function classifyError(thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): UncaughtError {
  const error = thrown instanceof Error ? thrown : { name: typeof thrown };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const thrownBy = origin === 'unhandledRejection' ? 'rejection' : 'exception';
  const kind = connectionCodes.has(code) ? 'connection' : thrownBy;
  return { kind, name: code === undefined ? error.name : `${error.name} ${code}` };
}

/** Lists the places in a stack, without the message above them: any line of the message may look like a place. */
function placesOf(thrown: unknown): readonly string[] {
  const { stack, message } = thrown instanceof Error ? thrown : { stack: undefined, message: '' };
  if (typeof stack !== 'string' || !stack.includes(message)) return [];
  const places = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .*$/gm) ?? [];
  return places.map((line) => line.trim());
}

interface FollowedErrors {
  readonly logger: Logger;
  readonly report: ReportUncaught;
  /** Ends the process in order with a code other than 0; called once. */
  readonly endProcess: () => void;
  /** Longest time (ms) of the end in order. */
  readonly graceMs: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/**
 * Logs and reports uncaught errors in a process of the gateway's own; returns the function that stops it.
 *
 * An error of a connection ends that connection, and a rejection ends the task that owns the promise. Both leave shared
 * state intact, so the process goes on. An exception leaves functions of Node or of a package half done, in an unknown
 * state: the process ends in order, and its supervisor restarts it.
 */
export function followUncaughtErrors(options: FollowedErrors): () => void {
  const { logger, report, endProcess, graceMs, clock } = options;
  let isEnding = false;
  const takeError = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    const error = classifyError(thrown, origin);
    const ends = error.kind === 'exception';
    const what = ends ? 'uncaught error: the process ends in order' : 'uncaught error: the process goes on';
    logger.fatal({ uncaught: error.kind, error: error.name, stack: placesOf(thrown) }, what);
    if (ends && !isEnding) {
      isEnding = true;
      clock.schedule(graceMs, () => process.exit(1));
      endProcess();
    }
    report(error, ends);
  };
  process.on('uncaughtException', takeError);
  return () => void process.off('uncaughtException', takeError);
}

/** Time (ms) for which an uncaught error is an alarm. */
const UNCAUGHT_ALARM_MS = 15 * MINUTE_MS;

interface UncaughtReportParts {
  readonly alarms: Pick<Alarms, 'addSource' | 'replaceFindings'>;
  readonly metrics: Pick<Metrics, 'countUncaught'>;
  readonly notify: (notice: Notice) => void;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
}

/** Counts uncaught errors and raises an alarm. The last is a notice, because its alarm would end at once. */
export function createUncaughtReport({
  alarms,
  metrics,
  notify,
  clock: { now, steady },
}: UncaughtReportParts): ReportUncaught {
  let count = 0;
  let lastError: { readonly error: UncaughtError; readonly at: number } | undefined;
  alarms.addSource(() => {
    if (lastError === undefined || steady() - lastError.at > UNCAUGHT_ALARM_MS) {
      count = 0;
      return [];
    }
    const { kind, name } = lastError.error;
    const text = `errors that the program did not catch: ${count}, the last: ${kind}, ${name}; see "uncaught" in its log`;
    return [{ kind: 'uncaught', severity: 'critical', subject: '*', text }];
  });
  return (error, isLast) => {
    metrics.countUncaught(error.kind);
    if (isLast) {
      const text = `the process ends in order after an error that it did not catch: ${error.name}; see "uncaught" in its log`;
      const [at, id] = [now(), `uncaught ${now()}`];
      notify({ kind: 'degraded', resource: '*', id, at, severity: 'critical', text });
      return;
    }
    count += 1;
    lastError = { error, at: steady() };
    alarms.replaceFindings('uncaught', []); // checks all watched alarms
  };
}
