import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemCode } from '../gateway/problems';
import type { Exchange } from './exchange';
import { isOver } from './isOver';
import { isRead } from './isRead';

/** Whether a request that has no whole answer may have been executed. */
export interface Doubt {
  /** From now on something may have left. */
  readonly sent: () => void;
  /** Asked when it ends with a problem; what may have been executed is told the first time. */
  readonly about: (problem: ProblemCode) => boolean;
}

/** Keeps watch over one request on its way through; `doubted` is told whether the client is still there or not. */
export function createDoubt(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  doubted: ((problem: ProblemCode) => void) | undefined,
): Doubt {
  let sent = false;
  let broken = false;
  let told = false;
  request.once('aborted', () => (broken = true));
  // What a client has left or broken off before it was whole, nobody executes.
  const isWhole = (): boolean => request.complete || !(broken || isOver(response));
  // An answer that has begun, and that nobody reads any more, is known well enough.
  const isKnown = (): boolean => response.destroyed && response.headersSent;
  return {
    sent: () => {
      sent = true;
    },
    about: (problem) => {
      const mayBeDone = sent && !isRead(request) && isWhole() && !isKnown();
      if (mayBeDone && !told) {
        told = true;
        exchange.note({ ambiguous: true });
        doubted?.(problem);
      }
      return mayBeDone;
    },
  };
}
