import type { IncomingMessage } from 'node:http';

/**
 * Copies the body of a message while it flows to someone else, after the part of it that has been read before;
 * undefined once there are more than `most` bytes.
 */
export function copyBody(message: IncomingMessage, most: number, before?: Buffer): () => Buffer | undefined {
  let chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks = [];
  };
  if (before !== undefined) take(before);
  message.on('data', take);
  return () => (size <= most ? Buffer.concat(chunks) : undefined);
}
