import { createContractsComputation } from '../contract/contracts';
import { isJsonObject, type Json } from '../contract/json';
import { secretNames } from '../contract/secretNames';
import { readJsonBytes } from './checkRequest';
import { faultRefusal, type Refusal } from './refusal';
import type { ProblemCode } from './problems';
import type { HeaderTreatment, Method, Operation } from '../mapping/compile/compiledOperation';
import type { Mismatch } from '../mapping/translate/madeValue';
import { failure, type Result, success } from '../contract/result';
import type { UpstreamAnswer, UpstreamFault } from './upstream';

/** Headers that v1 clients read; every other header in which the upstream describes itself stays here. */
const keptHeaderNames = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Matches a number or a date, the only proper values of these headers. */
const plain = /^[\w ,:+.-]{1,64}$/;

/** Returns the upstream's headers for the client. */
export function keepHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const keptHeaders: Record<string, string> = {};
  for (const name of keptHeaderNames) {
    const value = headers[name];
    if (value !== undefined && plain.test(value)) keptHeaders[name] = value;
  }
  return keptHeaders;
}

/** Matches a value of a header that the mapping shows to clients. */
const printable = /^[\x20-\x7e]{1,1024}$/;

/** Picks the headers that the mapping shows to clients, under v1's names. In an answer of v2 each has v2's name. */
export function pickShownHeaders(
  headers: Readonly<Record<string, string>>,
  treatment: HeaderTreatment | undefined,
  side: 'v1' | 'v2',
): Record<string, string> {
  const shownHeaders: Record<string, string> = {};
  for (const [v1Name, v2Name] of treatment?.shown ?? []) {
    const value = headers[side === 'v1' ? v1Name : v2Name];
    if (value !== undefined && printable.test(value)) shownHeaders[v1Name] = value;
  }
  return shownHeaders;
}

/** Adds what a mapping shows of v2's headers to those of every answer. */
export const addHeaders = (
  headers: Readonly<Record<string, string>>,
  outcome: Result<UpstreamAnswer, unknown>,
  treatment: HeaderTreatment | undefined,
): Readonly<Record<string, string>> =>
  outcome.ok && treatment !== undefined
    ? { ...headers, ...pickShownHeaders(outcome.value.headers, treatment, 'v2') }
    : headers;

/** Most characters of a text that is passed on, and of a text that is searched. */
const SHOWN = 255;
const READ = 4096;

/** Matches words, numbers and the punctuation of a sentence; no line break, markup, path or address. */
const sentence = /^[\p{L}\p{M}\p{Nd} .,;:!?'"‘’“”()%€$£&+#_–—-]+$/u;

/** Patterns that show the inside of a service; the first one bounds the work of the others. */
const insides: readonly RegExp[] = [
  /[\w-]{32}/, // a key or a hash
  /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16}/i,
  /\p{L}\.\p{L}{2}/u, // a host, a file or a member
  /\d\.\d+\.\d+\.\d/, // an address
  /::|(?:[\da-f]{1,4}:){3}/i,
  /\p{L}[\w-]*:\d|localhost/iu,
  /\$\p{L}/u, // a variable
];

/** Returns the text of v2's own refusal if that is written for people. Returns undefined otherwise. */
export function refusalText(body: Buffer): string | undefined {
  const read = readJsonBytes(body, 'drop');
  const message = read.ok && isJsonObject(read.value) ? read.value['message'] : undefined;
  if (typeof message !== 'string' || message.length > READ) return undefined;
  const text = message.trim();
  if (!sentence.test(text) || insides.some((inside) => inside.test(text))) return undefined;
  const characters = Array.from(text);
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : text;
}

const secretMembers = createContractsComputation(secretNames);

/** Lists the texts in a value that belong to secret members. */
function secretsIn(json: Json, isSecret = false): readonly string[] {
  if (typeof json === 'string') return isSecret && json !== '' ? [json] : [];
  if (Array.isArray(json)) return json.flatMap((value) => secretsIn(value, isSecret));
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([name, value = null]) =>
    secretsIn(value, isSecret || secretMembers().has(name)),
  );
}

/** Returns a refusal in v1's fixed words if v2's words would repeat one of the keys or a secret of the request. */
export function hideSaidSecrets(refusal: Refusal, keys: readonly string[], sentJson: Json = null): Refusal {
  const { text, validation, ...fixed } = refusal;
  const hasSecret = (saidValue: unknown, secrets: readonly string[]): boolean => {
    const written = JSON.stringify(saidValue ?? null);
    return secrets.some((secret) => secret !== '' && written.includes(JSON.stringify(secret).slice(1, -1)));
  };
  if (hasSecret([text, validation], keys)) return fixed;
  return text !== undefined && hasSecret(text, secretsIn(sentJson)) ? fixed : refusal;
}

