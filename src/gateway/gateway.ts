import type { FailurePhase } from '../cutover/fallbackFor';
import type { Result } from '../translation/result';
import type { Operation } from '../mapping/operation';
import type { Answer, Trace } from './answer';
import type { Gone } from './gone';
import type { ProblemCode } from './problems';

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
