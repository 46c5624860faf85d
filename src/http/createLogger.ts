import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import pretty from 'pino-pretty';

export interface LoggerOptions {
  readonly level: LevelWithSilent;
  /** For people at a terminal; otherwise each line is one JSON object. */
  readonly pretty: boolean;
  /** Paths of members that are never shown, as pino's `redact` takes them. */
  readonly redact: readonly string[];
  /** Where lines go; stderr unless given, because stdout belongs to the commands. */
  readonly destination?: DestinationStream;
}

/** Bytes of lines that are written at once: a system call for each line costs more than the line. */
const BATCH = 4096;
/** Longest time (ms) that a line waits for others. */
const WAIT = 100;

/** Stderr, in batches; what is left is written when the process ends, however it does but by SIGKILL. */
function batchedStderr(): DestinationStream {
  const batched = pino.destination({ dest: 2, sync: true, minLength: BATCH, periodicFlush: WAIT });
  process.once('exit', () => batched.flushSync());
  return batched;
}

/** Makes the log. For people lines are written as they come. */
export function createLogger(options: LoggerOptions): Logger {
  const { level, redact } = options;
  const atOnce = () => pino.destination({ dest: 2, sync: true });
  const destination = options.destination ?? (options.pretty ? atOnce() : batchedStderr());
  return pino(
    {
      level,
      redact: { paths: [...redact], censor: '***' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.pretty ? pretty({ destination, singleLine: true, translateTime: 'SYS:HH:MM:ss' }) : destination,
  );
}
