import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { hasBody } from '../server/incoming';
import { copyBody } from './passCopy';

/** The other key of a caller while keys rotate. */
export interface OtherKey {
  readonly authorization: string;
  /** From now on it is tried first. */
  readonly accepted: () => void;
}

/** The one further attempt of a request that is passed on. */
export interface KeyRetry {
  /** The request is about to be sent for the first time; nothing of its body has been read. */
  readonly begins: () => void;
  /** Called with each answer: true for one after which the request goes out again. It is read and forgotten. */
  readonly refuses: (answer: IncomingMessage) => boolean;
  /** Asked when a call is over: true when it was refused as a whole, once. */
  readonly isDue: () => boolean;
  /** Sends the request once more, with the other key. */
  readonly again: () => void;
}

const UNAUTHORIZED = 401;

/** Longest body (bytes) that is held to be sent again: that of a mapped request may be no longer either. */
const MOST = 256 * 1024;

/**
 * Sends a request once more after the 401 of a key rotation, a complete refusal: nothing of it was executed. A body that
 * is longer than 256 KiB, or not whole when it is refused, cannot be sent again: then the next request goes with the
 * other key. Undefined where there is no other key.
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
      request.pause(); // it flows when http-proxy-middleware has come to pipe it, a few ticks from now
      heldBody = copyBody(request, MOST);
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
      // The request is read to its end: what http-proxy-middleware pipes from it now is what was held of it.
      if (body !== undefined) request.pipe = (to) => Readable.from([body]).pipe(to);
      send();
    },
  };
}
