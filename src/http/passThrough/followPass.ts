import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemCode } from '../../gateway/problems';
import { cutOff } from '../server/outgoing';
import type { Exchange } from '../server/exchange';
import { isRead } from '../server/incoming';
import { isCoded } from '../upstream/followedCall';
import { AMBIGUOUS } from '../../gateway/refusal';
import { beginAnswer, type BodyPart, holdBack, MOST_OF_WRITE } from './passedMessages';
import { mayBeList } from './pageLinks';
import { upstreamLimits } from '../upstream/upstreamLimits';
import type { KeyRetry } from './keyRetry';
import type { PassCopy } from './passCopy';

/** True when the client has its answer, or has disconnected. */
const isOver = ({ writableEnded, destroyed }: ServerResponse): boolean => writableEnded || destroyed;

/** Judges if a request without a whole answer may have been executed. */
interface WriteAmbiguity {
  /** Notes that bytes may have left from now on. */
  readonly sent: () => void;
  /** Returns if a request that ends with a problem may have been executed; reports it the first time. */
  readonly about: (problem: ProblemCode) => boolean;
}

/** Watches one passed request; calls `ambiguous` even if the client has left. */
function createWriteAmbiguity(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  ambiguous: ((problem: ProblemCode) => void) | undefined,
): WriteAmbiguity {
  let sent = false;
  let broken = false;
  let isNoted = false;
  request.once('aborted', () => (broken = true));
  // No upstream executes a request that its client has left or broken off before it was whole.
  const isWhole = (): boolean => request.complete || !(broken || isOver(response));
  // An answer that has begun is known well enough, even if its client has left.
  const isKnown = (): boolean => response.destroyed && response.headersSent;
  return {
    sent: () => {
      sent = true;
    },
    about: (problem) => {
      const mayBeDone = sent && !isRead(request) && isWhole() && !isKnown();
      if (mayBeDone && !isNoted) {
        isNoted = true;
        exchange.note({ ambiguous: true });
        ambiguous?.(problem);
      }
      return mayBeDone;
    },
  };
}

/** Observers of a passed request. */
export interface PassObserver {
  readonly copy?: PassCopy | undefined;
  /**
   * Edits the whole body of an answer to a GET that may be a list; returns the same bytes to leave the body unchanged.
   */
  readonly editList?: ((body: Buffer) => Buffer) | undefined;
  /** Called once, even if the client has left: a write may have been executed and has no whole answer. */
  readonly ambiguous?: (problem: ProblemCode) => void;
}

/** One request on its way through http-proxy-middleware. */
export interface FollowedPass {
  /** True when the client has its answer, or has disconnected. */
  readonly over: () => boolean;
  /** Called when the upstream request is about to be written. */
  readonly began: (upstream: ClientRequest) => void;
  /** Called when the upstream's head has come: the client's answer begins. */
  readonly answered: (answer: IncomingMessage) => void;
  /** Ends the pass: answers with a problem, cuts off an answer that has begun, or does nothing when it is over. */
  readonly fail: (code: ProblemCode) => void;
  /** Resolves when client and upstream are done with the request. */
  readonly released: Promise<void>;
}

const nothing = Buffer.alloc(0);

/**
 * Holds an answer back until its body begins or ends, so that a problem can still be answered as one. Holds the answer
 * to a write, and a list that is edited, until the whole body has come.
 */
function hold(
  answer: IncomingMessage,
  isOfRead: boolean,
  editList: PassObserver['editList'],
  begin: (bodyPart: BodyPart) => void,
): void {
  if (!isOfRead) holdBack(answer, MOST_OF_WRITE, begin);
  else if (editList === undefined || !mayBeList(answer))
    answer.once('readable', () => begin(arrived(answer)));
  else {
    holdBack(answer, upstreamLimits.bodyBytes, (bodyPart) => {
      const bytes = bodyPart.isWhole ? editList(bodyPart.bytes) : bodyPart.bytes;
      begin(bytes === bodyPart.bytes ? bodyPart : { bytes, isWhole: true, length: bytes.length });
    });
  }
}

