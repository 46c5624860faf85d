import type { IncomingMessage } from 'node:http';

/** Sees one passed request, and never holds it up. */
export interface PassCopy {
  /** Called when the request is about to be sent on; nothing of its body has been read. */
  readonly requested: (request: IncomingMessage) => void;
  /** Called when the answer begins to flow to the client; a first part of its body has been read already. */
  readonly answered: (answer: IncomingMessage, heldBytes: Buffer) => void;
  /** Called when the client has its answer (`whole`), or will not get it. */
  readonly ended: (isWhole: boolean) => void;
}

/** Copies a body while it flows elsewhere, with a part that has been read; undefined beyond `most` bytes. */
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
