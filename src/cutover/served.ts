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
  /** A complete refusal that no client expects that was answered before: 401, 403, of a read also 429. */
  readonly refused?: boolean;
  /** Of a failure of v2: v1 was asked in its place, and has answered or failed too. */
  readonly rescue?: 'answered' | 'failed' | undefined;
  /** What the failure looks like: a problem code, or a status. */
  readonly signature: string;
  readonly milliseconds: number;
}

/** True for a status that no client expects that was answered before; of writes v2 takes few in a minute. */
export const isRefusal = (status: number, method: string): boolean =>
  status === 401 || status === 403 || (status === 429 && method === 'GET');
