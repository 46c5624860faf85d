import type { Method } from '../mapping/operation';
import type { Result } from '../translation/result';
import type { Gone } from './gone';

/** One call to the v2 upstream. The origin comes from configuration only. */
export interface UpstreamRequest {
  readonly method: Method;
  /** Origin-form target, already percent-encoded, with its query. */
  readonly path: string;
  /** The full Authorization header value; absent for a call that needs no key. */
  readonly authorization?: string;
  /** JSON text; absent for requests without a body. */
  readonly body?: string | undefined;
  readonly requestId: string;
  /** The client's trace (W3C Trace Context), checked. */
  readonly traceparent?: string | undefined;
  /** Instant (steady ms) at which the call is given up, whatever it is doing. */
  readonly deadlineAt: number;
  /** Aborts the call when the client has gone; given for reads only: a write runs to its end. */
  readonly gone?: Gone | undefined;
}

/** A complete answer: head and whole body were received within every limit, and unpacked. */
export interface UpstreamAnswer {
  readonly status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Why there is no complete answer. */
export interface UpstreamFault {
  readonly kind:
    | 'unreachable' // DNS, refused, TLS, connect timeout
    | 'overloaded' // the gateway's own queue is full
    | 'reset' // the connection ended before an answer began
    | 'truncated' // it ended inside an answer
    | 'malformed' // not HTTP, or framed in two ways
    | 'encoded' // a content coding that is not unpacked, or a body that breaks its rules
    | 'tooLarge' // head or body over its cap, as sent or unpacked
    | 'timeout' // past the deadline
    | 'cancelled'; // the client has gone
  /** False only when provably no byte of the request was sent: then even a write may be sent again. */
  readonly sent: boolean;
  /** Of an answer that had begun: what its head said. */
  readonly status?: number;
}

/** The port to the v2 upstream: never throws, never follows a redirect, never retries. */
export type Upstream = (request: UpstreamRequest) => Promise<Result<UpstreamAnswer, UpstreamFault>>;
