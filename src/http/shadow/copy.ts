import type { IncomingMessage } from 'node:http';

/** Sees one request on its way through the pass-through, and never holds it up. */
export interface Copy {
  /** The request is about to be sent on; nothing of its body has been read. */
  readonly requested: (request: IncomingMessage) => void;
  /** The answer begins to flow to the client, after the part of its body that has been read before. */
  readonly answered: (answer: IncomingMessage, before: Buffer) => void;
  /** The client has its answer (`whole`), or will not get it. */
  readonly ended: (whole: boolean) => void;
}
