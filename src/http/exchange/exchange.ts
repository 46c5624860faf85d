import type { RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../../contract/clock';
import { type Facts, RequestContext } from '../../gateway/context';
import {
  type Answer,
  problemAnswer,
  type ProblemCode,
  problems,
  type TextAnswer,
} from '../../gateway/problems';
import type { Later, Result } from '../../contract/result';
import type { AccessEntry } from '../observability/accessLog';
import type { PaceRefusal } from '../server/paceRefusals';
import { createAttachment } from './attachment';
import { createRound } from '../server/eventLoopRounds';
import type { EdgeRequest } from './edgeRequest';
import { ClientDisconnect, isUnder, makeRequestId, readTraceparent } from './incoming';
import {
  createServedByHeaders,
  type Headers,
  sendAnswer,
  type ServedByHeaders,
  type Write,
} from './outgoing';

interface ExchangeOptions {
  readonly clock: Clock;
  /** Takes each request once, when it is over; without its record one that could not be read. */
  readonly log: (entry: AccessEntry, exchange?: Exchange) => void;
  /** Paces the refusals of an overload; absent: they go out at once. */
  readonly pace?: PaceRefusal | undefined;
}

const now: Write = (write) => write();
const inARow: Write = createRound((run) => process.nextTick(run));

/** Not of one gateway each: a plain request gets its response only when it is handed over. */
const exchanges = createAttachment<ServerResponse, Exchange>();

/** One request at the edge: its record, its one way out, and its line in the log when it is over. */
export class Exchange extends RequestContext {
  declare readonly cancel: ClientDisconnect;
  private readonly startedAt: number;
  private readonly isV1: boolean;
  private isAnswered = false;
  private isSurrendered = false;
  private isClosed = false;
  private isOver = false;
  private endsNotes = false;
  /** Pieces of work that go on also when the client disconnects. */
  private works = 0;

  constructor(
    private readonly received: EdgeRequest,
    private readonly options: ExchangeOptions,
    private readonly everyAnswer: ServedByHeaders,
  ) {
    const { method, target, authorization } = received;
    const contentType = received.header('content-type');
    const traceparent = readTraceparent(received.header('traceparent'));
    const cancel = new ClientDisconnect();
    super(
      { id: makeRequestId(), method, target, authorization, contentType, traceparent, cancel },
      options.clock,
    );
    this.startedAt = options.clock.steady();
    this.isV1 = isUnder('/v1', target);
    received.onClose(() => this.closed());
  }

  override readBody(): Later<Result<Buffer, ProblemCode>> {
    return this.received.readBody();
  }

  get userAgent(): string | undefined {
    return this.received.header('user-agent');
  }

  /** Milliseconds since the request began. */
  age(): number {
    return this.options.clock.steady() - this.startedAt;
  }

  /** Headers of every answer to this request, but an upstream's own of the same name wins. */
  headers(): Headers {
    const { v1Path, otherPath, servedBy } = this.everyAnswer;
    if (!this.isV1) return otherPath;
    const { because, servedBy: by } = this.facts;
    return by === undefined ? v1Path : servedBy[because ?? by];
  }

  /** Adds to what the log line says; in vain once it is written. */
  note(facts: Partial<Facts>): void {
    if (!this.isOver) Object.assign(this.facts, facts);
  }

  /** The work goes on should the client disconnect: the log line waits for the returned function to be called. */
  goesOn(): () => void {
    this.works += 1;
    return () => {
      this.works -= 1;
      this.end();
    };
  }

  /**
   * Sends a whole answer in a row with all that the calls of this round have brought: written each as it is made they
   * wake the one who reads them each time, and a translated request takes a fifth more of the processor.
   */
  answerInRow(answer: Answer): void {
    // An error in the rest of a request ends the connection as soon as it is read.
    this.answer(answer, this.received.isWhole ? inARow : now);
  }

  /** Sends a whole answer, the first one only. What the client still sends of its request is read and forgotten. */
  answer(answer: Answer, write: Write = now): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.received.forgetRest();
    const { pace } = this.options;
    if (pace === undefined || this.facts.problem !== 'overloaded') this.send(answer, write);
    else pace(() => this.isClosed || this.isSurrendered || this.received.isBegun || this.send(answer, now));
  }

  private send(answer: Answer, write: Write): void {
    sendAnswer(this.received, answer, this.id, this.headers(), write);
  }

  /** Ends the notes of a write when the client has its answer: killed before, nobody would know what became of it. */
  endNotes(): void {
    if (this.isClosed || this.received.isSent) this.notes?.ended();
    else this.endsNotes = true;
  }

  /** Sends a problem in the v1 shape and names it in the log. */
  fail(code: ProblemCode, headers?: Headers): void {
    if (!this.isAnswered) this.note({ problem: code });
    this.answer(problemAnswer(code, this.id, headers));
  }

  /** Answers a bug; an answer that has begun is cut off. */
  failLate(): void {
    if (this.received.isBegun) {
      this.received.cutOff();
      return;
    }
    // What was to be the answer could not be written.
    this.isAnswered = this.isSurrendered;
    this.fail('internal');
  }

  /** Gives the problem as an answer for someone else to send, in place of any other. */
  surrender(code: ProblemCode): TextAnswer {
    const answer = problemAnswer(code, this.id, this.headers());
    this.isAnswered = this.isSurrendered = true;
    this.note({ problem: code });
    this.received.status = answer.status; // for the log
    return answer;
  }

  /** Hands the request on as Node's messages; `listener` is called before this returns. */
  handOver(listener: RequestListener): void {
    this.received.handOver((request, response) => {
      exchanges.set(response, this);
      listener(request, response);
    });
  }

  private closed(): void {
    this.isClosed = true;
    if (this.endsNotes) this.notes?.ended();
    if (!this.received.isSent) {
      this.facts.problem ??= 'clientGone';
      this.cancel.fire();
    }
    this.end();
  }

  /** Writes the log line once the response is closed and no work goes on. */
  private end(): void {
    if (!this.isClosed || this.works > 0 || this.isOver) return;
    const { facts, received } = this;
    const isBegun = this.isAnswered || received.isBegun;
    facts.status = isBegun ? received.status : problems.clientGone.status;
    facts.milliseconds = this.age();
    this.isOver = true;
    this.options.log(facts, this);
  }
}

export interface ExchangesOptions extends ExchangeOptions {
  /** Headers of every answer to a v1 request. */
  readonly v1Headers: Headers;
}

/** The exchanges under way, by Node's response where it has read the request. */
export interface Exchanges {
  readonly open: (request: EdgeRequest) => Exchange;
  readonly of: (response: ServerResponse) => Exchange;
  /** Undefined while the request waits for its admission. */
  readonly opened: (response: ServerResponse) => Exchange | undefined;
}

/** Makes exchanges, and finds them again by their responses. */
export function createExchanges(options: ExchangesOptions): Exchanges {
  const everyAnswer = createServedByHeaders(options.v1Headers);
  return {
    open: (request) => {
      const exchange = new Exchange(request, options, everyAnswer);
      exchanges.set(request.response, exchange);
      return exchange;
    },
    opened: exchanges.get,
    of: (response) => {
      const exchange = exchanges.get(response);
      if (exchange === undefined) throw new Error('the request did not come through the listener');
      return exchange;
    },
  };
}
