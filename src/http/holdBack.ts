import type { IncomingMessage } from 'node:http';

/** Longest answer (bytes) to a write that is kept back until it is whole; what v1 answers to one is far smaller. */
const MOST = 256 * 1024;

/** The beginning of a body, or all of it. */
export interface BodyPart {
  readonly bytes: Buffer;
  readonly whole: boolean;
}

/**
 * Reads an answer until it is whole and hands its body over; one that grows beyond 256 KiB is handed over before,
 * paused, with what has come so far. Never calls back for an answer that breaks off.
 */
export function holdBack(answer: IncomingMessage, done: (part: BodyPart) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const hear = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST) hand(false);
  };
  const end = (): void => hand(true);
  const hand = (whole: boolean): void => {
    answer.off('data', hear).off('end', end).pause();
    done({ bytes: Buffer.concat(chunks, size), whole });
  };
  answer.on('data', hear).once('end', end);
}
