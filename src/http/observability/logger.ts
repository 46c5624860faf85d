import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import type { Clock } from '../../contract/clock';
import type { CallerName } from '../../cutover/callerNames';
import type { RequestEnded } from '../../gateway/context';
import { createSpanIds } from './traces';

/** The file or pipe of a log. */
export type LogFile = ReturnType<typeof openLogFile>;

/** Bytes of lines that are written in one batch. */
const BATCH_BYTES = 4096;
/** Longest time (ms) that a line waits for others. */
const BATCH_WAIT_MS = 100;
/** Most bytes of lines that wait for a file that takes none; later lines are left out. */
const WAITING_BYTES = 1024 * 1024;
/** Longest time (ms) that a flush waits for the file. */
const FLUSH_MS = 2_000;

/** Opens a log file. A full disk or pipe costs lines, which are counted, never requests. Each batch tries again. */
export function openLogFile(file: number | string, { schedule }: Pick<Clock, 'schedule'>) {
  const bounds = { minLength: BATCH_BYTES, periodicFlush: BATCH_WAIT_MS, maxLength: WAITING_BYTES };
  const destination = pino.destination({ dest: file, sync: false, ...bounds });
  let linesLost = 0;
  let takesLines = true;
  // The listener of pino would end the log for good when a pipe breaks, and count nothing.
  destination.removeAllListeners('error').on('error', () => (takesLines = false));
  destination.on('write', () => (takesLines = true));
  destination.on('drop', () => {
    linesLost += 1;
    takesLines = false;
  });
  // At the exit pino calls flushSync, which tries for ever while the disk is full.
  process.prependListener('exit', () => {
    if (!takesLines) destination.destroy();
  });
  /** Writes the waiting lines, if the file takes them. */
  const flushLines = (): Promise<void> =>
    new Promise((resolve) => {
      takesLines = false;
      const stop = schedule(FLUSH_MS, resolve);
      destination.flush(() => {
        stop();
        if (takesLines) destination.flushSync(); // flush leaves less than a batch behind
        resolve();
      });
    });
  return {
    destination,
    /** Counts the lines that were left out. */ countLostLines: () => linesLost,
    flush: flushLines,
  };
}

/** Opens stderr for people: each line is written at once. A log for programs does not load the printer. */
export async function openPrettyStderr(): Promise<DestinationStream> {
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({ destination: 2, sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' });
}

interface LoggerOptions {
  readonly level: LevelWithSilent;
  /** Paths of members that are never shown, as pino's `redact` takes them. */
  readonly redact: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates a log whose lines are JSON objects. */
export const createLogger = (
  { level, redact, clock }: LoggerOptions,
  destination: DestinationStream,
): Logger => {
  const mixin = createSpanIds();
  return pino(
    {
      level,
      redact: { paths: [...redact], censor: '***' },
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      ...(mixin && { mixin }),
    },
    destination,
  );
};

/** Most characters of a detail: with its other members a line stays under 2 KiB. */
const DETAIL = 800;

/** Cuts a detail down to characters on which no tool acts: it may name a member of an upstream's answer. */
const plainDetail = (detail: string): string => detail.slice(0, DETAIL).replace(/[^\x20-\x7e]/g, '?');

/** Writes one line per request, with the name of its caller: `info`, or `warn` when the answer is a 5xx. */
export function createAccessLog(
  logger: Logger,
  callerName: CallerName = () => undefined,
): (request: RequestEnded) => void {
  const lines = logger.child({}, { serializers: { detail: plainDetail } });
  return ({ entry }) => {
    const { caller } = entry;
    const name = caller === undefined ? undefined : callerName(caller);
    const line = name === undefined ? entry : { ...entry, callerName: name };
    lines[entry.status < 500 ? 'info' : 'warn'](line, 'request');
  };
}
