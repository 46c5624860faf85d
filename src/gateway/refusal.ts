import { createHash } from 'node:crypto';
import type { JsonObject } from '../contract/json';
import type { Violations } from '../mapping/translate/validationErrors';
import { problemAnswer, type ProblemCode, problems, type TextAnswer } from './problems';
import type { UpstreamFault } from './upstream';
import type { Method } from '../mapping/compile/compiledOperation';

/** The reason why a request gets no success: a value inside the gateway, an answer at its end. */
export interface Refusal {
  readonly code: ProblemCode;
  /** Headers of the upstream for the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Detail for the operator: paths and rules, never values. */
  readonly detail?: string;
  /** v2's own words, in place of the fixed ones. */
  readonly text?: string;
  /** The fields at fault (spec 7.2), in v1 names. */
  readonly validation?: Violations;
  /** True for a parameter or a header that the mapping does not take: its caller asks for what v2 does not promise. */
  readonly isUnmapped?: true;
  /** Further members of the v1 body beside the message. */
  readonly members?: JsonObject;
  /** True when a part of the request was executed, or may have been. */
  readonly partly?: boolean;
  /** True when a write may have been executed although it has no usable answer. */
  readonly ambiguous?: boolean;
  /** True when the write is known to have been executed, and only its answer is missing. */
  readonly executed?: boolean;
}

/** The refusal for a list that is another each time it is read. */
export const changing: Refusal = { code: 'listChanging', headers: { 'retry-after': '1' } };

/** Header that says that a write may have been executed: the client should look before it writes again. */
export const AMBIGUOUS = { 'x-lifeboat-ambiguous': '1' };

/**
 * Names a fact about a success beyond its status. `unchanged`: the write would change nothing and was not made, because v2 takes
 * no more writes for now. `unshown`: v2 has acknowledged a write that the resource does not show, so its outcome is
 * unknown. `unmodified`: v2 has nothing newer than the client of the read has.
 */
export type SuccessMark = 'unchanged' | 'unshown' | 'unmodified';

/** Headers of a success, by its mark. */
export const markHeaders: Readonly<Record<SuccessMark, Readonly<Record<string, string>>>> = {
  unchanged: { 'x-lifeboat-unchanged': '1' },
  unshown: AMBIGUOUS,
  unmodified: {},
};

/** Returns a refusal in the v1 shape: `{message}` (spec 7.1) or `{message, errors}` (spec 7.2). */
export function answerRefusal(refusal: Refusal, requestId: string): TextAnswer {
  const { code, headers, text, validation, members, ambiguous = false } = refusal;
  const answer = problemAnswer(code, requestId, { ...headers, ...(ambiguous ? AMBIGUOUS : {}) });
  const { message, errors } = validation ?? { message: text ?? problems[code].message };
  return { ...answer, body: JSON.stringify({ message, errors, ...members }) };
}

const codes: Readonly<Record<UpstreamFault['kind'], ProblemCode>> = {
  unreachable: 'upstreamUnreachable',
  reset: 'upstreamUnreachable',
  truncated: 'upstreamBroken',
  malformed: 'upstreamBroken',
  encoded: 'upstreamBroken',
  tooLarge: 'upstreamBroken',
  timeout: 'upstreamTimeout',
  overloaded: 'overloaded',
  cancelled: 'clientGone',
};

/** Seconds after which a queue that is full now has probably drained. */
const RETRY_AFTER = { 'retry-after': '1' };

/** Recognizes a write that v2 has acknowledged by the head of an answer whose body is missing (RFC 9110 15.3). */
const isAcknowledged = ({ kind, status = 0 }: UpstreamFault): boolean =>
  kind !== 'malformed' && status >= 200 && status < 300;

/** Turns a call without a complete answer into a refusal. A write that has left the gateway is ambiguous. */
export function faultRefusal(fault: UpstreamFault, write: boolean): Refusal {
  return {
    code: codes[fault.kind],
    ...(fault.kind === 'overloaded' ? { headers: RETRY_AFTER } : {}),
    detail: `upstream ${fault.kind}`,
    ambiguous: write && fault.sent,
    executed: write && isAcknowledged(fault),
  };
}

/** The phase in which a request to v2 failed, as the socket and the answer prove. */
export type FailurePhase =
  | 'untranslatable' // nothing was asked of v2
  | 'unsent' // no byte was sent: DNS, refused, TLS
  | 'refused' // a complete refusal: 401, 403, 404, 422, 429
  | 'failed' // 5xx, timeout, reset, after bytes were sent
  | 'unfit'; // v2 answered, and the answer cannot be translated

/** Decides if v1 may answer in v2's place. A write that may have been executed is never made a second time. */
export function chooseFallback(phase: FailurePhase, write: boolean): 'v1' | 'translatedError' | 'ambiguous' {
  switch (phase) {
    case 'untranslatable':
    case 'unsent':
      return 'v1';
    case 'refused':
      return 'translatedError';
    case 'failed':
    case 'unfit':
      return write ? 'ambiguous' : 'v1';
  }
}

/** Codes that are no complete refusal by v2 or of the request itself; every other code is one. */
const phases: Partial<Record<ProblemCode, 'translation' | 'call' | FailurePhase>> = {
  invalid: 'translation',
  internal: 'translation',
  indexing: 'untranslatable',
  listChanging: 'untranslatable',
  overloaded: 'unsent',
  upstreamUnreachable: 'call',
  upstreamTimeout: 'call',
  upstreamBroken: 'call',
  upstreamFailed: 'call',
  upstreamBusy: 'call',
  upstreamUnfit: 'unfit',
};

/** Finds the phase in which a request failed. `ambiguous` of a write is what the socket proved: bytes had left. */
export function failurePhase(
  { code, ambiguous = false, partly = false }: Refusal,
  upstreamCalls: number,
): FailurePhase {
  const phase = phaseOf(code, ambiguous, upstreamCalls);
  // A change that is done already must not be made again on the other API.
  if (partly) return phase === 'refused' ? 'refused' : 'failed';
  return phase;
}

function phaseOf(code: ProblemCode, ambiguous: boolean, upstreamCalls: number): FailurePhase {
  const phase = phases[code] ?? 'refused';
  if (phase === 'call') return ambiguous ? 'failed' : 'unsent';
  if (phase !== 'translation') return phase;
  if (upstreamCalls === 0) return 'untranslatable';
  return code === 'invalid' ? 'refused' : 'failed'; // v2's own 422, or a bug after a call
}

/**
 * A v2 call of a write that was not made, may have been made, or was made without an answer. An operator or a program
 * has to settle it.
 */
export interface UnsettledCall {
  readonly requestId: string;
  readonly resource: string;
  readonly operation: string;
  /** The v2 call that would settle the part. */
  readonly method: Method;
  readonly path: string;
  readonly problem: ProblemCode;
  /** True when the part may have been executed. */
  readonly ambiguous: boolean;
  /** True when the part is known to have been executed, and only its answer is missing. */
  readonly executed: boolean;
  readonly caller: string;
}

/** Derives the id of a listed call, the same at every repetition: a client that retries for ever adds one entry. */
export const idOfCall = ({
  caller,
  method,
  path,
  ambiguous,
}: Pick<UnsettledCall, 'caller' | 'path' | 'ambiguous'> & { readonly method: string }): string =>
  createHash('sha256').update(`${caller}\0${method}\0${path}\0${ambiguous}`).digest('hex').slice(0, 16);

/** Puts the parts that one request has left unsettled on the reconciliation list; must not reject. */
export type ListCalls = (unsettled: readonly UnsettledCall[]) => Promise<void>;
