import { fromContracts } from '../contract/contracts';
import { isJsonObject, type Json } from '../contract/json';
import { secretNames } from '../contract/secretNames';
import { readJsonBytes } from './requestBody';
import { faultRefusal, type Refusal } from './refusal';
import type { ProblemCode } from './problems';
import type { Method, Operation } from '../mapping/compile/compiledOperation';
import type { Mismatch } from '../mapping/translate/madeValue';
import { failure, type Result, success } from '../contract/result';
import type { UpstreamAnswer, UpstreamFault } from './upstream';

/** Headers that v1 clients steer by; everything else the upstream says about itself stays here. */
const keptHeaderNames = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** A number or a date; an upstream has no other use for these headers. */
const plain = /^[\w ,:+.-]{1,64}$/;

/** Returns the upstream headers that go on to the client: `Retry-After` and the rate limits. */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const going: Record<string, string> = {};
  for (const name of keptHeaderNames) {
    const value = headers[name];
    if (value !== undefined && plain.test(value)) going[name] = value;
  }
  return going;
}

/** Characters of a text that is passed on, and of one that is looked into. */
const SHOWN = 255;
const READ = 4096;

/** Words, numbers and what stands between them in a sentence; no line break, markup, path or address. */
const sentence = /^[\p{L}\p{M}\p{Nd} .,;:!?'"‘’“”()%€$£&+#_–—-]+$/u;

/** Patterns that show the inside of a service all the same; the first bounds the work of the others. */
const insides: readonly RegExp[] = [
  /[\w-]{32}/, // a key or a hash
  /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16}/i,
  /\p{L}\.\p{L}{2}/u, // a host, a file or a member
  /\d\.\d+\.\d+\.\d/, // an address
  /::|(?:[\da-f]{1,4}:){3}/i,
  /\p{L}[\w-]*:\d|localhost/iu,
  /\$\p{L}/u, // a variable
];

/** Returns the text of v2's own refusal, if it is one that people are meant to read; undefined where there is none. */
export function refusalText(body: Buffer): string | undefined {
  const read = readJsonBytes(body, 'drop');
  const message = read.ok && isJsonObject(read.value) ? read.value['message'] : undefined;
  if (typeof message !== 'string' || message.length > READ) return undefined;
  const text = message.trim();
  if (!sentence.test(text) || insides.some((inside) => inside.test(text))) return undefined;
  const characters = Array.from(text);
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : text;
}

const secretMembers = fromContracts(secretNames);

/** Returns the secret texts of a request body. */
function secretsIn(json: Json, isSecret = false): readonly string[] {
  if (typeof json === 'string') return isSecret && json !== '' ? [json] : [];
  if (Array.isArray(json)) return json.flatMap((value) => secretsIn(value, isSecret));
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([name, value = null]) =>
    secretsIn(value, isSecret || secretMembers().has(name)),
  );
}

/** Returns a refusal in v1's fixed words where v2's would repeat one of the keys, or a secret of the request. */
export function withoutSecrets(refusal: Refusal, keys: readonly string[], sent: Json = null): Refusal {
  const { text, validation, ...fixed } = refusal;
  const repeats = (saidValue: unknown, secrets: readonly string[]): boolean => {
    const written = JSON.stringify(saidValue ?? null);
    return secrets.some((secret) => secret !== '' && written.includes(JSON.stringify(secret).slice(1, -1)));
  };
  if (repeats([text, validation], keys)) return fixed;
  return text !== undefined && repeats(text, secretsIn(sent)) ? fixed : refusal;
}

/**
 * The v1 problem for a v2 status that is a complete refusal: nothing was executed.
 * A v2 410 is one missing resource; passed on it would say to a v1 client that all of v1 is gone.
 */
const refusals: Readonly<Record<number, ProblemCode>> = {
  400: 'badRequest',
  401: 'unauthenticated',
  402: 'paymentRequired',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  413: 'bodyTooLarge',
  423: 'conflict',
  429: 'rateLimited',
};

/** True for a status that says: not executed. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** Refusals whose reason only v2 knows; those of 401, 403, 404 and 429 have one text each (spec 7.1). */
const explained: readonly number[] = [400, 402, 409, 423];

/** True for a refusal that v2's own text explains. */
const isExplained = (status: number): boolean => explained.includes(status);

/** Returns the problem for a v2 status that is not the operation's success; `later`: v2 has said when to ask again. */
function statusProblem(status: number, later: boolean): ProblemCode {
  if (status === 503 && later) return 'upstreamBusy';
  return refusals[status] ?? (isRefusal(status) ? 'upstreamRefused' : 'upstreamFailed');
}

/** A successful v2 answer, read. */
export interface Received {
  /** Rate-limit headers for the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  /** True of a 202: what v2 has acknowledged may not be done yet (RFC 9110 15.3.3). */
  readonly isPending?: boolean;
}

/** The answer that a call expects. */
interface Expected {
  readonly method: Method;
  /** Set where the status says it all. */
  readonly unread?: true | undefined;
}

/** Returns a v2 answer that does not fit the contract. */
export function unfit({ path, expected, rule }: Mismatch, method: Method): Refusal {
  const ruleText = rule === undefined ? '' : ` (${rule})`;
  return {
    code: 'upstreamUnfit',
    detail: `${path} is not ${expected}${ruleText}`,
    ambiguous: method !== 'GET',
  };
}

/** True for a `Retry-After` that says when: seconds or a date (RFC 9110 10.2.3). */
const isDelay = (text = ''): boolean => /^\d+$/.test(text) || !Number.isNaN(Date.parse(text));

function readRefused(
  answer: UpstreamAnswer,
  expected: Expected,
  translated: Operation['refusal'] | undefined,
): Refusal {
  const { status } = answer;
  const headers = keptHeaders(answer.headers);
  const detail = `upstream status ${status}`;
  const complete = isRefusal(status);
  if (status !== 422 || translated === undefined) {
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
  const validation = translated(body.value);
  if (!validation.ok) return { ...unfit(validation.failure, 'GET'), headers };
  return { code: 'invalid', headers, detail, validation: validation.value };
}

/** True for any 2xx: it acknowledges a write, and a read with its whole answer; a 206 has only a part of it (RFC 9110 15.3.7). */
const isSuccess = (status: number, write: boolean): boolean =>
  status >= 200 && status < 300 && (write || status !== 206);

/**
 * Reads the outcome of a call: the JSON of a success, or the refusal for the client. `refusal` turns v2's 422 into v1's: without it a 422 is a refusal that v1 has no answer for.
 */
export function receive(
  outcome: Result<UpstreamAnswer, UpstreamFault>,
  expected: Expected,
  refusal?: Operation['refusal'],
): Result<Received, Refusal> {
  const write = expected.method !== 'GET';
  if (!outcome.ok) {
    const fault = faultRefusal(outcome.failure, write);
    const isAllThereIs = fault.executed === true && expected.unread === true;
    return isAllThereIs ? success({ headers: {}, body: null }) : failure(fault);
  }
  const answer = outcome.value;
  if (!isSuccess(answer.status, write)) return failure(readRefused(answer, expected, refusal));
  const headers = keptHeaders(answer.headers);
  if (expected.unread === true) return success({ headers, body: null });
  const body = readJsonBytes(answer.body, 'drop');
  if (!body.ok) {
    const detail = `upstream body: ${body.failure}`;
    return failure({ code: 'upstreamUnfit', headers, detail, ambiguous: write, executed: write });
  }
  return success({ headers, body: body.value, isPending: answer.status === 202 });
}
