import { Recent } from '../contract/recent';
import type { Clock } from '../contract/clock';
import type { Refusal } from './refusal';
import type { UpstreamAnswer } from './upstream';

/** Counts a request of a caller (by fingerprint); returns a refusal if it is over the limit. */
export type RateLimit = (caller: string) => Refusal | undefined;

const MINUTE = 60_000;
/** Most callers that are counted at a time. */
const MAXIMUM_CALLERS = 100_000;

/**
 * Creates a limit like v1's own (500 a minute, spec 8): a window of a minute from a caller's first request on. 0 means
 * no limit. Each of several processes has its share.
 */
export function createRateLimit(
  perMinute: number,
  clock: Pick<Clock, 'steady'>,
  processes: () => number = () => 1,
): RateLimit {
  if (perMinute === 0) return () => undefined;
  const windows = new Recent<string, { readonly endsAt: number; used: number }>(MAXIMUM_CALLERS);
  return (caller) => {
    const now = clock.steady();
    const callerWindow = windows.get(caller);
    const window =
      callerWindow !== undefined && callerWindow.endsAt > now
        ? callerWindow
        : { endsAt: now + MINUTE, used: 0 };
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

/** Longest window (ms) that is believed: the longest observed one is an hour. */
const LONGEST_WINDOW = 60 * 60_000;

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

/**
 * Limit below which a limit counts as one on a single resource (observed: 5 writes a minute); limits per key are 500
 * and 1000.
 */
const LEAST_OF_KEY = 60;

/** True for the `X-RateLimit-Limit` of a single resource: requests to other resources do not meet it. */
export const isOfOneResource = (headers: Headers): boolean =>
  (count(headers['x-ratelimit-limit']) ?? LEAST_OF_KEY) < LEAST_OF_KEY;

/** False for a known limit per key; a 429 need not say whose limit it is. */
export const mayBeOfOneResource = (headers: Headers): boolean =>
  (count(headers['x-ratelimit-limit']) ?? 0) < LEAST_OF_KEY;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds; observed); undefined when one is not usable. The
 * distance of the reset is taken from the upstream's `Date`, so that a wrong clock here does no harm.
 */
export function readAllowance(headers: Headers, clock: Pick<Clock, 'now' | 'steady'>): Allowance | undefined {
  const limit = count(headers['x-ratelimit-limit']);
  const leftRequests = count(headers['x-ratelimit-remaining']);
  const reset = count(headers['x-ratelimit-reset']);
  if (limit === undefined || limit === 0 || leftRequests === undefined || reset === undefined)
    return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  const restMs = reset * 1000 - (Number.isNaN(answeredAt) ? clock.now() : answeredAt);
  return restMs > 0 && restMs <= LONGEST_WINDOW
    ? { limit, leftRequests, reset, endsAt: clock.steady() + restMs }
    : undefined;
}

/** An item of a list of structured fields (RFC 9651 3.1): its name, a String or a Token, and its parameters. */
const limitItem = /(?:"([^"\\]*)"|([a-z*][\w:/*.-]*))((?:\s*;\s*[a-z][\w*.-]*(?:=[^;,]*)?)*)/gi;

interface NamedLimit {
  readonly name: string;
  /** Returns a parameter that is a whole number. */
  readonly of: (parameter: string) => number | undefined;
}

function readItems(field = ''): readonly NamedLimit[] {
  return [...field.matchAll(limitItem)].map(([, text, token = '', parameters = '']) => ({
    name: text ?? token,
    of: (parameter) => count(new RegExp(`;\\s*${parameter}=(\\d+)`).exec(parameters)?.[1]),
  }));
}

/** Reads the limit that leaves least (draft-ietf-httpapi-ratelimit-headers); undefined without a quota or time. */
function readLeastLimit(headers: Headers) {
  const limits = readItems(headers['ratelimit']);
  const [least] = limits.toSorted((limit, next) => (limit.of('r') ?? 0) - (next.of('r') ?? 0));
  const policy = readItems(headers['ratelimit-policy']).find(({ name }) => name === least?.name);
  const [limit, remaining, seconds] = [policy?.of('q'), least?.of('r'), least?.of('t')];
  return limit === undefined || remaining === undefined || seconds === undefined
    ? undefined
    : { limit, left: remaining, seconds };
}

/**
 * Adds the headers that v1 clients read to an answer that names its limits only by `RateLimit` and `RateLimit-Policy`.
 */
export function withPlainLimits(answer: UpstreamAnswer, clock: Pick<Clock, 'now'>): UpstreamAnswer {
  const { headers } = answer;
  if (headers['ratelimit'] === undefined || headers['x-ratelimit-limit'] !== undefined) return answer;
  const least = readLeastLimit(headers);
  if (least === undefined) return answer;
  const answeredAtMs = Date.parse(headers['date'] ?? '');
  const from = Math.ceil((Number.isNaN(answeredAtMs) ? clock.now() : answeredAtMs) / 1000);
  const plain = {
    'x-ratelimit-limit': String(least.limit),
    'x-ratelimit-remaining': String(least.left),
    'x-ratelimit-reset': String(from + least.seconds),
  };
  return { ...answer, headers: { ...headers, ...plain } };
}

/**
 * Reads the remainder where the reset lies in the past or too far ahead: the two clocks differ, and the window is
 * assumed.
 */
export function assumedAllowance(headers: Headers, endsAt: number): Allowance | undefined {
  const [limit, leftRequests] = [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']].map(count);
  return limit === undefined || limit === 0 || leftRequests === undefined
    ? undefined
    : { limit, leftRequests, reset: 0, endsAt };
}

/** Pause (ms) when an upstream names none, or one that cannot be read. */
const STANDARD_PAUSE_MS = 30_000;
/** Longest pause (ms) that is believed. */
const LONGEST_PAUSE = 60 * 60_000;

/** Reads the pause (ms) in a `Retry-After` header: seconds or a date (RFC 9110 10.2.3). */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return STANDARD_PAUSE_MS;
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(pause) ? STANDARD_PAUSE_MS : Math.min(Math.max(pause, 0), LONGEST_PAUSE);
}
