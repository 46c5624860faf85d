import { STATUS_CODES, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { ProblemCode } from '../gateway/problems';
import { AMBIGUOUS } from '../gateway/refusal';
import { cutOff } from './cutOff';
import { endToEnd } from './endToEnd';
import type { Exchange } from './exchange';
import type { Copy } from './shadow/copy';

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

/** Follows one request from the client to the upstream and its answer back. */
export function followPass(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  copy?: Copy,
): FollowedPass {
  let upstream: ClientRequest | undefined;
  let timedOut = false;
  let sent = false;
  let release: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const over = (): boolean => response.writableEnded || response.destroyed;

  const fail = (code: ProblemCode): void => {
    upstream?.destroy();
    if (over()) return;
    const problem = timedOut ? 'upstreamTimeout' : code;
    const ambiguous = sent && !isRead(request);
    if (ambiguous) exchange.note({ ambiguous });
    if (response.headersSent) {
      exchange.note({ problem });
      cutOff(response);
    } else exchange.fail(problem, ambiguous ? AMBIGUOUS : {});
  };

  response.once('close', () => {
    if (upstream === undefined) release();
    // A write that has left whole runs to its end; an answer that nobody reads does not.
    else if (!response.writableFinished && (response.headersSent || isRead(request))) upstream.destroy();
  });

  return {
    over,
    fail,
    released,
    began: (begun) => {
      upstream = begun;
      exchange.note({ upstreamCalls: 1 });
      // Nothing leaves before there is a connection; from then on something may have.
      if (begun.socket?.connecting === true) begun.socket.once('connect', () => (sent = true));
      else sent = true;
      // http-proxy's own listener, the first, aborts the request: what follows looks like a reset.
      begun.once('timeout', () => (timedOut = true));
      // Without a listener Node closes the connection and says nothing.
      begun.once('upgrade', () => fail('upstreamBroken'));
      begun.once('close', release);
    },
    answered: (answer) => {
      const { statusCode = 0 } = answer;
      if (over() || statusCode < 200 || statusCode > 599) {
        fail('upstreamBroken');
        return;
      }
      // The head waits for the body to begin or end: until then a problem can still be told as one.
      answer.once('readable', () => {
        response.writeHead(statusCode, reasonOf(answer), answerHeaders(answer, exchange));
        answer.pipe(response);
        copy?.answered(answer);
      });
      finished(answer, (error) => {
        if (error) fail('upstreamBroken');
      });
    },
  };
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** The reason phrase; Node reads characters in it that it refuses to write. */
function reasonOf({ statusCode = 0, statusMessage = '' }: IncomingMessage): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : (STATUS_CODES[statusCode] ?? '');
}

/**
 * Every end-to-end header as it was written, in its order, after the marks; an upstream's own request id wins. What v1
 * says about its own end is not true of this gateway, which says it itself; links of both are kept.
 */
function answerHeaders({ rawHeaders, headers }: IncomingMessage, { id, marks }: Exchange): string[] {
  const goesOn = endToEnd(headers.connection);
  const own = marks();
  const replaced = new Set(own['deprecation'] === undefined ? [] : ['deprecation', 'sunset']);
  const passed = headers['x-request-id'] === undefined ? ['X-Request-Id', id] : [];
  passed.push(...Object.entries(own).flat());
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (goesOn(name) && !replaced.has(name.toLowerCase())) passed.push(name, value);
  }
  return passed;
}
