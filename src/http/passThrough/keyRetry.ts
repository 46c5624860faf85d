import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { hasBody } from '../server/incoming';
import { copyBody } from './passCopy';

/** The other key of a caller while keys rotate. */
export interface OtherKey {
  readonly authorization: string;
  /** Called when the key was accepted: it is tried first from now on. */
  readonly accepted: () => void;
}

/** The one further attempt of a passed request. */
export interface KeyRetry {
  /** Called when the request is about to be sent for the first time; nothing of its body has been read. */
  readonly begins: () => void;
  /**
   * Called with each answer. True for an answer after which the request is sent again; that answer is read and dropped.
   */
  readonly refuses: (answer: IncomingMessage) => boolean;
  /** Asked when a call is over: true, once, when the whole request was refused. */
  readonly isDue: () => boolean;
  /** Sends the request once more, with the other key. */
  readonly again: () => void;
}

const UNAUTHORIZED = 401;

/** Most bytes of a body that is held to be sent again: the cap of a mapped request's body. */
const MAX_REPEATED_BODY_BYTES = 256 * 1024;

/**
 * Sends a request once more after the 401 of a key rotation, a complete refusal: nothing of it was executed. A body
 * that is longer than 256 KiB, or incomplete when it is refused, cannot be sent again: then the next request goes with
 * the other key. Undefined if there is no other key.
 */
export function createKeyRetry(
  request: IncomingMessage,
  otherKey: OtherKey | undefined,
  send: () => void,
): KeyRetry | undefined {
  if (otherKey === undefined) return undefined;
  const { authorization, accepted } = otherKey;
  let isTurned = false;
  let refusal: IncomingMessage | undefined;
  let heldBody = (): Buffer | undefined => undefined;
  const isHeld = (): boolean => !hasBody(request) || (request.readableEnded && heldBody() !== undefined);
  return {
    begins: () => {
      if (!hasBody(request)) return;
      request.pause(); // the body flows when http-proxy-middleware pipes it, a few ticks from now
      heldBody = copyBody(request, MAX_REPEATED_BODY_BYTES);
    },
    refuses: (answer) => {
      const isRefused = answer.statusCode === UNAUTHORIZED;
      if (isTurned) {
        if (!isRefused) accepted();
        return false;
      }
      if (isRefused && isHeld()) refusal = answer.resume();
      else if (isRefused) accepted();
      return refusal !== undefined;
    },
    isDue: () => {
      const isComplete = refusal?.complete === true;
      refusal = undefined;
      isTurned ||= isComplete;
      return isComplete;
    },
    again: () => {
      request.headers = { ...request.headers, authorization };
      const body = heldBody();
      // The request is read to its end: http-proxy-middleware now pipes the held bytes.
      if (body !== undefined) request.pipe = (to) => Readable.from([body]).pipe(to);
      send();
    },
  };
}