/** The v1 problems of complete refusals. v2's 410 is one missing resource; v1's would say that all of v1 is gone. */
const refusals: Readonly<Record<number, ProblemCode>> = {
  400: 'badRequest',
  401: 'unauthenticated',
  402: 'paymentRequired',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  412: 'preconditionFailed',
  413: 'bodyTooLarge',
  423: 'conflict',
  429: 'rateLimited',
};

/** Recognizes a status that proves that nothing was executed. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** Refusals whose reason only v2 knows; 401, 403, 404 and 429 have one text each (spec 7.1). */
const explained: readonly number[] = [400, 402, 409, 423];

/** Returns the problem for a v2 status that is no success. `later` tells that v2 has named a time to ask again. */
function statusProblem(status: number, later: boolean): ProblemCode {
  if (status === 503 && later) return 'upstreamBusy';
  return refusals[status] ?? (isRefusal(status) ? 'upstreamRefused' : 'upstreamFailed');
}

/** A successful v2 answer after parsing. */
export interface ReceivedAnswer {
  /** Rate-limit headers for the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  /** True for a 202: v2 has acknowledged a write that may not be done yet (RFC 9110 15.3.3). */
  readonly isPending?: boolean;
}

interface Expected {
  readonly method: Method;
  /** True if the answer has no body: the status says it all. */
  readonly unread?: true | undefined;
}

/** Returns the refusal for a v2 answer that does not fit the contract. */
export function refuseUnfit({ path, expected, rule }: Mismatch, method: Method): Refusal {
  const ruleText = rule === undefined ? '' : ` (${rule})`;
  return {
    code: 'upstreamUnfit',
    detail: `${path} is not ${expected}${ruleText}`,
    ambiguous: method !== 'GET',
  };
}

/** Recognizes a `Retry-After` that names a time: seconds or a date (RFC 9110 10.2.3). */
const isDelay = (text = ''): boolean => /^\d+$/.test(text) || !Number.isNaN(Date.parse(text));

/** Reads a refusal by v2, with its validation errors in v1's words if it has any. */
function readRefusal(
  answer: UpstreamAnswer,
  expectedAnswer: Expected,
  translated: Operation['refusal'] | undefined,
): Refusal {
  const { status } = answer;
  const headers = keepHeaders(answer.headers);
  const detail = `upstream status ${status}`;
  const complete = isRefusal(status);
  if (status !== 422 || translated === undefined) {
    const text = explained.includes(status) ? refusalText(answer.body) : undefined;
    return {
      code: statusProblem(status, isDelay(headers['retry-after'])),
      ...(text === undefined ? {} : { text }),
      headers,
      detail,
      ambiguous: !complete && expectedAnswer.method !== 'GET',
    };
  }
  const body = readJsonBytes(answer.body, 'drop');
  if (!body.ok) return { code: 'upstreamUnfit', headers, detail: `${detail}, body: ${body.failure}` };
  const validation = translated(body.value);
  if (!validation.ok) return { ...refuseUnfit(validation.failure, 'GET'), headers };
  return { code: 'invalid', headers, detail, validation: validation.value };
}

/** Recognizes a 2xx that acknowledges a write, or a read with its whole answer. A 206 is a part (RFC 9110 15.3.7). */
const isSuccessful = (status: number, write: boolean): boolean =>
  status >= 200 && status < 300 && (write || status !== 206);

/** Reads the outcome of a call: the JSON of a success, or the refusal. `refusal` turns v2's 422 into v1's. */
export function readAnswer(
  outcome: Result<UpstreamAnswer, UpstreamFault>,
  expectedAnswer: Expected,
  refusal?: Operation['refusal'],
): Result<ReceivedAnswer, Refusal> {
  const write = expectedAnswer.method !== 'GET';
  if (!outcome.ok) {
    const fault = faultRefusal(outcome.failure, write);
    const isAllThereIs = fault.executed === true && expectedAnswer.unread === true;
    return isAllThereIs ? success({ headers: {}, body: null }) : failure(fault);
  }
  const answer = outcome.value;
  if (!isSuccessful(answer.status, write)) return failure(readRefusal(answer, expectedAnswer, refusal));
  const headers = keepHeaders(answer.headers);
  if (expectedAnswer.unread === true) return success({ headers, body: null });
  const body = readJsonBytes(answer.body, 'drop');
  if (!body.ok) {
    const detail = `upstream body: ${body.failure}`;
    return failure({ code: 'upstreamUnfit', headers, detail, ambiguous: write, executed: write });
  }
  return success({ headers, body: body.value, isPending: answer.status === 202 });
}
