import type { Because } from './decision';
import type { Side } from './stage';

/** How one request of a mapped operation ended. */
export interface Served {
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key; empty without one. */
  readonly caller: string;
  /** The side that was asked first. */
  readonly side: Side;
  readonly because: Because;
  /** The side failed: 5xx, no answer, an unusable one; also when the other side then rescued the request. */
  readonly failed: boolean;
  /** Of a failure of v2: v1 was asked in its place, and has answered or failed too. */
  readonly rescue?: 'answered' | 'failed' | undefined;
  /** What the failure looks like: a problem code, or a status. */
  readonly signature: string;
  readonly milliseconds: number;
}
