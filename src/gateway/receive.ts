import type { Json } from '../contract/json';
import type { Method, Operation } from '../mapping/operation';
import type { Mismatch } from '../translation/mismatch';
import { failure, type Result, success } from '../translation/result';
import { faultRefusal } from './faultRefusal';
import { keptHeaders } from './keptHeaders';
import { readJsonBytes } from './readJsonBytes';
import type { Refusal } from './refusal';
import { refusalText } from './refusalText';
import { isExplained, isRefusal, statusProblem } from './statusProblem';
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

/** True for a `Retry-After` that says when: seconds or a date (RFC 9110 10.2.3). */
const isDelay = (text = ''): boolean => /^\d+$/.test(text) || !Number.isNaN(Date.parse(text));

function readRefused(answer: UpstreamAnswer, expected: Expected): Refusal {
  const { status } = answer;
  const headers = keptHeaders(answer.headers);
  const detail = `upstream status ${status}`;
  const complete = isRefusal(status);
  if (status !== 422 || expected.refusal === undefined) {
    const text = isExplained(status) ? refusalText(answer.body) : undefined;
    return {
      code: statusProblem(status, isDelay(headers['retry-after'])),
      ...(text === undefined ? {} : { text }),
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

/** Any 2xx: it acknowledges a write, and a read if the answer is there, of which a 206 has a part (RFC 9110 15.3.7). */
const isSuccess = (status: number, write: boolean): boolean =>
  status >= 200 && status < 300 && (write || status !== 206);

/** Reads the outcome of a call: the JSON of a success, or what to tell the client instead. */
export function receive(
  outcome: Result<UpstreamAnswer, UpstreamFault>,
  expected: Expected,
): Result<Received, Refusal> {
  const write = expected.method !== 'GET';
  if (!outcome.ok) {
    const refusal = faultRefusal(outcome.failure, write);
    const isAllThereIs = refusal.executed === true && expected.unread === true;
    return isAllThereIs ? success({ headers: {}, body: null }) : failure(refusal);
  }
  const answer = outcome.value;
  if (!isSuccess(answer.status, write)) return failure(readRefused(answer, expected));
  const headers = keptHeaders(answer.headers);
  if (expected.unread === true) return success({ headers, body: null });
  const body = readJsonBytes(answer.body, 'drop');
  if (!body.ok) {
    const detail = `upstream body: ${body.failure}`;
    return failure({ code: 'upstreamUnfit', headers, detail, ambiguous: write, executed: write });
  }
  return success({ headers, body: body.value });
}
