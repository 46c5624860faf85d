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

/** Makes the log. Lines are written as they come, so that none is lost when the process ends. */
export function createLogger(options: LoggerOptions): Logger {
  const { level, redact, destination = pino.destination({ dest: 2, sync: true }) } = options;
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
