import type { RawAnswer } from './rawAnswer';
import type { SeenAnswer } from './seenAnswer';

/** One request of which both APIs' answers are known. It lives in memory only; what is kept of it is an observation. */
export interface Pair {
  /** Id of the request. */
  readonly id: string;
  /** When it was served, clock ms. */
  readonly at: number;
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key; empty without one. */
  readonly caller: string;
  /** Method, path and query, the query sorted: what makes two requests the same one. */
  readonly request: string;
  /** v1's own answer. */
  readonly v1: SeenAnswer;
  /** v2's answer, translated back into the v1 shape. */
  readonly v2: SeenAnswer;
  /** v2's own answers, in the order of the calls. */
  readonly raw: readonly RawAnswer[];
  /** What of v2's answers could not be translated: path and rule, never a value; absent when all could. */
  readonly unfit?: string;
  /** v1's answer to the same request, asked once more; absent where none was asked. */
  readonly control?: SeenAnswer;
}
