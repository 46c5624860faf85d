import type { Logger } from 'pino';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Clock } from '../../contract/clock';
import { type Result, failure, success } from '../../contract/result';
import { createJournal } from '../../contract/journal';
import { createRecordingBuffer, type Recorded } from '../../shadow/recordingBuffer';
import { openRecording } from './recordingFile';
import { systemClock as clock } from '../systemClock';
import { reasonOf } from '../files';
import { type Closers, inRounds } from '../closers';

/** Merges the recordings of all workers into one. */
export interface MergedRecorder {
  readonly read: (position: number) => Promise<Recorded>;
  /** Adds the recorded exchanges of a worker. */
  readonly take: (exchanges: readonly RecordedExchange[]) => void;
  /** Sets the function that asks all workers for their exchanges, each with the number lost; late ones count later. */
  readonly connect: (pull: () => Promise<readonly number[]>) => void;
}

/** Creates the merged recorder; it is empty until it is connected. */
export function createMergedRecorder(clock: Pick<Clock, 'steady'>): MergedRecorder {
  const buffer = createRecordingBuffer(clock);
  let pull = (): Promise<readonly number[]> => Promise.resolve([]);
  return {
    take: (exchanges) => {
      for (const exchange of exchanges) buffer.add(exchange);
    },
    connect: (next) => {
      pull = next;
    },
    read: async (position) => {
      // The first reading makes the buffer record.
      buffer.read(position);
      const losses = await pull();
      const { lost, ...read } = buffer.read(position);
      return { ...read, lost: losses.reduce((sum, loss) => sum + loss, lost) };
    },
  };
}

/** Options of keepRecording. */
interface RecordingParts {
  readonly read: (position: number) => Recorded | Promise<Recorded>;
  readonly file: string;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly clock: Clock;
}

/** Interval (ms) of writing the recording. */
const ROUND = 1_000;

/** Records into a file while the gateway runs, or returns the reason why the file cannot be extended. */
export async function keepRecording(
  { read, file, logger, clock }: RecordingParts,
  closers: Closers,
): Promise<Result<undefined, string>> {
  let position = 0;
  let add: ReturnType<typeof openRecording> | undefined;
  try {
    add = openRecording(file);
  } catch (error) {
    return failure(reasonOf(error));
  }
  const { attend } = createJournal(clock.now, (health) => {
    if (health.ok) logger.warn('the recording is written again');
    else logger.error({ reason: health.reason }, 'the recording could not be written');
  });
  const save = async (): Promise<void> => {
    const { exchanges, next, lost } = await read(position);
    if (lost > 0 && position > 0) logger.warn({ lost }, 'exchanges came too fast to be recorded');
    add ??= openRecording(file);
    if (exchanges.length > 0) add(exchanges);
    position = next;
  };
  // Unwritten exchanges stay in the buffer and are read again; opening the file again removes half a line.
  const renew = () => Promise.resolve(void (add = undefined));
  const work = () => attend({ renew, save });
  // The first reading starts the recording.
  await work();
  closers.add(inRounds({ work, first: ROUND, pause: ROUND, clock }));
  return success(undefined);
}

/** Options of beginRecording. */
interface Recording extends Pick<RecordingParts, 'logger'> {
  /** File of the recording; without it nothing is recorded. */
  readonly file: string | undefined;
  /** Recorder to read from; absent without a v1. */
  readonly recorder: Pick<RecordingParts, 'read'> | undefined;
}

/** Starts the recording of `lifeboat serve --record FILE`, or returns the reason why it cannot. */
export async function beginRecording(
  { file, recorder, logger }: Recording,
  closers: Closers,
): Promise<Result<undefined, readonly string[]>> {
  if (file === undefined) return success(undefined);
  if (recorder === undefined) return failure(['--record: there is no v1 to record: see upstream.v1']);
  const recording = await keepRecording({ read: recorder.read, file, logger, clock }, closers);
  return recording.ok ? recording : failure([`--record: ${recording.failure}`]);
}
