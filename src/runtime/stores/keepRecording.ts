import type { Logger } from 'pino';
import type { Clock } from '../../contract/clock';
import type { Recorded } from '../../shadow/recorder';
import { failure, type Result, success } from '../../contract/result';
import { type Closers, inRounds } from '../closers';
import { reasonOf } from '../files';
import { openRecording } from './recordingFile';
import { systemClock as clock } from '../systemClock';

/** Options of keepRecording. */
interface RecordingParts {
  readonly read: (after: number) => Recorded | Promise<Recorded>;
  readonly file: string;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly clock: Clock;
}

/** Interval (ms) of writing the recording. */
const ROUND = 1_000;

/** Records into a file while the gateway runs; or returns the reason why the file cannot be extended. */
export async function keepRecording(
  { read, file, logger, clock }: RecordingParts,
  closers: Closers,
): Promise<Result<undefined, string>> {
  let after = 0;
  let add: ReturnType<typeof openRecording> | undefined;
  try {
    add = openRecording(file);
  } catch (error) {
    return failure(reasonOf(error));
  }
  const attempt = async (): Promise<void> => {
    try {
      const { exchanges, next, lost } = await read(after);
      if (lost > 0 && after > 0) logger.warn({ lost }, 'exchanges came too fast to be recorded');
      add ??= openRecording(file);
      if (exchanges.length > 0) add(exchanges);
      after = next;
    } catch (error) {
      // Unwritten exchanges are read again while they are kept; opening the file again removes half a line.
      add = undefined;
      logger.error({ err: error }, 'the recording could not be written');
    }
  };
  // Recording begins with the first reading.
  await attempt();
  closers.add(inRounds({ work: attempt, first: ROUND, pause: ROUND, clock }));
  return success(undefined);
}

/** Options of beginRecording. */
interface Recording extends Pick<RecordingParts, 'logger'> {
  /** Absent: nothing is recorded. */
  readonly file: string | undefined;
  /** Absent without a v1. */
  readonly recorder: Pick<RecordingParts, 'read'> | undefined;
}

/** Begins the recording of `lifeboat serve --record FILE`; or returns the reason why it cannot. */
export async function beginRecording(
  { file, recorder, logger }: Recording,
  closers: Closers,
): Promise<Result<undefined, readonly string[]>> {
  if (file === undefined) return success(undefined);
  if (recorder === undefined) return failure(['--record: there is no v1 to record: see upstream.v1']);
  const begun = await keepRecording({ read: recorder.read, file, logger, clock }, closers);
  return begun.ok ? begun : failure([`--record: ${begun.failure}`]);
}
