import type { Method } from '../mapping/compile/compiledOperation';
import type { KeyLine } from '../mapping/profile/keyStyle';
import type { Result } from '../contract/result';
import type { CallContext, CallNotes, CancelSignal, CarriedHeaders } from './context';

/** One call to the v2 upstream. The origin comes from configuration only. */
export interface UpstreamRequest {
  readonly method: Method;
  /** Target in origin form, already percent-encoded, with its query. */
  readonly path: string;
  /** The full Authorization header value. It is absent for a call that needs no key. */
  readonly authorization?: string;
  /** The header , or parameter of the query, that shows the key in place of `Authorization`; never a part of `path`. */
  readonly keyLine?: KeyLine | undefined;
  /** JSON text, or its UTF-8. It is absent for requests without a body. */
  readonly body?: string | Buffer | undefined;
  readonly requestId: string;
  /** Resource, or contract of a further call, that the answer shows or lists: some APIs name it in the body. */
  readonly resource?: string | undefined;
  readonly carried?: CarriedHeaders | undefined;
  /** Instant (steady ms) at which the call is given up, in any state. */
  readonly deadlineAt: number;
  /** Notes a write before its first byte is sent. */
  readonly notes?: Pick<CallNotes, 'leaves'> | undefined;
  /** Ends the call when the client disconnects; only given for reads, because a write runs to its end. */
  readonly cancel?: CancelSignal | undefined;
}

/** A complete answer: head and whole body were received within every limit, and unpacked. */
export interface UpstreamAnswer {
  readonly status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The reason why there is no complete answer. */
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
    | 'cancelled'; // the client has disconnected
  /** False only if provably no byte of the request was sent: then even a write may be sent again. */
  readonly sent: boolean;
  /** The head of an answer that had begun. */
  readonly status?: number;
}

/** The port to the v2 upstream: never throws, never follows a redirect, never retries. */
export type Upstream = (request: UpstreamRequest) => Promise<Outcome>;

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

interface UpstreamCall extends Pick<UpstreamRequest, 'method' | 'path' | 'body' | 'resource'> {
  /** Conditions of a read, in v2's words. */
  readonly conditions?: CarriedHeaders | undefined;
}

/** Reports whether the same request may be sent again. It was not executed, or a second execution does no harm. */
function isRepeatable(fault: UpstreamFault, method: UpstreamCall['method']): boolean {
  const endedEarly = fault.kind === 'unreachable' || fault.kind === 'reset';
  return endedEarly && (method === 'GET' || !fault.sent);
}

const requestOf = (
  { id: requestId, operation, carried, deadlineAt, notes, cancel }: CallContext,
  { method, path, body, conditions, resource = operation?.resource }: UpstreamCall,
  authorization: string,
): UpstreamRequest => ({
  method,
  path,
  body,
  authorization,
  requestId,
  resource,
  carried: conditions === undefined ? carried : { ...carried, ...conditions },
  deadlineAt,
  notes: method === 'GET' ? undefined : notes,
  // A write runs to its end, even when its client has left.
  cancel: method === 'GET' ? cancel : undefined,
});

/**
 * Calls the upstream, at most once more after a connection that ended before an answer began: reads always, writes only
 * if no byte of them was sent. The only status that is retried is the 401 of a key rotation: it is a complete refusal,
 * so the request goes out once more with the caller's other key.
 */
export async function callUpstream(
  upstream: Upstream,
  context: CallContext,
  call: UpstreamCall,
): Promise<Outcome> {
  const [firstKey, second] = context.caller.authorizations();
  let authorization = firstKey;
  let hasRepeated = false;
  for (;;) {
    const began = context.beginCall();
    const outcome = await upstream(requestOf(context, call, authorization));
    context.endCall(began);
    if (!outcome.ok) {
      if (hasRepeated || !isRepeatable(outcome.failure, call.method)) return outcome;
      hasRepeated = true;
    } else if (second === undefined || outcome.value.status !== 401) {
      if (authorization === second) context.caller.tryFirst(second);
      return outcome;
    } else if (authorization === second) return outcome;
    else authorization = second;
  }
}

/** Number of calls in a row without an answer after which an upstream counts as away. */
const AWAY_AFTER_UNANSWERED = 5;

export type UpstreamWatch = ReturnType<typeof createUpstreamWatch>;

/** Creates a watch that tells from the gateway's own calls whether an upstream answers. Any status is an answer, even 500. */
export function createUpstreamWatch() {
  let unanswered = 0;
  let latestFault: UpstreamFault['kind'] | undefined;
  return {
    /** Notes the end of a call. */
    noteOutcome: (outcome: Outcome): void => {
      if (outcome.ok) {
        unanswered = 0;
        return;
      }
      const { kind } = outcome.failure;
      // The gateway's own queue, or a client that disconnects, says nothing about the upstream.
      if (kind === 'overloaded' || kind === 'cancelled') return;
      unanswered += 1;
      latestFault = kind;
    },
    /** Returns the fault of the latest call if several in a row had no answer. Returns undefined otherwise. */
    awayReason: (): UpstreamFault['kind'] | undefined =>
      unanswered < AWAY_AFTER_UNANSWERED ? undefined : latestFault,
  };
}
