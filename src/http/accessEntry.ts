import type { Trace } from '../gateway/answer';

/** One line of the access log. Nothing in it was written by the client but the method, which Node has checked. */
export interface AccessEntry extends Trace {
  readonly requestId: string;
  readonly method: string;
  /** The status sent, or that would have been sent had the client waited. */
  readonly status: number;
  /** From the beginning of work on it to the end of its answer. */
  readonly milliseconds: number;
  /** Which API answered, where both could. */
  readonly servedBy?: string | undefined;
  /** Set where v1 answered in v2's place: v2 had failed, or its breaker was open. */
  readonly because?: 'fallback' | undefined;
}
