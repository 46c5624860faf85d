import type { ServedRequest } from '../cutover/evidence/traffic';
import type { Side } from '../cutover/stages/stage';
import type { StagedDecision } from '../cutover/stages/decide';
import type { Json } from '../contract/json';
import type { Operation } from '../mapping/compile/compiledOperation';
import type { ProblemCode } from './problems';
import { type Result, success } from '../contract/result';
import type { Clock } from '../contract/clock';
import type { Caller } from './keys/clientKeys';

/** The part of an AbortSignal that calls need. Fires once, when the client disconnects. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/** Headers of each call, names in lower case: the trace, such as `traceparent`, and the client of the request. */
export type CarriedHeaders = Readonly<Record<string, string>>;

/** The headers of a request as its client wrote them, and the conditions of a read among them (RFC 9110 13.1). */
export type ClientHeaders = Readonly<Record<string, string | readonly string[] | undefined>> & {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
};

/** Sees each complete success of v2, by e.g. `GET /v2/account-offers/{account}`, untranslated; never throws. */
export type WatchAnswer = (endpoint: string, body: Json, pageSize?: number) => void;

/** The API that answers; `fallback` is v1 in v2's place. */
export type ServedBy = Side | 'fallback';

/**
 * Facts of one request for the access log. They hold no secret, and no text of the client but its method, which Node
 * has checked. All members are set from the beginning: V8 takes a microsecond for each member that is added later.
 */
export class Facts {
  /** The status sent, or the status that would have been sent had the client waited. */
  status = 0;
  /** Time from the beginning of work on the request to the end of its answer. */
  milliseconds = 0;
  /** The API that answered, where both APIs could. */
  servedBy: Side | undefined = undefined;
  /** Set where v1 answered in v2's place because v2 had failed or its breaker was open. */
  because: 'fallback' | undefined = undefined;
  /** Route template such as `/v1/accounts/by-login/{login}`, or a class for requests without a template. */
  route = 'unmatched';
  /** Shape of the path where no operation answers it, e.g. `/v1/orders/{id}`. */
  shape: string | undefined = undefined;
  /** Stage of the resource, where the route is mapped. */
  stage: string | undefined = undefined;
  /** Fingerprint of the caller's key: the first 12 hex digits of its SHA-256. */
  caller: string | undefined = undefined;
  upstreamCalls = 0;
  /** Time (ms) spent in these calls; the times of parallel calls are added up. */
  upstreamMilliseconds: number | undefined = undefined;
  /** Problem code of the answer. It is undefined for a success. */
  problem: ProblemCode | undefined = undefined;
  /** Set when a write may have been executed without a usable answer: an operator has to look at it. */
  ambiguous: true | undefined = undefined;
  /** Set when the ambiguous write is known to have been executed. */
  executed: true | undefined = undefined;
  /** The mismatch for the operator: paths and rules, never values. */
  detail: string | undefined = undefined;

  constructor(
    readonly requestId: string,
    readonly method: string,
  ) {}
}

/** One line of the access log. */
export type AccessEntry = Readonly<Partial<Facts>> & Readonly<Pick<Facts, Always>>;
type Always = 'requestId' | 'method' | 'status' | 'milliseconds' | 'route' | 'upstreamCalls';

/** A request that is over. It is made once, when the response has closed, for all that note, count or show requests. */
export interface RequestEnded {
  readonly entry: AccessEntry;
  readonly operation?: Operation | undefined;
  /** Habits of the request that v2 does not take: bits in the order of the operation's list, and `NEEDLESS_BODY`. */
  readonly habits?: number;
  readonly userAgent?: string | undefined;
  /** Outcome of the request as it counts for the cutover. It is absent where it says nothing about a side. */
  readonly served?: ServedRequest | undefined;
}

/** Notes of the calls of one write. */
export interface CallNotes {
  /** Notes a call of v2: its first byte is sent after the returned promise, which never rejects. */
  readonly leaves: (call: { readonly method: string; readonly path: string }) => Promise<void> | undefined;
  /** Notes a call of v1 in the same way, made in v2's place or because the stage says so. */
  readonly leavesForV1: () => Promise<void> | undefined;
  /** Ends the notes: the client has its answer, and an unknown outcome is on the list of writes. */
  readonly ended: () => void;
}

