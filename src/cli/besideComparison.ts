import type { Compare } from '../comparison/comparison';
import type { Accounts } from '../comparison/createAccounts';
import type { Recorder } from '../http/shadow/createRecorder';
import type { ShadowParts } from '../http/shadow/shadowParts';

/** The comparison as whoever answers clients sees it, whichever process holds its evidence. */
export interface BesideComparison extends Pick<ShadowParts, 'seen' | 'wantsControl'> {
  readonly compare: Compare;
  readonly accounts: Pick<Accounts, 'open'>;
  readonly recorder: Recorder;
}
