import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Clock } from '../gateway/clock';
import { isoSecond } from '../translation/isoSecond';
import { batchLines } from './batchLines';

export interface LoggerOptions {
  readonly level: LevelWithSilent;
  /** For people at a terminal; otherwise each line is one JSON object. */
  readonly pretty: boolean;
  /** Paths of members that are never shown, as pino's `redact` takes them. */
  readonly redact: readonly string[];
  /** Tells the time of a line, and when it goes out. */
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** Absent: stderr, because stdout belongs to the commands. */
  readonly destination?: DestinationStream;
  /** Hears of each line that is left out. */
  readonly lost?: () => void;
}

/** The time in UTC as pino puts it into a line; its own function costs as much as the rest of the line. */
function timeMember(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  return `,"time":"${isoSecond(second)}.${String(milliseconds - second * 1000).padStart(3, '0')}Z"`;
}

/** Stderr, in batches; what is left is written when the process ends, however it does but by SIGKILL. */
function batchedStderr({ clock, lost }: Pick<LoggerOptions, 'clock' | 'lost'>): DestinationStream {
  const batched = batchLines((bytes) => writeSync(2, bytes), clock, lost);
  process.once('exit', batched.flush);
  return batched;
}

/** Makes the log. For people lines are written as they come. */
export function createLogger(options: LoggerOptions): Logger {
  const { level, redact, clock } = options;
  const stderr = (): DestinationStream =>
    options.pretty ? pino.destination({ dest: 2, sync: true }) : batchedStderr(options);
  const destination = options.destination ?? stderr();
  return pino(
    {
      level,
      redact: { paths: [...redact], censor: '***' },
      base: null,
      timestamp: () => timeMember(clock.now()),
      formatters: { level: (label) => ({ level: label }) },
    },
    options.pretty ? pretty({ destination, singleLine: true, translateTime: 'SYS:HH:MM:ss' }) : destination,
  );
}