/** Returns the whole body if it has come with the head, as in most answers; otherwise the body flows. */
function arrived(answer: IncomingMessage): BodyPart {
  if (!answer.complete) return { bytes: nothing, isWhole: false };
  const bytes: unknown = answer.read();
  return { bytes: Buffer.isBuffer(bytes) ? bytes : nothing, isWhole: true };
}

/** Answers with a problem, or cuts off an answer that has begun. */
function answerProblem(
  problem: ProblemCode,
  ambiguous: boolean,
  response: ServerResponse,
  exchange: Exchange,
): void {
  if (!response.headersSent) exchange.fail(problem, ambiguous ? AMBIGUOUS : {});
  else {
    exchange.note({ problem });
    cutOff(response);
  }
}

/** Reports when bytes of an upstream request may have been sent, and when the request is over. */
function listenTo(
  sentRequest: ClientRequest,
  request: IncomingMessage,
  { sent, onEnded }: { readonly sent: () => void; readonly onEnded: () => void },
): void {
  // Later bytes of an answered request, such as a body after its 408, complete no request upstream.
  request.once('aborted', () => sentRequest.destroy());
  // Nothing leaves before there is a connection; from then on bytes may have left.
  if (sentRequest.socket?.connecting === true) sentRequest.socket.once('connect', sent);
  else sent();
  sentRequest.once('close', onEnded);
}

/** Calls back when an answer ends incomplete, before http-proxy-middleware names another reason. */
function whenBroken(answer: IncomingMessage, fail: () => void): void {
  const check = (): void => {
    if (!answer.complete) fail();
  };
  answer.once('error', check).once('close', check);
}

/** Follows one request from the client to the upstream and its answer back. */
export function followPass(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  { copy, editList, ambiguous }: PassObserver = {},
  turn?: KeyRetry,
): FollowedPass {
  let upstream: ClientRequest | undefined;
  let timedOut = false;
  let isAnswered = false;
  let calls = 0;
  let release: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  if (!isRead(request)) void released.then(exchange.goesOn());
  const ambiguity = createWriteAmbiguity(request, response, exchange, ambiguous);

  const fail = (code: ProblemCode): void => {
    upstream?.destroy();
    const problem = timedOut ? 'upstreamTimeout' : code;
    const mayBeDone = ambiguity.about(problem);
    if (!isOver(response)) answerProblem(problem, mayBeDone, response, exchange);
  };

  response.once('close', () => {
    if (upstream === undefined) release();
    // A write that has left whole runs to its end; an answer without a reader does not.
    else if (!response.writableFinished && (response.headersSent || isRead(request))) upstream.destroy();
  });

  /** Ends the pass when the upstream request is over, unless the request is sent again. */
  const onEnded = (): void => {
    if (turn?.isDue() === true) {
      setImmediate(isOver(response) ? release : turn.again);
      return;
    }
    // http-proxy-middleware does not report a reset after the client has left.
    if (!isAnswered) fail('upstreamUnreachable');
    release();
  };

  return {
    over: () => isOver(response),
    fail,
    released,
    began: (sentRequest) => {
      upstream = sentRequest;
      calls += 1;
      exchange.note({ upstreamCalls: calls });
      // The first listener, that of http-proxy-middleware, destroys the request: the next event looks like a reset.
      sentRequest.once('timeout', () => (timedOut = true));
      // Without a listener Node closes the connection and reports nothing.
      sentRequest.once('upgrade', () => fail('upstreamBroken'));
      listenTo(sentRequest, request, { sent: ambiguity.sent, onEnded });
    },
    answered: (answer) => {
      if (!isFinal(answer) || isCoded(answer.headers) || (isOver(response) && isRead(request))) {
        fail('upstreamBroken');
        return;
      }
      if (turn?.refuses(answer) === true) return;
      isAnswered = true;
      hold(answer, isRead(request), editList, (bodyPart) => {
        if (isOver(response)) answer.resume();
        else beginAnswer({ answer, response, exchange, copy }, bodyPart);
      });
      whenBroken(answer, () => fail('upstreamBroken'));
    },
  };
}

/** Statuses of final answers: other ones announce an answer, or are invalid (RFC 9110 15). */
const isFinal = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode <= 599;
