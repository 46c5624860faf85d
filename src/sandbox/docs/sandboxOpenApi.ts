import type { z } from 'zod';
import type { JsonObject } from '../../contract/json';
import type { ServedOperation } from '../http/handler';
import { contentOf, type Shapes } from './schemaExamples';
import { componentSchemas, nameSchemas, operationId } from './componentSchemas';

/** Path parameters that are no numbers, each with a sample. */
const pathSamples: Readonly<Record<string, string>> = {
  game: 'realm-of-tides',
  slug: 'realm-of-tides',
  accountLogin: 'player@example.com',
};

const integer = { type: 'integer' };

/** The headers of limited answers, as components (observed). */
const rateLimitHeaders: JsonObject = {
  RateLimitLimit: { description: 'Requests that the window allows.', schema: integer },
  RateLimitRemaining: { description: 'Requests that are left in the window.', schema: integer },
  RateLimitReset: { description: 'Unix seconds at which the window ends.', schema: integer },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: integer },
};

const reference = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

/** The headers of an answer with this status. */
const headersOf = (status: number): JsonObject => ({
  'X-RateLimit-Limit': reference('RateLimitLimit'),
  'X-RateLimit-Remaining': reference('RateLimitRemaining'),
  'X-RateLimit-Reset': reference('RateLimitReset'),
  ...(status === 429 ? { 'Retry-After': reference('RetryAfter') } : {}),
});

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
const statusesOf = ({ version, open, refusals }: ServedOperation): readonly number[] =>
  [...(open === true ? [] : [401, 429]), ...refusals, ...(version === 'v1' ? [410] : [])].toSorted();

/** The refusals of an operation in words, by status. */
export const refusalsOf = (
  operation: ServedOperation,
): readonly (readonly [status: string, description: string])[] =>
  statusesOf(operation).map((status) => [String(status), REFUSALS[status]?.description ?? '']);

/** The refusals of an operation as responses of a document. */
const refusalObjects = (operation: ServedOperation): JsonObject =>
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

/** One operation of a document. */
function operationObject(operation: ServedOperation, shapes: Shapes): JsonObject {
  const { summary, source, version, body, status, open, answer } = operation;
  return {
    operationId: operationId(operation),
    summary,
    tags: [`${version} ${operation.path.split('/')[2] ?? ''}`],
    'x-source': source,
    ...(open === true ? { security: [] } : {}),
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonContent(body, shapes) } }),
    responses: {
      [String(status)]: {
        description: status === 201 ? 'Created.' : 'Done.',
        headers: headersOf(status),
        content: jsonContent(answer, shapes),
      },
      ...refusalObjects(operation),
    },
  };
}

const jsonContent = (body: z.ZodType, shapes: Shapes): JsonObject => ({
  'application/json': { ...contentOf(body, shapes) },
});

const pathParameters = ({ path }: ServedOperation): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: pathSamples[name] ?? '500001',
  }));

const queryParameters = ({ query = [] }: ServedOperation): JsonObject[] =>
  query.map(({ name, description, type }) => ({ name, in: 'query', description, schema: { type } }));

/** What a document is about. */
interface DocumentSubject {
  readonly title: string;
  readonly operations: readonly ServedOperation[];
}

/** Operations as an OpenAPI 3.1 document: each with its request, its answer and its refusals, examples included. */
export function openApiDocument({ title, operations }: DocumentSubject): JsonObject {
  const names = nameSchemas(operations);
  const schemas = componentSchemas(names);
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const item = { [operation.method.toLowerCase()]: operationObject(operation, { names, schemas }) };
    paths[operation.path] = { ...paths[operation.path], ...item };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '2.0.0', description: 'As the sandbox serves it.', license: MIT },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas,
      headers: rateLimitHeaders,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const MIT = { name: 'MIT', identifier: 'MIT' };