/** The caller and the limits under which the upstream is called. */
export interface CallContext {
  readonly id: string;
  /** The matched operation, whose resource the answers show unless a call says another. */
  readonly operation?: Pick<Operation, 'resource'> | undefined;
  readonly caller: Caller;
  /** Path and query of the client's request. It is absent where no client asks. */
  readonly target?: string;
  readonly carried?: CarriedHeaders | undefined;
  readonly clientHeaders?: ClientHeaders | undefined;
  /** Instant (steady ms) at which a call is given up, in any state. */
  readonly deadlineAt: number;
  /** Signal that ends the calls. Absent: they run to their end. */
  readonly cancel?: CancelSignal | undefined;
  readonly watch: WatchAnswer;
  readonly notes?: CallNotes | undefined;
  /** Counts a call that begins and returns the instant; `endCall` takes that instant. */
  readonly beginCall: () => number;
  readonly endCall: (began: number) => void;
}

/** Returns the same caller and count of calls, with another deadline and without the client's cancel signal. */
export function detachContext(context: CallContext, deadlineAt: number): CallContext {
  const { id, operation, caller, carried, watch } = context;
  const count = { beginCall: () => context.beginCall(), endCall: (began: number) => context.endCall(began) };
  return { id, operation, caller, carried, watch, deadlineAt, ...count };
}

export const emptyBody = Buffer.alloc(0);

/** A request before it is matched and read. */
export interface RequestHead {
  readonly id: string;
  /** The client's Authorization and Content-Type headers, as sent. */
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly carried?: CarriedHeaders | undefined;
  readonly clientHeaders?: ClientHeaders | undefined;
  readonly cancel: CancelSignal;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
}

const unwatched: WatchAnswer = () => undefined;

/** The one record of a request on its way; each field is written by the one step of the pipeline that finds it. */
export class RequestContext {
  readonly id: string;
  /** The client's method as written: HEAD stays HEAD. */
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly clientHeaders: ClientHeaders | undefined;
  readonly cancel: CancelSignal;
  readonly facts: Facts;
  carried: CarriedHeaders | undefined;
  /** The caller that owns the key. It is undefined for an unknown key, or none. */
  caller: Caller | undefined = undefined;
  /** Fingerprint of the presented key, known or not. */
  fingerprint: string | undefined = undefined;
  operation: Operation | undefined = undefined;
  habits = 0;
  decision: StagedDecision | undefined = undefined;
  /** End of the request for the cutover. It is undefined where it says nothing about a side. */
  outcome: ServedRequest | undefined = undefined;
  /** The target to ask v1 with. It is undefined if v1 must not be asked. */
  targetForV1: string | undefined = undefined;
  body: Buffer = emptyBody;
  deadlineAt = Infinity;
  watch = unwatched;
  notes: CallNotes | undefined = undefined;

  constructor(
    { id, method, target, authorization, contentType, carried, clientHeaders, cancel }: RequestHead,
    protected readonly clock: Pick<Clock, 'steady'>,
  ) {
    this.id = id;
    this.method = method;
    this.target = target;
    this.authorization = authorization;
    this.contentType = contentType;
    this.carried = carried;
    this.clientHeaders = clientHeaders;
    this.cancel = cancel;
    this.facts = new Facts(id, method);
  }

  /** Reads the whole body, never unpacked. The edge takes it from the socket only when the pipeline asks for it. */
  readBody(): Promise<Result<Buffer, ProblemCode>> {
    return Promise.resolve(success(this.body));
  }

  /** Notes the operation, and the habits of the target that v2 does not take. */
  noteOperation(
    operation: Operation,
    parameters: Readonly<Record<string, string>>,
    query?: URLSearchParams,
  ): void {
    this.facts.route = operation.v1.template;
    this.operation = operation;
    this.habits |= operation.habits?.ofRoute(this.target, parameters, query) ?? 0;
  }

  beginCall(): number {
    this.facts.upstreamCalls += 1;
    return this.clock.steady();
  }

  endCall(began: number): void {
    const took = this.clock.steady() - began;
    this.facts.upstreamMilliseconds = (this.facts.upstreamMilliseconds ?? 0) + took;
  }

  /** Returns this record as the context of upstream calls that are made for the caller. */
  contextFor(caller: Caller): CallContext {
    this.caller = caller;
    return this as CallContext;
  }

  /** Names the API that answers, in the log and in the answer. */
  noteServedBy(by: ServedBy): void {
    this.facts.servedBy = by === 'fallback' ? 'v1' : by;
    this.facts.because = by === 'fallback' ? by : undefined;
  }
}
