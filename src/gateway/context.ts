import type { Served } from '../cutover/evidence/traffic';
import type { Side } from '../cutover/stages/stage';
import type { StagedDecision } from '../cutover/stages/decide';
import type { Json } from '../contract/json';
import type { Operation } from '../mapping/compile/compiledOperation';
import type { ProblemCode } from './problems';
import { type Result, success } from '../contract/result';
import type { Clock } from '../contract/clock';
import type { Caller } from './keys/clientKeys';

/** Fires when the client disconnects, or nobody waits for an answer any more: as much of an AbortSignal as is needed. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: CancelListener) => void;
  readonly removeEventListener: (type: 'abort', listener: CancelListener) => void;
}

/** Headers that go with each call of a request: its trace, such as `traceparent`, and its client; names in lower case. */
export type CarriedHeaders = Readonly<Record<string, string>>;

/** The conditions of a read (RFC 9110 13.1), as its client wrote them. */
export interface ReadConditions {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
}

/** Called once when it fires. */
export type CancelListener = () => void;

/**
 * Sees the body of every complete success of v2 before anything is made of it, also of one that is refused afterwards;
 * `endpoint` is e.g. `GET /v2/account-offers/{account}`; of what was translated in one pass `forms` has been counted. Must neither throw nor change it.
 */
export type Watch = (endpoint: string, body: Json, pageSize?: number) => void;

/** Which API answers; `fallback` is v1 in v2's place. */
export type ServedBy = Side | 'fallback';

/**
 * Facts of one request for the access log: no secret, and no text of the client but its method, which Node has checked.
 * All members stand from the beginning: V8 takes a microsecond for each that comes later.
 */
export class Facts {
  readonly requestId: string;
  readonly method: string;
  /** The status sent, or that would have been sent had the client waited. */
  status = 0;
  /** From the beginning of work on it to the end of its answer. */
  milliseconds = 0;
  /** The API that answered, where both could. */
  servedBy: Side | undefined = undefined;
  /** Set where v1 answered in v2's place: v2 had failed, or its breaker was open. */
  because: 'fallback' | undefined = undefined;
  /** Route template such as `/v1/accounts/by-login/{login}`, or a class of its own for the rest. */
  route = 'unmatched';
  /** Shape of the path where no operation answers it, e.g. `/v1/orders/{id}`. */
  shape: string | undefined = undefined;
  /** Stage of the resource, where the route is mapped. */
  stage: string | undefined = undefined;
  /** Fingerprint of the caller's key: the first 12 hex digits of its SHA-256. */
  caller: string | undefined = undefined;
  /** Calls made to the upstream for this request. */
  upstreamCalls = 0;
  /** Time spent in them, ms; those under way at once are added up. */
  upstreamMilliseconds: number | undefined = undefined;
  /** Problem code of the answer; undefined of a success. */
  problem: ProblemCode | undefined = undefined;
  /** Set when a write may have been executed without a usable answer: someone has to look. */
  ambiguous: true | undefined = undefined;
  /** Set when it is known to have been executed all the same. */
  executed: true | undefined = undefined;
  /** The mismatch, for the operator: paths and rules, never values. */
  detail: string | undefined = undefined;

  constructor(requestId: string, method: string) {
    this.requestId = requestId;
    this.method = method;
  }
}

/** One line of the access log. Nothing in it was written by the client but the method, which Node has checked. */
export type AccessEntry = Readonly<Partial<Facts>> & Readonly<Pick<Facts, Always>>;
type Always = 'requestId' | 'method' | 'status' | 'milliseconds' | 'route' | 'upstreamCalls';

/** A request that is over: made once, when its response has closed, for everybody who notes, counts or shows requests. */
export interface RequestEnded {
  readonly entry: AccessEntry;
  /** The operation that it was matched to; absent without one. */
  readonly operation?: Operation | undefined;
  /** What it shows that v2 would want otherwise: bits in the order of the operation's list, and `NEEDLESS_BODY`. */
  readonly habits?: number;
  readonly userAgent?: string | undefined;
  /** How it counts for the cutover; absent where it says nothing of a side. */
  readonly served?: Served | undefined;
}

/** A call of a write. */
export interface NotedCall {
  readonly method: string;
  readonly path: string;
}

/** Notes of the calls of one write. */
export interface CallNotes {
  /** Notes a call of v2 before its first byte is sent, which waits for what is returned, if anything; that never rejects. */
  readonly leaves: (call: NotedCall) => Promise<void> | undefined;
  /** The same for the one that v1 gets in v2's place, or as its stage decides. */
  readonly leavesForV1: () => Promise<void> | undefined;
  /** The client has its answer, and what is unknown all the same is on the list of writes. */
  readonly ended: () => void;
}

