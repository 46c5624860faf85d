import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../contract/clock';
import { type Facts, RequestContext, type RequestEnded, type ServedBy } from '../../gateway/context';
import {
  type Answer,
  textAnswer,
  problemAnswer,
  type ProblemCode,
  problems,
  type TextAnswer,
} from '../../gateway/problems';
import type { Result } from '../../contract/result';
import type { ForwardedClient } from './forwardedClient';
import type { PaceRefusal } from './paceRefusals';
import {
  ClientDisconnect,
  createServedByHeaders,
  cutOff,
  forgetRest,
  type Headers,
  isUnder,
  readRequestBody,
  readTrace,
  sendAnswer,
} from './messages';

export interface ExchangesOptions {
  /** Headers of every answer to a v1 request. */
  readonly v1Headers: Headers;
  /** Writes the gateway's answers in the form of the asked API. Absent: unchanged. */
  readonly writeAnswer?: ((answer: Answer, side: 'v1' | 'v2') => Answer) | undefined;
  readonly clock: Clock;
  /** Most bytes of the body of a translated request; absent: 256 KiB. */
  readonly requestBytes?: number | undefined;
  /** Takes each request once, when it is over. */
  readonly reportEnd: (request: RequestEnded) => void;
  /** Names the client to upstreams. Absent: upstreams are not told. */
  readonly forwardedClient?: ForwardedClient | undefined;
  /** Paces the refusals of an overload. Absent: they go out at once. */
  readonly pace?: PaceRefusal | undefined;
}

const noHeaders: Headers = {};

