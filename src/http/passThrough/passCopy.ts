import type { IncomingMessage } from 'node:http';

/** Sees one request on its way through the pass-through, and never holds it up. */
export interface PassCopy {
  /** The request is about to be sent on; nothing of its body has been read. */
  readonly requested: (request: IncomingMessage) => void;
  /** The answer begins to flow to the client, after the part of its body that has been read before. */
  readonly answered: (answer: IncomingMessage, heldBytes: Buffer) => void;
  /** The client has its answer (`whole`), or will not get it. */
  readonly ended: (isWhole: boolean) => void;
}

/**
 * Copies the body of a message while it flows to someone else, after the part of it that has been read before;
 * undefined once there are more than `most` bytes.
 */
export function copyBody(
  message: IncomingMessage,
  most: number,
  heldBytes?: Buffer,
): () => Buffer | undefined {
  let chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks = [];
  };
  if (heldBytes !== undefined) take(heldBytes);
  message.on('data', take);
  return () => (size <= most ? Buffer.concat(chunks) : undefined);
}
