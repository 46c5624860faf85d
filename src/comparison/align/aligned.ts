import type { Alignment } from '../comparison';

/** Which elements of two arrays belong together, as indexes. */
export interface Aligned {
  readonly how: Alignment;
  readonly pairs: readonly (readonly [number, number])[];
  /** Elements of v1 that v2 does not have, and the other way round. */
  readonly onlyV1: readonly number[];
  readonly onlyV2: readonly number[];
  /** True when what belongs together stands in another order. */
  readonly reordered: boolean;
}

/** What has been agreed about the elements of an array. */
export interface AlignmentWish {
  /** The member by which they are paired. */
  readonly key?: string;
  readonly unordered: boolean;
}
