import { Recent } from '../contract/recent';
import { type Clock, HOUR_MS, MINUTE_MS } from '../contract/clock';
import type { Refusal } from './refusal';
import { success } from '../contract/result';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream';

/** Counts a request of a caller (by fingerprint); returns a refusal if it is over the limit. */
export type RateLimit = (caller: string) => Refusal | undefined;

/** Most callers that are counted at a time. */
const MAX_CALLERS = 100_000;

/** Creates a limit like v1's own (spec 8), a minute from the first request on. 0 is no limit. Processes share it. */
export function createRateLimit(
  perMinute: number,
  clock: Pick<Clock, 'steady'>,
  processes: () => number = () => 1,
): RateLimit {
  if (perMinute === 0) return () => undefined;
  const windows = new Recent<string, { readonly endsAt: number; used: number }>(MAX_CALLERS);
  return (caller) => {
    const now = clock.steady();
    const callerWindow = windows.get(caller);
    const window =
      callerWindow !== undefined && callerWindow.endsAt > now
        ? callerWindow
        : { endsAt: now + MINUTE_MS, used: 0 };
    windows.set(caller, window);
    window.used += 1;
    if (window.used <= Math.max(1, Math.floor(perMinute / processes()))) return undefined;
    const headers = {
      'retry-after': String(Math.ceil((window.endsAt - now) / 1000)),
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': '0',
    };
    return { code: 'rateLimited', headers, detail: 'the limit set for each key' };
  };
}

/** The requests that a rate limit still allows. */
export interface Allowance {
  readonly limit: number;
  readonly leftRequests: number;
  /** Instant (Unix seconds) of the renewal by the upstream's clock: it names the window. */
  readonly reset: number;
  /** Instant (steady ms) of the renewal: a change of the time of day does not move it. */
  readonly endsAt: number;
}

type Headers = Readonly<Record<string, string>>;

/** Longest window or pause (ms) that is believed: the longest observed window is an hour. */
const MAX_WINDOW_MS = HOUR_MS;

const readCount = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

/** Limit below which a limit is one on a single resource (observed: 5 writes a minute); those of keys are 500 and 1000. */
const MIN_KEY_LIMIT = 60;

/** Recognizes the `X-RateLimit-Limit` of a single resource. Requests to other resources do not meet it. */
export const isResourceLimit = (headers: Headers): boolean =>
  (readCount(headers['x-ratelimit-limit']) ?? MIN_KEY_LIMIT) < MIN_KEY_LIMIT;

/** Reports whether a limit may be one resource's. A 429 need not say whose it is, but a known limit per key does. */
export const isMaybeResourceLimit = (headers: Headers): boolean =>
  (readCount(headers['x-ratelimit-limit']) ?? 0) < MIN_KEY_LIMIT;

/** Returns the instant (ms) of an answer by the upstream's own clock, so that a wrong clock here does no harm. */
function answerInstant(headers: Headers, { now }: Pick<Clock, 'now'>): number {
  const at = Date.parse(headers['date'] ?? '');
  return Number.isNaN(at) ? now() : at;
}

/**
 * Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds; observed). Returns undefined when one is not
 * usable. Where only the reset is unusable, because it is in the past or too far ahead, an assumed end (steady ms)
 * takes its place.
 */
export function readAllowance(
  headers: Headers,
  clock: Pick<Clock, 'now' | 'steady'>,
  assumedEnd?: number,
): Allowance | undefined {
  const limit = readCount(headers['x-ratelimit-limit']);
  const leftRequests = readCount(headers['x-ratelimit-remaining']);
  const reset = readCount(headers['x-ratelimit-reset']);
  if (limit === undefined || limit === 0 || leftRequests === undefined) return undefined;
  const restMs = reset === undefined ? 0 : reset * 1000 - answerInstant(headers, clock);
  if (reset !== undefined && restMs > 0 && restMs <= MAX_WINDOW_MS)
    return { limit, leftRequests, reset, endsAt: clock.steady() + restMs };
  return assumedEnd === undefined ? undefined : { limit, leftRequests, reset: 0, endsAt: assumedEnd };
}

/** An item of a list of structured fields (RFC 9651 3.1): its name, a String or a Token, and its parameters. */
const limitItem = /(?:"([^"\\]*)"|([a-z*][\w:/*.-]*))((?:\s*;\s*[a-z][\w*.-]*(?:=[^;,]*)?)*)/gi;

function readItems(field = '') {
  return [...field.matchAll(limitItem)].map(([, text, token = '', parameters = '']) => ({
    name: text ?? token,
    /** Returns a parameter that is a whole number. */
    readParameter: (parameter: string) =>
      readCount(new RegExp(`;\\s*${parameter}=(\\d+)`).exec(parameters)?.[1]),
  }));
}

/** Reads the limit that leaves least (draft-ietf-httpapi-ratelimit-headers). Undefined without a quota or time. */
function readLeastLimit(headers: Headers) {
  const limits = readItems(headers['ratelimit']);
  const [least] = limits.toSorted(
    (limit, next) => (limit.readParameter('r') ?? 0) - (next.readParameter('r') ?? 0),
  );
  const policy = readItems(headers['ratelimit-policy']).find(({ name }) => name === least?.name);
  const [limit, remaining, seconds] = [
    policy?.readParameter('q'),
    least?.readParameter('r'),
    least?.readParameter('t'),
  ];
  return limit === undefined || remaining === undefined || seconds === undefined
    ? undefined
    : { limit, left: remaining, seconds };
}

