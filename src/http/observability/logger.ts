import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Clock } from '../../contract/clock';
import { isoSecond } from '../../mapping/codecs/dateCodec';

/** Lines on their way out. */
interface LineBatch {
  readonly write: (line: string) => void;
  /** Writes what is there, as far as that is possible now. */
  readonly flush: () => void;
}

/** Bytes of lines that are written at once: a line costs 0.5 us of the processor in batches of 16 KB, 1.6 in those of 4. */
const BATCH = 16 * 1024;
/** Longest time (ms) that a line waits for others. */
const WAIT = 100;
/** Lines that come when so much (bytes) could not be written are left out. */
const MOST = 1024 * 1024;

/**
 * Puts lines out in batches; `put` answers how many bytes it took and throws when it can take none; `lost` hears of each line that is left out. A disk that is full
 * costs lines, never requests: pino's own destination would sleep in the event loop until there is room. What is left
 * of a line goes first with the next one, so that each line is whole.
 */
export function batchLines(
  put: (bytes: Buffer) => number,
  { schedule }: Pick<Clock, 'schedule'>,
  lost: () => void = () => undefined,
): LineBatch {
  let lines = '';
  let left: Buffer = Buffer.alloc(0);
  let isWaiting = false;

  const flush = (): void => {
    if (lines !== '')
      left = left.length === 0 ? Buffer.from(lines) : Buffer.concat([left, Buffer.from(lines)]);
    lines = '';
    try {
      while (left.length > 0) left = left.subarray(put(left));
    } catch {
      // the next line tries again
    }
  };
  return {
    flush,
    write: (line) => {
      if (left.length + lines.length > MOST) flush();
      if (left.length > MOST) {
        lost();
        return;
      }
      lines += line;
      if (lines.length >= BATCH) flush();
      else if (!isWaiting) {
        isWaiting = true;
        schedule(WAIT, () => {
          isWaiting = false;
          flush();
        });
      }
    },
  };
}

interface LoggerOptions {
  readonly level: LevelWithSilent;
  /** For people at a terminal; otherwise each line is one JSON object. */
  readonly pretty: boolean;
  /** Paths of members that are never shown, as pino's `redact` takes them. */
  readonly redact: readonly string[];
  /** Clock of the times of lines and of when they are written. */
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** Absent: stderr, because stdout belongs to the commands. */
  readonly destination?: DestinationStream;
  /** Hears of each line that is left out. */
  readonly lost?: () => void;
}

let latestSecond = NaN;
let secondText = '';

/** The time in UTC as pino puts it into a line; its own function costs as much as the rest of the line. */
function timeMember(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== latestSecond) [latestSecond, secondText] = [second, `,"time":"${isoSecond(second)}.`];
  return `${secondText}${String(milliseconds - second * 1000).padStart(3, '0')}Z"`;
}

/** Stderr, in batches; what is left is written when the process ends, however it does but by SIGKILL. */
function batchedStderr({ clock, lost }: Pick<LoggerOptions, 'clock' | 'lost'>) {
  const batched = batchLines((bytes) => writeSync(2, bytes), clock, lost);
  process.once('exit', batched.flush);
  const end = (): void => {
    batched.flush();
    process.off('exit', batched.flush);
  };
  return { ...batched, end };
}

const endings = new WeakMap<Logger, () => void>();

/** Writes what is left of a log, which then waits no longer for the end of the process. */
export const endLogger = (logger: Logger): void => endings.get(logger)?.();

/** Writes a line whose members are JSON already: what comes between its time and its message. */
export type WriteMembers = (level: 'info' | 'warn', members: string, message: string) => void;

const writers = new WeakMap<Logger, WriteMembers>();

/** The way past pino for lines of which every request has one; undefined where lines are made for people. */
export const membersWriter = (logger: Logger): WriteMembers | undefined => writers.get(logger);

/** Makes the log. For people lines are written as they come. */
export function createLogger(options: LoggerOptions): Logger {
  const { level, redact, clock } = options;
  const batched = options.pretty || options.destination !== undefined ? undefined : batchedStderr(options);
  const destination = options.destination ?? batched ?? pino.destination({ dest: 2, sync: true });
  const logger = pino(
    {
      level,
      redact: { paths: [...redact], censor: '***' },
      base: null,
      timestamp: () => timeMember(clock.now()),
      formatters: { level: (label) => ({ level: label }) },
    },
    options.pretty ? pretty({ destination, singleLine: true, translateTime: 'SYS:HH:MM:ss' }) : destination,
  );
  if (batched !== undefined) endings.set(logger, batched.end);
  if (!options.pretty)
    writers.set(logger, (lineLevel, members, message) => {
      if (!logger.isLevelEnabled(lineLevel)) return;
      const time = timeMember(clock.now());
      destination.write(`{"level":"${lineLevel}"${time}${members},"msg":"${message}"}\n`);
    });
  return logger;
}
