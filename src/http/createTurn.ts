import type { IncomingMessage } from 'node:http';

/** The other key of a caller while keys rotate. */
export interface OtherKey {
  readonly authorization: string;
  /** From now on it is tried first. */
  readonly accepted: () => void;
}

/** The one further attempt of a request that is passed on. */
export interface Turn {
  /** Told of each answer: true for one after which the request goes out again. It is read and forgotten. */
  readonly refuses: (answer: IncomingMessage) => boolean;
  /** Asked when a call is over: true when it was refused as a whole, once. */
  readonly isDue: () => boolean;
  /** Sends the request once more, with the other key. */
  readonly again: () => void;
}

const UNAUTHORIZED = 401;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Sends a request once more after the 401 of a key rotation, a complete refusal. A body that has gone by cannot be sent
 * again: then the next request goes with the other key. Undefined where there is no other key.
 */
export function createTurn(
  request: IncomingMessage,
  other: OtherKey | undefined,
  send: () => void,
): Turn | undefined {
  if (other === undefined) return undefined;
  const { authorization, accepted } = other;
  let isTurned = false;
  let refusal: IncomingMessage | undefined;
  return {
    refuses: (answer) => {
      const isRefused = answer.statusCode === UNAUTHORIZED;
      if (isTurned) {
        if (!isRefused) accepted();
        return false;
      }
      if (isRefused && hasBody(request)) accepted();
      else if (isRefused) refusal = answer.resume();
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
      send();
    },
  };
}
