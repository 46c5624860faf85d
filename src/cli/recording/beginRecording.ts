import { failure, type Result, success } from '../../translation/result';
import type { Closers } from '../closers';
import { systemClock as clock } from '../systemClock';
import { keepRecording, type RecordingParts } from './keepRecording';

/** Who records, where to, and who hears of what goes wrong. */
interface Recording extends Pick<RecordingParts, 'logger'> {
  /** Absent: nothing is recorded. */
  readonly file: string | undefined;
  /** Absent without a v1. */
  readonly recorder: Pick<RecordingParts, 'read'> | undefined;
}

/** Begins what `lifeboat serve --record FILE` asks for; or says why it cannot be. */
export async function beginRecording(
  { file, recorder, logger }: Recording,
  closers: Closers,
): Promise<Result<undefined, readonly string[]>> {
  if (file === undefined) return success(undefined);
  if (recorder === undefined) return failure(['--record: there is no v1 to record: see upstream.v1']);
  const begun = await keepRecording({ read: recorder.read, file, logger, clock }, closers);
  return begun.ok ? begun : failure([`--record: ${begun.failure}`]);
}
