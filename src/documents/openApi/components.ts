import type { JsonObject } from '../../contract/json';

const integer = { type: 'integer' };

/** Both error shapes of v1 (spec 7.1, 7.2). */
export const problemSchemas: JsonObject = {
  Problem: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
  ValidationProblem: {
    type: 'object',
    required: ['message', 'errors'],
    properties: {
      message: { type: 'string' },
      errors: {
        type: 'object',
        description: 'Field name, in v1 names, to what is wrong with it.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

/** Headers of answers; the rate limits are v2's, as the live service sends them. */
export const headers: JsonObject = {
  RequestId: { description: 'Names the request in the log of the gateway.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: integer },
  RateLimitLimit: { description: 'Requests that v2 allows in the window.', schema: integer },
  RateLimitRemaining: { description: 'Requests that are left in the window.', schema: integer },
  RateLimitReset: { description: 'Unix seconds at which the window ends.', schema: integer },
  Unchanged: {
    description:
      'Present when the write would change nothing and was not made, because v2 takes no more for now.',
    schema: { const: '1' },
  },
  Ambiguous: {
    description: 'Present when the write may have been executed all the same: look before writing again.',
    schema: { const: '1' },
  },
};

/** A key of the seller in every request (spec 5.1). */
export const securitySchemes: JsonObject = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};