/** On whose behalf the upstream is called, and until when. */
export interface CallContext {
  readonly id: string;
  readonly caller: Caller;
  /** Headers that go on with each call. */
  readonly carried?: CarriedHeaders | undefined;
  /** Of a read by its client; absent: it is read whole. */
  readonly conditions?: ReadConditions | undefined;
  /** Instant (steady ms) at which a call is given up, whatever it is doing. */
  readonly deadlineAt: number;
  /** Absent: the calls run to their end. */
  readonly cancel?: CancelSignal | undefined;
  readonly watch: Watch;
  /** Absent: no write is noted. */
  readonly notes?: CallNotes | undefined;
  /** Counts a call that begins; `ended` is handed the instant that it returns. */
  readonly began: () => number;
  readonly ended: (began: number) => void;
}

/** Returns the same caller and the same count of calls, but a deadline of its own and no client who ends it by leaving. */
export function detachedFrom(context: CallContext, deadlineAt: number): CallContext {
  const { id, caller, carried, watch } = context;
  const count = { began: () => context.began(), ended: (began: number) => context.ended(began) };
  return { id, caller, carried, watch, deadlineAt, ...count };
}

const nothing = Buffer.alloc(0);

/** A request before it is matched and read. */
export interface RequestHead {
  readonly id: string;
  /** The client's Authorization and Content-Type headers, as sent. */
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Headers that go on with each call. */
  readonly carried?: CarriedHeaders | undefined;
  readonly conditions?: ReadConditions | undefined;
  readonly cancel: CancelSignal;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
}

const unwatched: Watch = () => undefined;

/**
 * The one record of a request on its way: what it shows, what was decided, what the log will say. All its fields stand
 * from the beginning, and each is written by the one step of the pipeline that finds it out.
 */
export class RequestContext {
  readonly id: string;
  /** As the client wrote it: HEAD stays HEAD. */
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly carried: CarriedHeaders | undefined;
  readonly conditions: ReadConditions | undefined;
  readonly cancel: CancelSignal;
  readonly facts: Facts;
  /** The caller that the keys know; undefined for an unknown key, or none. */
  caller: Caller | undefined = undefined;
  /** Of whatever key it shows, known or not. */
  fingerprint: string | undefined = undefined;
  /** The operation that it is matched to. */
  operation: Operation | undefined = undefined;
  /** Habits of the request that v2 does not take: bits in the order of the operation's list, and `NEEDLESS_BODY`. */
  habits = 0;
  decision: StagedDecision | undefined = undefined;
  /** How it has ended for the cutover; undefined where that says nothing of a side. */
  outcome: Served | undefined = undefined;
  /** The target to ask v1 with; undefined: v1 must not be asked. */
  targetForV1: string | undefined = undefined;
  body: Buffer = nothing;
  deadlineAt = Infinity;
  watch = unwatched;
  /** Of a write; undefined where nobody takes notes. */
  notes: CallNotes | undefined = undefined;

  constructor(
    { id, method, target, authorization, contentType, carried, conditions, cancel }: RequestHead,
    protected readonly clock: Pick<Clock, 'steady'>,
  ) {
    this.id = id;
    this.method = method;
    this.target = target;
    this.authorization = authorization;
    this.contentType = contentType;
    this.carried = carried;
    this.conditions = conditions;
    this.cancel = cancel;
    this.facts = new Facts(id, method);
  }

  /** Reads the whole body, never unpacked; the edge takes it from the socket once it is known to be wanted here. */
  readBody(): Promise<Result<Buffer, ProblemCode>> {
    return Promise.resolve(success(this.body));
  }

  /** Notes the operation, and what the target shows that v2 would want otherwise. */
  matched(operation: Operation, parameters: Readonly<Record<string, string>>, query?: URLSearchParams): void {
    this.facts.route = operation.v1.template;
    this.operation = operation;
    this.habits |= operation.habits?.ofRoute(this.target, parameters, query) ?? 0;
  }

  began(): number {
    this.facts.upstreamCalls += 1;
    return this.clock.steady();
  }

  ended(began: number): void {
    const took = this.clock.steady() - began;
    this.facts.upstreamMilliseconds = (this.facts.upstreamMilliseconds ?? 0) + took;
  }

  /** The record as its upstream calls see it: they are made on behalf of this caller. */
  callsFor(caller: Caller): CallContext {
    this.caller = caller;
    return this as CallContext;
  }

  /** Names the API that answers, in the log and in the answer. */
  served(by: ServedBy): void {
    this.facts.servedBy = by === 'fallback' ? 'v1' : by;
    this.facts.because = by === 'fallback' ? by : undefined;
  }
}
