import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Trace } from '../gateway/answer';
import type { Clock } from '../gateway/clock';
import { problemAnswer } from '../gateway/problems';
import type { AccessEntry } from './accessEntry';
import type { Exchange } from './exchange';
import { createGone } from './createGone';
import { isUnder } from './isUnder';

export interface ExchangeOptions {
  readonly clock: Clock;
  /** Told once about each request, when it is over. */
  readonly log: (entry: AccessEntry) => void;
  /** Headers of every answer to a v1 request. */
  readonly v1Headers: Readonly<Record<string, string>>;
}

/** Gives a request its id and, when it is over, its line in the log. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { clock, log, v1Headers }: ExchangeOptions,
): Exchange {
  const id = randomUUID();
  const began = clock.steady();
  const trace: Trace = { route: 'unmatched', upstreamCalls: 0 };
  const { gone, leave } = createGone();
  let answered = false;
  let marks: Readonly<Record<string, string>> = isUnder('/v1', request.url ?? '') ? v1Headers : {};

  const age = (): number => clock.steady() - began;
  const note = (more: Partial<Trace>): void => {
    Object.assign(trace, more);
  };
  const answer = (given: Answer): void => {
    if (answered) return;
    answered = true;
    request.unpipe();
    request.resume();
    const bytes = Buffer.byteLength(given.body);
    response.writeHead(given.status, headersOf(id, given, marks, bytes));
    // As many bytes as characters are ASCII, which goes out without being encoded.
    response.end(given.body, bytes === given.body.length ? 'latin1' : 'utf8');
  };
  response.once('close', () => {
    if (!response.writableFinished) {
      note({ problem: trace.problem ?? 'clientGone' });
      leave();
    }
    const { method = '' } = request;
    const { statusCode: status } = response;
    const servedBy = marks['x-lifeboat-served-by'];
    const served = servedBy === undefined ? undefined : { servedBy };
    log(Object.assign({ requestId: id, method, status, milliseconds: age() }, served, trace));
  });
  return {
    id,
    mark: (headers) => {
      marks = Object.assign({}, marks, headers);
    },
    marks: () => marks,
    trace: () => trace,
    age,
    gone: () => gone,
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

/** A 204 has no length (RFC 9110 8.6). No cache keeps an answer: it may hold credentials. */
const ownHeaders = (status: number, bytes: number): Record<string, string | number> =>
  status === 204 ? { 'cache-control': 'no-store' } : { 'cache-control': 'no-store', 'content-length': bytes };

type Headers = Record<string, string | number>;

/** Several links stand in one field (RFC 8288 3.5): those of an answer before those of every answer. */
function headersOf(
  id: string,
  { status, headers }: Answer,
  marks: Readonly<Record<string, string>>,
  bytes: number,
): Headers {
  const own = ownHeaders(status, bytes);
  const all: Headers = Object.assign({}, marks, headers, own);
  all['x-request-id'] = id;
  if (headers['link'] !== undefined && marks['link'] !== undefined) {
    all['link'] = `${headers['link']}, ${marks['link']}`;
  }
  return all;
}
