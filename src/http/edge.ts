import type { RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Answer } from '../gateway/answer';
import type { ProblemCode } from '../gateway/problems';

/** What a server needs to serve an application. */
export interface Edge {
  /** The Express application whose prototypes requests and responses are born with. */
  readonly app: Express;
  readonly listener: RequestListener;
  /** Told of each new connection. */
  readonly connected?: () => void;
  /** Makes the answer to what Node could not read: a request of its own, or the rest of the one being received. */
  readonly unreadable: (code: ProblemCode, received: ServerResponse | undefined) => Answer;
}
