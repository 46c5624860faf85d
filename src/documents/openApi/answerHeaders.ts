import type { JsonObject } from '../../contract/json';
import { reference } from './reference';

const rateLimits: JsonObject = {
  'X-RateLimit-Limit': reference('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': reference('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': reference('headers', 'RateLimitReset'),
};

/** The headers that an answer with some status can carry, to a write or to a read. */
export function answerHeaders(status: number, write: boolean): JsonObject {
  return {
    'X-Request-Id': reference('headers', 'RequestId'),
    ...(status < 500 ? rateLimits : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': reference('headers', 'RetryAfter') } : {}),
    ...(write && status < 300 ? { 'X-Lifeboat-Unchanged': reference('headers', 'Unchanged') } : {}),
    ...(write && status >= 500 ? { 'X-Lifeboat-Ambiguous': reference('headers', 'Ambiguous') } : {}),
  };
}
