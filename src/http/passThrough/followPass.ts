import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { emptyBody } from '../../gateway/context';
import type { ProblemCode } from '../../gateway/problems';
import { AMBIGUOUS } from '../../gateway/refusal';
import type { Exchange } from '../server/exchange';
import { cutOff, hasBody, isRead } from '../server/messages';
import { isCoded } from '../upstream/followedCall';
import { upstreamLimits } from '../upstream/upstreamLimits';
import {
  beginAnswer,
  type BodyPart,
  copyBody,
  holdBody,
  MAX_HELD_ANSWER_BYTES,
  isMaybeList,
  type PassCopy,
} from './passedMessages';

/** The other key of a caller while keys rotate. */
interface OtherKey {
  readonly authorization: string;
  /** Makes this key the first that the caller's next requests are sent with. */
  readonly tryFirst: () => void;
}

export interface PassOptions {
  readonly copy?: Partial<Pick<PassCopy, 'noteRequest' | 'noteAnswer'>> | undefined;
  /** Edits each name and value of an answer's headers. */
  readonly editHeader?: ((value: string) => string) | undefined;
  /** Edits the whole body of an answer to a GET that may be a list; returns the same bytes to leave it unchanged. */
  readonly editList?: ((body: Buffer) => Buffer) | undefined;
  /** Called once, even if the client has left: a write may have been executed and has no whole answer. */
  readonly ambiguous?: (problem: ProblemCode) => void;
  /** Key that is tried once when the upstream refuses the request's key. */
  readonly otherKey?: OtherKey | undefined;
  /** Called before a write is sent: its first byte follows the returned promise, which never rejects. */
  readonly leaving?: () => Promise<void> | undefined;
  /** Called once when client and upstream are done with an admitted request. */
  readonly released?: () => unknown;
}

/** Most bytes of a body that is held to be sent again: the cap of a mapped request's body. */
const MAX_REPEATED_BODY_BYTES = 256 * 1024;

/** Sends a request once more after the 401 of a key rotation, if its body is held: nothing of it was executed. */
class KeyRetry {
  private isRetried = false;
  private refusal: IncomingMessage | undefined = undefined;
  private bodyToResend = (): Buffer | undefined => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly otherKey: OtherKey,
  ) {}

  /** Notes that the request is about to be sent for the first time. Nothing of its body has been read. */
  noteBegin(): void {
    if (!hasBody(this.request)) return;
    this.request.pause(); // the body flows when http-proxy-middleware pipes it, a few ticks from now
    this.bodyToResend = copyBody(this.request, MAX_REPEATED_BODY_BYTES);
  }

  /**
   * Drops the 401 of a request that can be sent again, and returns true for it. If the body is gone, the client gets
   * the 401, and its next request begins with the other key.
   */
  holdForRetry(answer: IncomingMessage): boolean {
    const { request, otherKey } = this;
    const isRefused = answer.statusCode === 401;
    if (this.isRetried) {
      if (!isRefused) otherKey.tryFirst();
      return false;
    }
    if (!isRefused) return false;
    const canBeResent = !hasBody(request) || (request.readableEnded && this.bodyToResend() !== undefined);
    if (canBeResent) this.refusal = answer.resume();
    else otherKey.tryFirst();
    return canBeResent;
  }

  /** Prepares the request to be sent with the other key. Returns false unless a call has ended with a whole refusal. */
  prepareRetry(): boolean {
    const isDue = this.refusal?.complete === true;
    this.refusal = undefined;
    if (!isDue) return false;
    this.isRetried = true;
    const { request } = this;
    request.headers = { ...request.headers, authorization: this.otherKey.authorization };
    const body = this.bodyToResend();
    // The request is read to its end: http-proxy-middleware now pipes the held bytes.
    if (body !== undefined) request.pipe = (to) => Readable.from([body]).pipe(to);
    return true;
  }
}

/** Reports whether the client has its answer, or has disconnected. */
const isOver = ({ writableEnded, destroyed }: ServerResponse): boolean => writableEnded || destroyed;

/** Recognizes the status of a final answer: other ones announce an answer, or are invalid (RFC 9110 15). */
const isFinal = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode <= 599;

/** Returns the whole body if it has come with the head, as in most answers. Otherwise the body flows. */
function arrivedPart(answer: IncomingMessage): BodyPart {
  if (!answer.complete) return { bytes: emptyBody, isWhole: false };
  const bytes: unknown = answer.read();
  return { bytes: Buffer.isBuffer(bytes) ? bytes : emptyBody, isWhole: true };
}

/** One request on its way from the client through http-proxy-middleware, and its answer on the way back. */
export class FollowedPass {
  /** Resolves when client and upstream are done with the request. */
  readonly released: Promise<void>;
  private releasePass = (): void => undefined;
  private readonly retry: KeyRetry | undefined;
  private upstream: ClientRequest | undefined = undefined;
  private calls = 0;
  private isTimedOut = false;
  private isAnswered = false;
  /** True once bytes of the request may have left. */
  private isSent = false;
  private isBrokenOff = false;
  private isListed = false;

