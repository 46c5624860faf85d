import type { AskedQuery, Operation, Outgoing } from '../mapping/compile/compiledOperation';
import type { Printed } from '../mapping/translate/translateAnswer';
import type { CallContext, Gone } from './upstream';
import type { FailurePhase } from './refusal';
import type { Result } from '../contract/result';
import type { Answer, ProblemCode, Trace } from './problems';

/** A checked v1 request: everything that its v2 calls are made of. */
export interface Task {
  readonly operation: Operation;
  /** v1 path parameters, and those of v2 that the body fills. */
  readonly values: Readonly<Record<string, string>>;
  readonly asked: AskedQuery;
  readonly outgoing: Outgoing;
  readonly errand: CallContext;
}

/** What a task came to. */
export interface Performed {
  /** Rate-limit headers for the client. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole v1 body, and for the parts that more than one call makes its envelope. */
  readonly printed: Printed;
  /** True when a write was left out, because it would change nothing. */
  readonly unchanged?: true;
}

/** A v1 request that an operation answers: path parameters decoded once and checked. */
export interface Route {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly query?: URLSearchParams;
}

/** One translated request, as the edge hands it over: plain values, no Express object. */
export interface GatewayRequest {
  readonly id: string;
  readonly route: Route;
  /** The client's Authorization header, as sent. */
  readonly authorization: string | undefined;
  /** The client's Content-Type header, as sent. */
  readonly contentType: string | undefined;
  /** The client's trace (W3C Trace Context), checked. */
  readonly traceparent?: string | undefined;
  /** The whole body as bytes; empty when there was none. */
  readonly body: Buffer;
  /** Fires when the client has gone. */
  readonly gone: Gone;
}

/** What became of a request. */
export interface Handled {
  readonly answer: Answer;
  readonly trace: Trace;
  /** How far it had come when it failed; absent when it did not. */
  readonly phase?: FailurePhase;
}

/** The gateway as the edge sees it. */
export interface Gateway {
  /**
   * Finds the operation for a method and raw request target; undefined when no operation is
   * mapped there, a problem when one is and the path is not fit for it (400, 404).
   */
  readonly match: (method: string, path: string) => Result<Route, ProblemCode> | undefined;
  /** Answers a matched request: exactly one answer, never a throw. */
  readonly handle: (request: GatewayRequest) => Promise<Handled>;
}
