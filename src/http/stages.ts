import type { Cutover } from '../cutover/cutover';
import type { Upstream } from '../gateway/upstream';
import type { Beside } from './shadow/beside';

/** What the edge needs to let the stage of a resource decide. */
export interface Stages {
  readonly cutover: Pick<Cutover, 'decide' | 'figures' | 'served' | 'ambiguous' | 'noteFound'>;
  /** With it beside `X-Lifeboat-Force` a request chooses its side; undefined: nobody does. */
  readonly adminToken: string | undefined;
  /** Asks v1 in the gateway's own words, where it answers what v2 could not; absent without a v1. */
  readonly callV1: Upstream | undefined;
  /** Most time (ms) for that. */
  readonly deadlineMs: number;
  /** What is done beside served requests; absent: nothing. */
  readonly beside?: Beside | undefined;
}
