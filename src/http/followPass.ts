import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemCode } from '../gateway/problems';
import { AMBIGUOUS } from '../gateway/refusal';
import { atEndOfRound } from './atEndOfRound';
import { beginAnswer } from './beginAnswer';
import { createDoubt } from './createDoubt';
import { cutOff } from './cutOff';
import type { Exchange } from './exchange';
import { type BodyPart, holdBack } from './holdBack';
import { isOver } from './isOver';
import { isRead } from './isRead';
import type { Copy } from './shadow/copy';

/** Who is told of a request, beside its client. */
export interface Witness {
  readonly copy?: Copy | undefined;
  /** Told once, whether the client is still there or not: a write may have been executed, and has no whole answer. */
  readonly doubted?: (problem: ProblemCode) => void;
}

/** One request on its way through http-proxy. */
export interface FollowedPass {
  /** True when the client has its answer, or has gone. */
  readonly over: () => boolean;
  /** The upstream request is about to be written. */
  readonly began: (upstream: ClientRequest) => void;
  /** The upstream's head has come: the client's answer begins. */
  readonly answered: (answer: IncomingMessage) => void;
  /** Ends the pass: with a problem, by cutting off an answer that has begun, or without a word when it is over. */
  readonly fail: (code: ProblemCode) => void;
  /** Resolves when neither side has anything more to do with it. */
  readonly released: Promise<void>;
}

const nothing = Buffer.alloc(0);

/**
 * Holds an answer back until its body begins or ends, that of a write until all of it is there: so long a problem can
 * still be told as one.
 */
function hold(answer: IncomingMessage, isOfRead: boolean, begin: (part: BodyPart) => void): void {
  if (isOfRead) answer.once('readable', () => atEndOfRound(() => begin(arrived(answer))));
  else holdBack(answer, (part) => atEndOfRound(() => begin(part)));
}

/** The whole body when it has come with the head, as that of most answers does; otherwise it flows. */
function arrived(answer: IncomingMessage): BodyPart {
  if (!answer.complete) return { bytes: nothing, whole: false };
  const bytes: unknown = answer.read();
  return { bytes: Buffer.isBuffer(bytes) ? bytes : nothing, whole: true };
}

/** Follows one request from the client to the upstream and its answer back. */
export function followPass(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  { copy, doubted }: Witness = {},
): FollowedPass {
  let upstream: ClientRequest | undefined;
  let timedOut = false;
  let isAnswered = false;
  let release: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  if (!isRead(request)) void released.then(exchange.goesOn());
  const doubt = createDoubt(request, response, exchange, doubted);

  const fail = (code: ProblemCode): void => {
    upstream?.destroy();
    const problem = timedOut ? 'upstreamTimeout' : code;
    const ambiguous = doubt.about(problem);
    if (isOver(response)) return;
    if (!response.headersSent) exchange.fail(problem, ambiguous ? AMBIGUOUS : {});
    else {
      exchange.note({ problem });
      cutOff(response);
    }
  };

  response.once('close', () => {
    if (upstream === undefined) release();
    // A write that has left whole runs to its end; an answer that nobody reads does not.
    else if (!response.writableFinished && (response.headersSent || isRead(request))) upstream.destroy();
  });

  return {
    over: () => isOver(response),
    fail,
    released,
    began: (begun) => {
      upstream = begun;
      exchange.note({ upstreamCalls: 1 });
      // Nothing leaves before there is a connection; from then on something may have.
      if (begun.socket?.connecting === true) begun.socket.once('connect', doubt.sent);
      else doubt.sent();
      // http-proxy's own listener, the first, aborts the request: what follows looks like a reset.
      begun.once('timeout', () => (timedOut = true));
      // Without a listener Node closes the connection and says nothing.
      begun.once('upgrade', () => fail('upstreamBroken'));
      begun.once('close', () => {
        // Of a reset after the client has left http-proxy says nothing.
        if (!isAnswered) fail('upstreamUnreachable');
        release();
      });
    },
    answered: (answer) => {
      if (!isFinal(answer) || (isOver(response) && isRead(request))) {
        fail('upstreamBroken');
        return;
      }
      isAnswered = true;
      hold(answer, isRead(request), (part) => {
        if (isOver(response)) answer.resume();
        else beginAnswer({ answer, response, exchange, copy }, part);
      });
      answer.once('close', () => {
        if (!answer.complete) fail('upstreamBroken');
      });
    },
  };
}

/** RFC 9110 15: others announce an answer, or are none. */
const isFinal = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode <= 599;
