import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, problemAnswer, problems, type Trace } from '../../gateway/problems';
import type { Clock } from '../../contract/clock';
import type { AccessEntry } from '../observability/accessLog';
import { createGone } from './clientDisconnect';
import {
  createServedByHeaders,
  type Exchange,
  type Headers,
  type ServedByHeaders,
  withServedByHeaders,
} from './exchange';
import { isUnder } from './requestLine';
import { createAttachment } from './attachment';

interface ExchangeOptions {
  readonly clock: Clock;
  /** Told once about each request, when it is over. */
  readonly log: (entry: AccessEntry) => void;
}

/** The line of the log, while it is written. */
type Entry = { -readonly [Name in keyof AccessEntry]: AccessEntry[Name] };

/** All members from the beginning: V8 takes a microsecond for each that comes later. */
const begun: Entry = {
  requestId: '',
  method: '',
  status: 0,
  milliseconds: 0,
  servedBy: undefined,
  because: undefined,
  route: 'unmatched',
  shape: undefined,
  stage: undefined,
  caller: undefined,
  upstreamCalls: 0,
  upstreamMilliseconds: undefined,
  problem: undefined,
  ambiguous: undefined,
  executed: undefined,
  detail: undefined,
};

/** A key that was shown is told also when the gateway knows nobody by it. */
function add(entry: Entry, more: Partial<Trace>): void {
  const { caller = entry.caller } = more;
  Object.assign(entry, more);
  entry.caller = caller;
}

/** Tells of a client that has left before its answer, and of the end: the response is closed, and no work goes on. */
function whenOver(response: ServerResponse, left: () => void, over: () => void): Exchange['goesOn'] {
  let isClosed = false;
  let works = 0;
  let isTold = false;
  const look = (): void => {
    if (!isClosed || works > 0 || isTold) return;
    isTold = true;
    over();
  };
  response.once('close', () => {
    isClosed = true;
    if (!response.writableFinished) left();
    look();
  });
  return () => {
    works += 1;
    return () => {
      works -= 1;
      look();
    };
  };
}

/** Gives a request its id and, when it is over, its line in the log. */
function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { clock, log }: ExchangeOptions,
  marksOf: ServedByHeaders,
): Exchange {
  const id = randomUUID();
  const began = clock.steady();
  const { method = '', url = '' } = request;
  const entry: Entry = { ...begun, requestId: id, method };
  const { gone, leave } = createGone();
  let answered = false;
  let isOver = false;
  let marks: Headers = isUnder('/v1', url) ? marksOf.v1Path : marksOf.otherPath;

  const age = (): number => clock.steady() - began;
  const note: Exchange['note'] = (more) => {
    if (!isOver) add(entry, more);
  };
  const answer = (given: Answer): void => {
    if (answered) return;
    answered = true;
    send(response, given, id, marks);
  };
  const left = (): void => {
    entry.problem ??= 'clientGone';
    leave();
  };
  const goesOn = whenOver(response, left, () => {
    entry.status = answered || response.headersSent ? response.statusCode : problems.clientGone.status;
    entry.milliseconds = age();
    isOver = true;
    log(entry);
  });
  return {
    id,
    served: (by) => {
      [entry.servedBy, entry.because] = by === 'fallback' ? ['v1', by] : [by, undefined];
      marks = marksOf.servedBy[by];
    },
    marks: () => marks,
    trace: () => entry,
    age,
    gone: () => gone,
    goesOn,
    note,
    answer,
    fail: (code, headers) => {
      if (!answered) note({ problem: code });
      answer(problemAnswer(code, id, headers));
    },
    surrender: (code) => {
      const problem = problemAnswer(code, id, marks);
      answered = true;
      note({ problem: code });
      response.statusCode = problem.status; // for the log
      return problem;
    },
  };
}

/** Sends an answer; what the client still sends of its request is read and forgotten. */
function send(response: ServerResponse, answer: Answer, id: string, marks: Headers): void {
  const { status, body } = answer;
  response.req.unpipe();
  response.req.resume();
  const bytes = Buffer.byteLength(body);
  response.writeHead(status, headersOf(id, answer, marks, bytes));
  // As many bytes as characters are ASCII, which goes out without being encoded.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8');
}

/** Names and values in turn. A 204 has no length (RFC 9110 8.6). No cache keeps an answer: it may hold credentials. */
function headersOf(id: string, { status, headers }: Answer, marks: Headers, bytes: number): string[] {
  const all = withServedByHeaders(marks, headers);
  all.push('cache-control', 'no-store', 'x-request-id', id);
  if (status !== 204) all.push('content-length', String(bytes));
  return all;
}

export interface ExchangesOptions extends ExchangeOptions {
  /** Headers of every answer to a v1 request. */
  readonly v1Headers: Headers;
}

/** The exchanges under way, by their response. */
export interface Exchanges {
  readonly open: (request: IncomingMessage, response: ServerResponse) => Exchange;
  readonly of: (response: ServerResponse) => Exchange;
  /** Undefined while the request waits at the door. */
  readonly opened: (response: ServerResponse) => Exchange | undefined;
}

/** Makes exchanges, and finds them again by their responses. */
export function createExchanges(options: ExchangesOptions): Exchanges {
  const marks = createServedByHeaders(options.v1Headers);
  const exchanges = createAttachment<ServerResponse, Exchange>();
  return {
    open: (request, response) => {
      const exchange = openExchange(request, response, options, marks);
      exchanges.set(response, exchange);
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
