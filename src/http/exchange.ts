import type { Answer, Trace } from '../gateway/answer';
import type { Gone } from '../gateway/gone';
import type { ProblemCode } from '../gateway/problems';
import type { ServedBy } from './marks';

/** One request at the edge: its id, its one way out, and what the log will say about it. */
export interface Exchange {
  readonly id: string;
  /** Fires when the client leaves before it has its answer. */
  readonly gone: () => Gone;
  /** Names the API that answers, in every answer and in the log. */
  readonly served: (by: ServedBy) => void;
  /** Headers that every answer of this request bears, but an upstream's own of the same name wins. */
  readonly marks: () => Readonly<Record<string, string>>;
  /** What the log line will say, so far. */
  readonly trace: () => Trace;
  /** Milliseconds since the request began. */
  readonly age: () => number;
  /** The work goes on should the client leave: the log line waits until the returned function tells of its end. */
  readonly goesOn: () => () => void;
  /** Adds to what the log line says. */
  readonly note: (trace: Partial<Trace>) => void;
  /** Sends a whole answer, the first one only. What the client still sends of its request is read and forgotten. */
  readonly answer: (answer: Answer) => void;
  /** Sends a problem in the v1 shape and names it in the log. */
  readonly fail: (code: ProblemCode, headers?: Readonly<Record<string, string>>) => void;
  /** Gives the problem as an answer for someone else to send, in place of any other. */
  readonly surrender: (code: ProblemCode) => Answer;
}
