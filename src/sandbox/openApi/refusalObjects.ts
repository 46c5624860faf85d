import type { JsonObject } from '../../contract/json';
import type { Operation } from '../http/operation';
import { headersOf } from './rateLimitHeaders';

/** What each refusal means, and an example of its body. */
const REFUSALS: Readonly<Record<number, { readonly description: string; readonly example: JsonObject }>> = {
  400: {
    description: 'The list cannot be sorted or filtered so.',
    example: { message: 'Requested sort(s) ...' },
  },
  401: { description: 'The key is missing, deleted or invalid.', example: { message: 'Unauthenticated.' } },
  403: { description: 'The key may not do this.', example: { message: 'This action is unauthorized.' } },
  404: { description: 'There is no such resource of yours.', example: { message: 'Resource not found.' } },
  410: {
    description: 'API v1 has ended.',
    example: { message: 'API v1 has been discontinued. Use API v2.' },
  },
  422: {
    description: 'A field breaks a rule.',
    example: {
      message: 'The price field is required.',
      errors: { price: ['The price field is required.'] },
    },
  },
  429: { description: 'The rate limit is exceeded.', example: { message: 'Too many requests.' } },
};

/** The statuses with which an operation can refuse: its own, and those that every operation has (spec 4). */
const statusesOf = ({ version, open, refusals }: Operation): readonly number[] =>
  [...(open === true ? [] : [401, 429]), ...refusals, ...(version === 'v1' ? [410] : [])].toSorted();

/** The refusals of an operation in words, by status. */
export const refusalsOf = (
  operation: Operation,
): readonly (readonly [status: string, description: string])[] =>
  statusesOf(operation).map((status) => [String(status), REFUSALS[status]?.description ?? '']);

/** The refusals of an operation as responses of a document. */
export const refusalObjects = (operation: Operation): JsonObject =>
  Object.fromEntries(statusesOf(operation).map((status) => [String(status), refusalObject(status)]));

function refusalObject(status: number): JsonObject {
  const refusal = REFUSALS[status];
  const schema = { $ref: `#/components/schemas/${status === 422 ? 'ValidationProblem' : 'Problem'}` };
  return {
    description: refusal?.description ?? '',
    ...(status === 401 || status === 410 ? {} : { headers: headersOf(status) }),
    content: { 'application/json': { schema, example: refusal?.example ?? {} } },
  };
}