  /** Follows a request from now on. `send` hands it to http-proxy-middleware. */
  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly exchange: Exchange,
    readonly options: PassOptions,
    private readonly send: () => void,
  ) {
    this.retry = options.otherKey && new KeyRetry(request, options.otherKey);
    this.released = new Promise((resolve) => (this.releasePass = resolve));
    // A write counts as work under way until both sides are done with it.
    if (!isRead(request)) void this.released.then(exchange.beginWork());
    request.once('aborted', () => (this.isBrokenOff = true));
    response.once('close', () => this.noteClientLeft());
  }

  /** Ends what the client no longer waits for. A write that has left whole runs to its end. */
  private noteClientLeft(): void {
    const { request, response, upstream } = this;
    if (upstream === undefined) this.releasePass();
    else if (!response.writableFinished && (response.headersSent || isRead(request))) upstream.destroy();
  }

  /** Reports whether the client has its answer, or has disconnected. */
  isOver(): boolean {
    return isOver(this.response);
  }

  /** Sends the request for the first time. Nothing of its body has been read. */
  begin(): void {
    this.options.copy?.noteRequest?.(this.request);
    this.retry?.noteBegin();
    this.send();
  }

  /** Notes that the upstream request is about to be written. */
  noteCall(upstream: ClientRequest): void {
    this.upstream = upstream;
    this.calls += 1;
    this.exchange.noteFacts({ upstreamCalls: this.calls });
    // The first listener, that of http-proxy-middleware, destroys the request: the next event looks like a reset.
    upstream.once('timeout', () => (this.isTimedOut = true));
    // Without a listener Node closes the connection and reports nothing.
    upstream.once('upgrade', () => this.fail('upstreamBroken'));
    // Later bytes of an answered request, such as a body after its 408, complete no request upstream.
    this.request.once('aborted', () => upstream.destroy());
    // Nothing leaves before there is a connection; from then on bytes may have left.
    if (upstream.socket?.connecting === true) upstream.socket.once('connect', () => (this.isSent = true));
    else this.isSent = true;
    upstream.once('close', () => this.endOrRetry());
  }

  /** Begins the client's answer when the upstream's head has come. */
  noteAnswer(answer: IncomingMessage): void {
    const { request, response, exchange, options } = this;
    if (!isFinal(answer) || isCoded(answer.headers) || (isOver(response) && isRead(request))) {
      this.fail('upstreamBroken');
      return;
    }
    if (this.retry?.holdForRetry(answer) === true) return;
    this.isAnswered = true;
    this.holdAnswer(answer, (bodyPart) => {
      if (isOver(response)) answer.resume();
      else beginAnswer({ answer, response, exchange, copy: options.copy }, bodyPart);
    });
    // Called when the answer ends incomplete, before http-proxy-middleware names another reason.
    const check = (): void => {
      if (!answer.complete) this.fail('upstreamBroken');
    };
    answer.once('error', check).once('close', check);
  }

  /** Ends the pass: answers with a problem, cuts off an answer that has begun, or does nothing when it is over. */
  fail(code: ProblemCode): void {
    const { response, exchange } = this;
    this.upstream?.destroy();
    const problem = this.isTimedOut ? 'upstreamTimeout' : code;
    const mayBeDone = this.isMaybeExecuted();
    if (mayBeDone && !this.isListed) {
      this.isListed = true;
      exchange.noteFacts({ ambiguous: true });
      this.options.ambiguous?.(problem);
    }
    if (isOver(response)) return;
    if (!response.headersSent) exchange.sendProblem(problem, mayBeDone ? AMBIGUOUS : {});
    else {
      exchange.noteFacts({ problem });
      cutOff(response);
    }
  }

  /** Recognizes a write without a whole answer that may have been executed. */
  private isMaybeExecuted(): boolean {
    const { request, response } = this;
    // No upstream executes a request that its client has left or broken off before it was whole.
    const isWhole = request.complete || !(this.isBrokenOff || isOver(response));
    // An answer that has begun is known well enough, even if its client has left.
    const isKnown = response.destroyed && response.headersSent;
    return this.isSent && !isRead(request) && isWhole && !isKnown;
  }

  /** Ends the pass when the upstream request is over, unless the request is sent again. */
  private endOrRetry(): void {
    if (this.retry?.prepareRetry() === true) {
      setImmediate(() => (this.isOver() ? this.releasePass() : this.send()));
      return;
    }
    // http-proxy-middleware does not report a reset after the client has left.
    if (!this.isAnswered) this.fail('upstreamUnreachable');
    this.releasePass();
  }

  /** Holds an answer back until its body begins or, of a write and an edited list, ends: a problem may still follow. */
  private holdAnswer(answer: IncomingMessage, begin: (bodyPart: BodyPart) => void): void {
    const { editList } = this.options;
    if (!isRead(this.request)) holdBody(answer, MAX_HELD_ANSWER_BYTES, begin);
    else if (editList === undefined || !isMaybeList(answer))
      answer.once('readable', () => begin(arrivedPart(answer)));
    else {
      holdBody(answer, upstreamLimits.bodyBytes, (bodyPart) => {
        const bytes = bodyPart.isWhole ? editList(bodyPart.bytes) : bodyPart.bytes;
        begin(bytes === bodyPart.bytes ? bodyPart : { bytes, isWhole: true, length: bytes.length });
      });
    }
  }
}
