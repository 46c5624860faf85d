import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Trace } from '../gateway/answer';
import type { Clock } from '../gateway/clock';
import { problemAnswer } from '../gateway/problems';
import type { AccessEntry } from './accessEntry';
import type { Exchange } from './exchange';

export interface ExchangeOptions {
  readonly clock: Clock;
  /** Told once about each request, when it is over. */
  readonly log: (entry: AccessEntry) => void;
}

/** Gives a request its id and, when it is over, its line in the log. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { clock, log }: ExchangeOptions,
): Exchange {
  const id = randomUUID();
  const began = clock.now();
  let trace: Trace = { route: 'unmatched', upstreamCalls: 0 };
  let answered = false;

  const note = (more: Partial<Trace>): void => {
    trace = { ...trace, ...more };
  };
  const answer = (given: Answer): void => {
    if (answered) return;
    answered = true;
    request.unpipe();
    request.resume();
    response.writeHead(given.status, { ...given.headers, ...ownHeaders(given), 'x-request-id': id });
    response.end(given.body);
  };
  response.once('close', () => {
    if (!response.writableFinished) note({ problem: trace.problem ?? 'clientGone' });
    const { statusCode: status } = response;
    log({ requestId: id, method: request.method ?? '', status, milliseconds: clock.now() - began, ...trace });
  });
  return {
    id,
    gone: () => goneSignal(response),
    note,
    answer,
    fail: (code, headers) => {
      if (!answered) note({ problem: code });
      answer(problemAnswer(code, id, headers));
    },
    surrender: (code) => {
      const problem = problemAnswer(code, id);
      answered = true;
      note({ problem: code });
      response.statusCode = problem.status; // for the log
      return problem;
    },
  };
}

/** A 204 has no length (RFC 9110 8.6). No cache keeps an answer: it may hold credentials. */
function ownHeaders({ status, body }: Answer): Record<string, string | number> {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  return { 'cache-control': 'no-store', ...length };
}

function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
