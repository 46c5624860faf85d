import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { UpstreamAnswer, UpstreamFault } from '../gateway/upstream';
import { failure, success, type Result } from '../translation/result';
import { faultKind, type Phase } from './faultKind';
import { joinedHeaders } from './joinedHeaders';

type Kind = UpstreamFault['kind'];

/** One call on its way through undici. */
export interface FollowedCall {
  readonly handler: Dispatcher.DispatchHandler;
  /** Settles now, before an answer; breaks the connection if the call is using one. */
  readonly giveUp: (kind: Kind) => void;
  /** Resolves once, with the answer or the reason for none. */
  readonly outcome: Promise<Result<UpstreamAnswer, UpstreamFault>>;
  /** Resolves when undici has let go of the call, which may be after `outcome`. */
  readonly released: Promise<void>;
}

/**
 * Collects one answer and knows how far the call has come. `sent: false` is proof: undici's HTTP/1 writer runs
 * `onRequestStart` before its first write to the socket, and an abort inside it keeps every byte back.
 */
export function followCall(): FollowedCall {
  const chunks: Buffer[] = [];
  let phase: Phase = 'unsent';
  let settled = false;
  let head: Omit<UpstreamAnswer, 'body'> | undefined;
  let connection: Dispatcher.DispatchController | undefined;
  let release: () => void;
  let resolve: (outcome: Result<UpstreamAnswer, UpstreamFault>) => void;
  const released = new Promise<void>((done) => (release = done));
  const outcome = new Promise<Result<UpstreamAnswer, UpstreamFault>>((done) => (resolve = done));

  const fail = (kind: Kind): void => {
    settled = true;
    resolve(failure({ kind, sent: phase !== 'unsent' }));
  };
  const giveUp = (kind: Kind): void => {
    fail(kind);
    connection?.abort(new Error('given up'));
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      if (settled) {
        controller.abort(new Error('given up'));
        return;
      }
      phase = 'sent';
      connection = controller;
    },
    onResponseStart: (_controller, status, headers) => {
      if (status >= 100 && status < 200) return;
      phase = 'body';
      const unfit = unfitHead(status, headers);
      if (unfit !== undefined) giveUp(unfit);
      else head = { status, headers: joinedHeaders(headers) };
    },
    onResponseData: (_controller, chunk) => {
      chunks.push(chunk);
    },
    onResponseEnd: () => {
      if (head !== undefined) {
        const { status, headers } = head;
        resolve(success({ status, headers, body: Buffer.concat(chunks) }));
      }
      release();
    },
    onResponseError: (_controller, error) => {
      if (!settled) fail(faultKind(phase, error));
      release();
    },
  };
  return { handler, giveUp, outcome, released };
}

function unfitHead(status: number, headers: IncomingHttpHeaders): Kind | undefined {
  if (status < 100 || status > 599) return 'malformed'; // RFC 9110 15
  const coding = headers['content-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'identity' ? undefined : 'encoded';
}
