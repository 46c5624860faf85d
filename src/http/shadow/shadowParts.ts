import type { Accounts } from '../../comparison/createAccounts';
import type { Compare } from '../../comparison/comparison';
import type { Difference } from '../../comparison/difference';
import type { ComparedControl, Found } from '../../comparison/keep';
import type { Pair } from '../../comparison/pair';
import type { Clock } from '../../gateway/clock';
import type { Gateway } from '../../gateway/gateway';
import type { Upstream } from '../../gateway/upstream';
import type { BesideRequest } from './beside';
import type { RawAnswers } from './createRawAnswers';

/** How writes that v1 has answered are verified. */
export type WriteCheck = 'read-back' | 'translate-only' | 'off';

/** What bounds the comparison; milliseconds and bytes. */
export interface ShadowLimits {
  /** Share of the served requests that is compared, percent. */
  readonly samplePercent: number;
  /** Share of those for which v1 is asked twice, percent. */
  readonly controlPercent: number;
  /** Pairs that may wait to be compared. */
  readonly queue: number;
  /** Pairs that are worked on at a time. */
  readonly places: number;
  /** Most calls a minute to each API on behalf of one caller. */
  readonly perMinute: number;
  /** Longest body that is copied. */
  readonly bodyBytes: number;
  /** Longest time from the client's answer to the verdict. */
  readonly deadline: number;
  /** For how long a write may take to show in v2. */
  readonly lag: number;
}

/** What the comparison works with; all of it apart from what answers clients. */
export interface ShadowParts {
  /** The same operations as the ones that answer, over connections of its own. */
  readonly gateway: Gateway;
  readonly raw: RawAnswers;
  /** v1, over connections of its own. */
  readonly callV1: Upstream;
  readonly compare: Compare;
  readonly accounts: Pick<Accounts, 'open'>;
  /** The same operations over an upstream to which nothing is sent. */
  readonly unsent: Pick<Gateway, 'handle'>;
  /** True while asking v1 once more would decide whether what differs is noise. */
  readonly wantsControl: (
    operation: string,
    differences: readonly Difference[],
  ) => boolean | Promise<boolean>;
  /** Told of every pair that was compared. */
  readonly seen: (pair: Pair, compared: Found, control: ComparedControl | undefined) => void;
  /** Told of every read that was compared, with the request; absent: nobody. */
  readonly paired?: (request: BesideRequest, pair: Pair) => void;
  /** Told of every request that was to be compared, when it has been, or will not be; absent: nobody. */
  readonly settled?: (request: BesideRequest) => void;
  readonly writes: WriteCheck;
  readonly limits: ShadowLimits;
  /** Draws the sample anew when changed. */
  readonly seed: string;
  readonly clock: Clock;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
  /** True while the process cannot keep up: then nothing is compared. */
  readonly busy: () => boolean;
  /** Told of bugs. */
  readonly failed: (thrown: unknown) => void;
}
