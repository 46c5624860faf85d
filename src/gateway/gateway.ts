import type { AskedQuery, Operation, OutgoingRequest } from '../mapping/compile/compiledOperation';
import type { PrintedAnswer } from '../mapping/translate/translateAnswer';
import type { CallContext, CarriedHeaders, RequestContext, RequestHead } from './context';
import type { FailurePhase, Refusal, SuccessMark } from './refusal';
import type { Result } from '../contract/result';
import type { Answer, ProblemCode } from './problems';

/** A checked v1 request with everything that its v2 calls need. */
export interface Task {
  readonly operation: Operation;
  /** v1 path parameters, and v2 path parameters that the body fills. */
  readonly values: Readonly<Record<string, string>>;
  readonly askedQuery: AskedQuery;
  readonly outgoing: OutgoingRequest;
  /** Conditions of the client, in v2's words, for the call itself. */
  readonly conditions?: CarriedHeaders | undefined;
  readonly context: CallContext;
}

/** The translated answer to a request that has succeeded. */
export interface V1Success {
  readonly headers: Readonly<Record<string, string>>;
  /** The whole v1 body, as bytes for a list, and its envelope for parts that several calls make. */
  readonly printed: Partial<Pick<PrintedAnswer, 'data' | 'id'>> & Pick<Answer, 'body'>;
  /** Target of the next page of a list. It is absent at its end. */
  readonly next?: string | undefined;
  readonly mark?: SuccessMark | undefined;
}

/** A v1 request that an operation answers: path parameters decoded once and checked. */
export interface Route {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query?: URLSearchParams;
}

/** One translated request as plain values; it comes from a fixture, a replay, `explain` or the comparison. */
export interface GatewayRequest extends Omit<RequestHead, 'method' | 'target'> {
  readonly route: Route;
  readonly body: Buffer;
}

/** The answer that the gateway has made to a request, with the reason if it is no success. */
export interface MadeAnswer {
  readonly answer: Answer;
  readonly upstreamCalls: number;
  /** Why there is no success, for the log. It is absent for a success. */
  readonly refusal?: Pick<Refusal, 'code' | 'detail' | 'ambiguous' | 'executed' | 'isUnmapped'>;
  readonly phase?: FailurePhase;
}

/** The gateway for requests that are plain values. */
export interface Gateway {
  /** Finds the operation for a method and raw target: undefined without one, a problem when the path does not fit. */
  readonly match: (method: string, path: string) => Result<Route, ProblemCode> | undefined;
  /** Answers a matched request from v2: exactly one answer, never a throw. */
  readonly handle: (request: GatewayRequest) => Promise<MadeAnswer>;
}

/** The gateway as the pipeline of the edge sees it. */
export interface Translation extends Pick<Gateway, 'match'> {
  /** Answers from v2 a request whose route, caller and body are known: exactly one answer, never a throw. */
  readonly translate: (context: RequestContext, route: Route) => Promise<MadeAnswer>;
}
