import type { Json } from '../contract/json';
import type { Method, Operation } from '../mapping/operation';
import type { Mismatch } from '../translation/mismatch';
import { failure, type Result, success } from '../translation/result';
import { faultRefusal } from './faultRefusal';
import { keptHeaders } from './keptHeaders';
import { readJsonBytes } from './readJsonBytes';
import type { Refusal } from './refusal';
import { isRefusal, statusProblem } from './statusProblem';
import type { UpstreamAnswer, UpstreamFault } from './upstream';

/** A successful v2 answer, read. */
export interface Received {
  /** Rate-limit headers for the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** What a call expects to come back. */
export interface Expected {
  readonly method: Method;
  readonly success: number;
  readonly alsoSuccess?: readonly number[];
  /** Set where the status says it all. */
  readonly unread?: true;
  /** Turns v2's 422 into v1's; without it a 422 is a refusal that v1 has no answer for. */
  readonly refusal?: Operation['refusal'];
}

/** A v2 answer that does not fit the contract. */
export function unfit({ path, expected, rule }: Mismatch, method: Method): Refusal {
  const place = rule === undefined ? '' : ` (${rule})`;
  return {
    code: 'upstreamUnfit',
    detail: `${path} is not ${expected}${place}`,
    ambiguous: method !== 'GET',
  };
}

function readRefused(answer: UpstreamAnswer, expected: Expected): Refusal {
  const { status } = answer;
  const headers = keptHeaders(answer.headers);
  const detail = `upstream status ${status}`;
  const complete = isRefusal(status);
  if (status !== 422 || expected.refusal === undefined) {
    return {
      code: statusProblem(status),
      headers,
      detail,
      ambiguous: !complete && expected.method !== 'GET',
    };
  }
  const body = readJsonBytes(answer.body, 'drop');
  if (!body.ok) return { code: 'upstreamUnfit', headers, detail: `${detail}, body: ${body.failure}` };
  const validation = expected.refusal(body.value);
  if (!validation.ok) return { ...unfit(validation.failure, 'GET'), headers };
  return { code: 'invalid', headers, detail, validation: validation.value };
}

const isSuccess = (status: number, { success: first, alsoSuccess = [] }: Expected): boolean =>
  status === first || alsoSuccess.includes(status);

/** Reads the outcome of a call: the JSON of the one expected success, or what to tell the client instead. */
export function receive(
  outcome: Result<UpstreamAnswer, UpstreamFault>,
  expected: Expected,
): Result<Received, Refusal> {
  const write = expected.method !== 'GET';
  if (!outcome.ok) return failure(faultRefusal(outcome.failure, write));
  const answer = outcome.value;
  if (!isSuccess(answer.status, expected)) return failure(readRefused(answer, expected));
  const headers = keptHeaders(answer.headers);
  if (expected.unread === true) return success({ headers, body: null });
  const body = readJsonBytes(answer.body, 'drop');
  if (!body.ok) {
    return failure({ code: 'upstreamUnfit', detail: `upstream body: ${body.failure}`, ambiguous: write });
  }
  return success({ headers, body: body.value });
}