/** Adds the headers that v1 clients read to an answer that has only `RateLimit` and `RateLimit-Policy`. */
function addPlainLimits(answer: UpstreamAnswer, clock: Pick<Clock, 'now'>): UpstreamAnswer {
  const { headers } = answer;
  if (headers['ratelimit'] === undefined || headers['x-ratelimit-limit'] !== undefined) return answer;
  const least = readLeastLimit(headers);
  if (least === undefined) return answer;
  const from = Math.ceil(answerInstant(headers, clock) / 1000);
  const plain = {
    'x-ratelimit-limit': String(least.limit),
    'x-ratelimit-remaining': String(least.left),
    'x-ratelimit-reset': String(from + least.seconds),
  };
  return { ...answer, headers: { ...headers, ...plain } };
}

/** Pause (ms) when an upstream names none, or one that cannot be read. */
const STANDARD_PAUSE_MS = 30_000;

/** Reads the pause (ms) in a `Retry-After` header: seconds or a date (RFC 9110 10.2.3). */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return STANDARD_PAUSE_MS;
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(pause) ? STANDARD_PAUSE_MS : Math.min(Math.max(pause, 0), MAX_WINDOW_MS);
}

/** Tolerance (ms) of a renewal: v2 renews limits at whole seconds of its clock and tells no fractions. */
const ROUNDED_MS = 1_000;
/** Most allowances that are remembered; one key has a handful. */
const MAX_ALLOWANCES = 10_000;

/** Returns the part of a path that names one resource: up to its id, for every action on it (observed). */
const resourceOf = (path: string): string =>
  /^.*?\/\d+(?=[/?]|$)/s.exec(path)?.[0] ?? path.replace(/\?.*$/s, '');

/** Returns the 429 that v2 would answer now. Nothing is sent. */
function makeTooManyAnswer({ limit, reset, endsAt }: Allowance, steady: number): UpstreamAnswer {
  const headers = {
    'retry-after': String(Math.max(1, Math.ceil((endsAt - steady) / 1000))),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(reset),
  };
  return { status: 429, headers, body: Buffer.from('') };
}

/** Returns a 429 with the renewal of its limit in `Retry-After`, too, because clients read that header. */
function addRetryAfter(answer: UpstreamAnswer, clock: Pick<Clock, 'now' | 'steady'>): UpstreamAnswer {
  const { headers } = answer;
  if (headers['retry-after'] !== undefined) return answer;
  const allowance = readAllowance(headers, clock);
  if (allowance === undefined) return answer;
  return { ...answer, headers: { ...headers, ...makeTooManyAnswer(allowance, clock.steady()).headers } };
}

/** An allowance, from which a call is subtracted while it is under way. */
interface Counted extends Allowance {
  leftRequests: number;
}

/** Subtracts a call from its allowances. If one is used up, subtracts nothing and returns that one. */
function spendCall(ofKey: Counted | undefined, ofResource: Counted | undefined): Counted | undefined {
  if (ofKey !== undefined && ofKey.leftRequests <= 0) return ofKey;
  if (ofResource !== undefined && ofResource.leftRequests <= 0) return ofResource;
  if (ofKey !== undefined) ofKey.leftRequests -= 1;
  if (ofResource !== undefined) ofResource.leftRequests -= 1;
  return undefined;
}

const resourceName = ({ path, authorization = '' }: UpstreamRequest): string =>
  `${authorization} ${resourceOf(path)}`;

/** Creates the upstream that refuses what v2 would refuse with 429, by its headers. Running calls count as used. */
export function createPacedUpstream(upstream: Upstream, clock: Pick<Clock, 'now' | 'steady'>): Upstream {
  const openAllowances = () => new Recent<string, Counted>(MAX_ALLOWANCES);
  const ofKeys = { read: openAllowances(), write: openAllowances() };
  const ofResources = { read: openAllowances(), write: openAllowances() };

  const currentAllowance = (allowances: Recent<string, Counted>, name: string): Counted | undefined => {
    const allowance = allowances.get(name);
    return allowance !== undefined && allowance.endsAt - ROUNDED_MS > clock.steady() ? allowance : undefined;
  };
  /** Learns from an answer the allowance of its key or of its resource. */
  const learnAllowances = (request: UpstreamRequest, headers: UpstreamAnswer['headers']): void => {
    const allowance = readAllowance(headers, clock);
    if (allowance === undefined) return;
    const kind = request.method === 'GET' ? 'read' : 'write';
    const isOne = isResourceLimit(headers);
    const allowances = isOne ? ofResources[kind] : ofKeys[kind];
    const name = isOne ? resourceName(request) : (request.authorization ?? '');
    const currentCount = currentAllowance(allowances, name);
    // Answers overtake each other: within one window the smallest remainder counts, and none of an earlier window.
    if (currentCount?.limit !== allowance.limit || currentCount.reset < allowance.reset)
      allowances.set(name, allowance);
    else if (currentCount.reset === allowance.reset)
      currentCount.leftRequests = Math.min(currentCount.leftRequests, allowance.leftRequests);
  };

  return async (request) => {
    const kind = request.method === 'GET' ? 'read' : 'write';
    const ofKey = currentAllowance(ofKeys[kind], request.authorization ?? '');
    // Most keys never meet a limit on a single resource.
    const { [kind]: resources } = ofResources;
    const ofResource = resources.isEmpty ? undefined : currentAllowance(resources, resourceName(request));
    const spent = spendCall(ofKey, ofResource);
    if (spent !== undefined) return success(makeTooManyAnswer(spent, clock.steady()));
    const outcome = await upstream(request);
    if (!outcome.ok) return outcome;
    const answer = addPlainLimits(outcome.value, clock);
    learnAllowances(request, answer.headers);
    return success(answer.status === 429 ? addRetryAfter(answer, clock) : answer);
  };
}