/** One request at the edge: its record, its one answer, and the event that it is over. */
export class Exchange extends RequestContext {
  declare readonly cancel: ClientDisconnect;
  /** Headers that name the client to an upstream. They are undefined if the upstream is not told. */
  readonly forwarded: Headers | undefined;
  private readonly startedAt: number;
  private readonly isV1: boolean;
  private isAnswered = false;
  private isSurrendered = false;
  private isClosed = false;
  private isOver = false;
  private endsNotes = false;
  /** Pieces of work that go on even if the client disconnects. */
  private works = 0;

  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly options: ExchangesOptions,
    private readonly servedByHeaders: Readonly<Record<ServedBy, Headers>>,
  ) {
    const { method, url: target, headers } = request;
    const { authorization, 'content-type': contentType } = headers;
    const forwarded = options.forwardedClient?.(request);
    const trace = readTrace(headers);
    const carried = forwarded === undefined ? trace : { ...trace, ...forwarded };
    const cancel = new ClientDisconnect();
    const head = { method, target, authorization, contentType, carried, clientHeaders: headers, cancel };
    super({ id: randomUUID(), ...head }, options.clock);
    this.forwarded = forwarded;
    this.startedAt = options.clock.steady();
    this.isV1 = isUnder('/v1', target);
    response.on('close', closeExchange);
  }

  override readBody(): Promise<Result<Buffer, ProblemCode>> {
    return readRequestBody(this.request, this.options.requestBytes);
  }

  /** Milliseconds since the request began. */
  ageMs(): number {
    return this.options.clock.steady() - this.startedAt;
  }

  /** Returns the headers of every answer to this request. An upstream's header of the same name wins. */
  headers(): Headers {
    if (!this.isV1) return noHeaders;
    const { because, servedBy } = this.facts;
    return servedBy === undefined ? this.options.v1Headers : this.servedByHeaders[because ?? servedBy];
  }

  /** Adds facts to the log line. Has no effect once the request is over. */
  noteFacts(facts: Partial<Facts>): void {
    if (!this.isOver) Object.assign(this.facts, facts);
  }

  /** Marks work that goes on even if the client disconnects. The returned function ends it. */
  beginWork(): () => void {
    this.works += 1;
    return () => {
      this.works -= 1;
      this.reportEnd();
    };
  }

  /** Sends a whole answer, only the first one. The rest of the request is read and dropped. */
  sendOnce(answer: Answer): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    const { request, response } = this;
    forgetRest(request);
    const send = (): void => sendAnswer(response, answer, this.id, this.headers());
    const { pace } = this.options;
    if (pace === undefined || this.facts.problem !== 'overloaded') send();
    else pace(() => this.isClosed || this.isSurrendered || response.headersSent || send());
  }

  /** Ends the notes of a write when the client has its answer: a process killed before leaves its outcome unknown. */
  endNotes(): void {
    if (this.isClosed || this.response.writableFinished) this.notes?.ended();
    else this.endsNotes = true;
  }

  /** Sends a problem in the v1 shape and names it in the log. */
  sendProblem(code: ProblemCode, headers?: Headers): void {
    if (!this.isAnswered) this.noteFacts({ problem: code });
    this.sendInForm(problemAnswer(code, this.id, headers));
  }

  private wordAnswer(answer: Answer): Answer {
    return this.options.writeAnswer?.(answer, this.isV1 ? 'v1' : 'v2') ?? answer;
  }

  /** Sends an answer of the gateway itself, in the form of the asked API. */
  sendInForm(answer: Answer): void {
    this.sendOnce(this.wordAnswer(answer));
  }

  /** Answers a bug. Cuts off an answer that has begun. */
  failLate(): void {
    if (this.response.headersSent) {
      cutOff(this.response);
      return;
    }
    // The intended answer could not be written.
    this.isAnswered = this.isSurrendered;
    this.sendProblem('internal');
  }

  /** Returns the problem as an answer for another part to send, in place of any other answer. */
  takeProblem(code: ProblemCode): TextAnswer {
    const answer = textAnswer(this.wordAnswer(problemAnswer(code, this.id, this.headers())));
    this.isAnswered = this.isSurrendered = true;
    this.noteFacts({ problem: code });
    this.response.statusCode = answer.status; // for the log
    return answer;
  }

  /** Ends the exchange when its response has closed. */
  endResponse(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.endsNotes) this.notes?.ended();
    if (!this.response.writableFinished) {
      this.facts.problem ??= 'clientGone';
      this.cancel.fireAbort();
    }
    this.reportEnd();
  }

  /** Reports that the request is over, once the response is closed and no work goes on. */
  private reportEnd(): void {
    if (!this.isClosed || this.works > 0 || this.isOver) return;
    const { facts, response } = this;
    const isBegun = this.isAnswered || response.headersSent;
    facts.status = isBegun ? response.statusCode : problems.clientGone.status;
    facts.milliseconds = this.ageMs();
    this.isOver = true;
    const { operation, habits, outcome: served } = this;
    const userAgent = this.request.headers['user-agent'];
    this.options.reportEnd({ entry: facts, operation, habits, userAgent, served });
  }
}

/** Name of the exchange of a request in its `response.locals`. */
const EXCHANGE = 'lifeboatExchange';

/** Ends the exchange of a response that has closed: one listener for all of them, as in `followConnections`. */
function closeExchange(this: ServerResponse): void {
  findExchange(this)?.endResponse();
}

/** Creates the handler that opens each request's exchange, its one record until the response has closed. */
export function createExchangeHandler(options: ExchangesOptions): RequestHandler {
  const servedByHeaders = createServedByHeaders(options.v1Headers);
  return (request, response, next) => {
    response.locals[EXCHANGE] = new Exchange(request, response, options, servedByHeaders);
    next();
  };
}

/** Finds the exchange of a request. Returns undefined while the request waits for its admission. */
export function findExchange(response: ServerResponse): Exchange | undefined {
  const { locals } = response as Partial<Pick<Response, 'locals'>>;
  const exchange: unknown = locals?.[EXCHANGE];
  return exchange instanceof Exchange ? exchange : undefined;
}

/** Returns the exchange of an admitted request. */
export function exchangeOf(response: Response): Exchange {
  const exchange = findExchange(response);
  if (exchange === undefined) throw new Error('the request has no exchange');
  return exchange;
}
