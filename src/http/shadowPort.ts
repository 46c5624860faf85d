import type { IncomingMessage } from 'node:http';
import type { Decision } from '../cutover/stages/decide';
import type { Handled, Route } from '../gateway/gateway';

/** Sees one request on its way through the pass-through, and never holds it up. */
export interface PassCopy {
  /** The request is about to be sent on; nothing of its body has been read. */
  readonly requested: (request: IncomingMessage) => void;
  /** The answer begins to flow to the client, after the part of its body that has been read before. */
  readonly answered: (answer: IncomingMessage, before: Buffer) => void;
  /** The client has its answer (`whole`), or will not get it. */
  readonly ended: (whole: boolean) => void;
}

/** A mapped request as far as it is known before it is answered. */
export interface ShadowedRequest {
  readonly id: string;
  /** As the client wrote it: HEAD stays HEAD. */
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly route: Route;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Fingerprint of the key; empty without one. */
  readonly caller: string;
  readonly compare: Decision['compare'];
}

/**
 * Compares served requests once their clients have their answers. It never throws, never waits, and
 * touches nothing that is served.
 */
export interface ShadowObserver {
  /** v1 is about to be asked; what is returned gets copies of what passes by. */
  readonly onV1: (request: ShadowedRequest) => PassCopy | undefined;
  /** v2 is about to be asked; what is returned takes what came of it, after the client. */
  readonly onV2: (request: ShadowedRequest) => ((handled: Handled) => void) | undefined;
}

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
