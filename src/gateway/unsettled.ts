import type { Method } from '../mapping/operation';
import type { ProblemCode } from './problems';

/** A part of a write that is not done, or may not be: someone, or something, has to see to it. */
export interface Unsettled {
  readonly requestId: string;
  readonly resource: string;
  readonly operation: string;
  /** The v2 call that would settle it. */
  readonly method: Method;
  readonly path: string;
  readonly problem: ProblemCode;
  /** True when it may have been executed all the same. */
  readonly ambiguous: boolean;
  /** True when it is known to have been executed, and only its answer is missing. */
  readonly executed: boolean;
  /** Fingerprint of the caller's key. */
  readonly caller: string;
}

/** Takes note of what one request has left unsettled, for the reconciliation list; must not reject. */
export type Reconcile = (unsettled: readonly Unsettled[]) => Promise<void>;
