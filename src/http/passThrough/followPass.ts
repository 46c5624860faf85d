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

/** Knows if a request without a whole answer may have been executed. */
interface WriteAmbiguity {
  /** From now on something may have left. */
  readonly sent: () => void;
  /** Asked when it ends with a problem; what may have been executed is noted the first time. */
  readonly about: (problem: ProblemCode) => boolean;
}

/** Keeps watch over one request on its way through; `ambiguous` is called whether the client is still there or not. */
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
      if (mayBeDone && !isNoted) {
        isNoted = true;
        exchange.note({ ambiguous: true });
        ambiguous?.(problem);
      }
      return mayBeDone;
    },
  };
}

/** Observers of a request on its way through. */
export interface PassObserver {
  readonly copy?: PassCopy | undefined;
  /** Edits the whole body of an answer to a GET that may be a list; returns the same bytes to leave it as it is. */
  readonly editList?: ((body: Buffer) => Buffer) | undefined;
  /** Called once, whether the client is still there or not: a write may have been executed, and has no whole answer. */
  readonly ambiguous?: (problem: ProblemCode) => void;
}

/** One request on its way through http-proxy-middleware. */
export interface FollowedPass {
  /** True when the client has its answer, or has disconnected. */
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
 * Holds an answer back until its body begins or ends, that of a write or of a list that is edited until all of it is
 * there: so long a problem can still be answered as one.
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

/** Returns the whole body when it has come with the head, as that of most answers does; otherwise it flows. */
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

/** Learns when something of an upstream request may have been sent, and when it is over. */
function listenTo(
  sentRequest: ClientRequest,
  request: IncomingMessage,
  { sent, onEnded }: { readonly sent: () => void; readonly onEnded: () => void },
): void {
  // What still comes of a request that has been answered, such as a body after its 408, completes none upstream.
  request.once('aborted', () => sentRequest.destroy());
  // Nothing leaves before there is a connection; from then on something may have.
  if (sentRequest.socket?.connecting === true) sentRequest.socket.once('connect', sent);
  else sent();
  sentRequest.once('close', onEnded);
}

/** Calls back where an answer ends before it is complete, before http-proxy-middleware names a reason of its own. */
function whenBroken(answer: IncomingMessage, fail: () => void): void {
  const check = (): void => {
    if (!answer.complete) fail();
  };
  answer.once('error', check).once('close', check);
}

/** Follows one request from the client to the upstream and its answer back; a turn is taken at most once. */
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
    // A write that has left whole runs to its end; an answer that nobody reads does not.
    else if (!response.writableFinished && (response.headersSent || isRead(request))) upstream.destroy();
  });

  /** The upstream request is over: so is the pass, unless it begins again. */
  const onEnded = (): void => {
    if (turn?.isDue() === true) {
      setImmediate(isOver(response) ? release : turn.again);
      return;
    }
    // Of a reset after the client has left http-proxy-middleware says nothing.
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
      // The first listener, that of http-proxy-middleware, destroys the request: what follows looks like a reset.
      sentRequest.once('timeout', () => (timedOut = true));
      // Without a listener Node closes the connection and says nothing.
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

/** RFC 9110 15: others announce an answer, or are none. */
const isFinal = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode <= 599;
