import type { IncomingMessage } from 'node:http';

/** Copies the body of a message while it flows to someone else; undefined once there are more than `most` bytes. */
export function copyBody(message: IncomingMessage, most: number): () => Buffer | undefined {
  let chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks = [];
  });
  return () => (size <= most ? Buffer.concat(chunks) : undefined);
}
