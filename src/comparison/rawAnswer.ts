import type { SeenAnswer } from './seenAnswer';

/** One of v2's own answers, and the call that it answers. */
export interface RawAnswer extends SeenAnswer {
  /** Method, path and query, as they were sent. */
  readonly asked: string;
}
