import { isUnexpectedRefusal, type Served } from '../../cutover/evidence/traffic';
import type { Because } from '../../cutover/stages/decide';
import type { RequestContext, ServedBy } from '../context';
import type { Handled, Route } from '../gateway';
import type { Answer, ProblemCode } from '../problems';

/** The answer of v2, or of v1 in its place. */
interface Settled {
  readonly by: ServedBy;
  readonly answer: Answer;
}

/** True when v2 is to blame: what it refuses to read but v1 refuses too is the client's own mistake. */
function isBlamed({ phase, refusal }: Handled, { by, answer }: Settled): boolean {
  if (phase === 'untranslatable' && refusal?.code === 'invalid')
    return by === 'fallback' && answer.status < 400;
  // A refusal is an answer.
  return phase !== undefined && phase !== 'refused';
}

/** Says of a write if it was refused for another reason than a limit or a key; nothing of a read. */
function declinedOf(method: string, status: number, isRefused: boolean): Pick<Served, 'declined'> {
  if (method === 'GET') return {};
  return { declined: isRefused && status !== 429 && !isUnexpectedRefusal(status, method) };
}

/** The end of a request to v2. */
export interface EndedOnV2 {
  readonly because: Because;
  readonly handled: Handled;
  readonly settled: Settled;
  /** That v2 took. */
  readonly milliseconds: number;
}

/** Describes for the cutover how a request to v2 ended. */
export function servedByV2(
  { fingerprint: caller = '' }: RequestContext,
  { operation: { resource, name, v1 } }: Route,
  { because, handled, settled, milliseconds }: EndedOnV2,
): Served {
  const { status } = settled.answer;
  const rescue = status < 500 ? 'answered' : 'failed';
  // Members one by one: V8 takes 3 KB for a literal that begins with a spread one.
  return {
    resource,
    operation: name,
    caller,
    side: 'v2',
    because,
    milliseconds,
    signature: handled.refusal?.code ?? String(handled.answer.status),
    failed: isBlamed(handled, settled),
    rescue: settled.by === 'fallback' ? rescue : undefined,
    refused: isUnexpectedRefusal(status, v1.method),
    ...declinedOf(v1.method, status, settled.by === 'v2' && handled.phase === 'refused'),
  };
}

/** The end of a request to v1. */
export interface EndedOnV1 {
  readonly because: Because;
  /** The status sent. */
  readonly status: number;
  /** Code of the failure without a usable answer. */
  readonly problem: ProblemCode | undefined;
  /** From the beginning of the request. */
  readonly milliseconds: number;
}

/** Describes for the cutover how a request to v1 ended. */
export function servedByV1(
  { fingerprint: caller = '' }: RequestContext,
  { operation: { resource, name, v1 } }: Route,
  { because, status, problem, milliseconds }: EndedOnV1,
): Served {
  return {
    ...{ resource, operation: name, caller, side: 'v1', because, milliseconds },
    failed: problem !== undefined || status >= 500,
    refused: isUnexpectedRefusal(status, v1.method),
    ...declinedOf(v1.method, status, status >= 400 && status < 500),
    signature: problem ?? String(status),
  };
}
