import type { JsonObject } from '../../contract/json';

const integer = { type: 'integer' };

/** The headers of limited answers, as components (observed). */
export const rateLimitHeaders: JsonObject = {
  RateLimitLimit: { description: 'Requests that the window allows.', schema: integer },
  RateLimitRemaining: { description: 'Requests that are left in the window.', schema: integer },
  RateLimitReset: { description: 'Unix seconds at which the window ends.', schema: integer },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: integer },
};

const reference = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

/** The headers of an answer with this status. */
export const headersOf = (status: number): JsonObject => ({
  'X-RateLimit-Limit': reference('RateLimitLimit'),
  'X-RateLimit-Remaining': reference('RateLimitRemaining'),
  'X-RateLimit-Reset': reference('RateLimitReset'),
  ...(status === 429 ? { 'Retry-After': reference('RetryAfter') } : {}),
});
