import type { z } from 'zod';
import type { JsonObject } from '../../contract/json';
import type { ServedOperation } from '../http/handler';
import { contentOf, type Shapes } from './schemaExamples';
import { componentSchemas } from '../../documents/openApi/contractSchema';
import {
  type DocumentedOperation,
  jsonContent,
  limitHeaderReferences,
  openApiDocument,
  pathParameter,
} from '../../documents/openApi/openApiDocument';
import { nameSchemas, operationId } from './schemaNames';

/** Path parameters that are no numbers, each with a sample. */
const pathSamples: Readonly<Record<string, string>> = {
  game: 'realm-of-tides',
  slug: 'realm-of-tides',
  accountLogin: 'player@example.com',
};

/** The meaning of each refusal, and an example of its body. */
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
  const { description = '', example = {} } = REFUSALS[status] ?? {};
  return {
    description,
    ...(status === 401 || status === 410 ? {} : { headers: limitHeaderReferences(status) }),
    content: jsonContent(status === 422 ? 'ValidationProblem' : 'Problem', { example }),
  };
}

/** One operation of a document. */
function documented(operation: ServedOperation, shapes: Shapes): DocumentedOperation {
  const { method, path, summary, source, version, body, status, open, answer, query = [] } = operation;
  const content = (contract: z.ZodType): JsonObject => ({
    'application/json': { ...contentOf(contract, shapes) },
  });
  return {
    method,
    path,
    operationId: operationId(operation),
    summary,
    tags: [`${version} ${path.split('/')[2] ?? ''}`],
    isOpen: open === true,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
        pathParameter(name, { type: 'string' }, pathSamples[name] ?? '500001'),
      ),
      ...query.map(({ name, description, type }) => ({ name, in: 'query', description, schema: { type } })),
    ],
    request: body && content(body),
    responses: {
      [String(status)]: {
        description: status === 201 ? 'Created.' : 'Done.',
        headers: limitHeaderReferences(status),
        content: content(answer),
      },
      ...refusalObjects(operation),
    },
    notes: { 'x-source': source },
  };
}

/** Title and description of a document. */
interface DocumentSubject {
  readonly title: string;
  readonly operations: readonly ServedOperation[];
}

/** Operations as an OpenAPI 3.1 document: each with its request, its answer and its refusals, examples included. */
export function sandboxOpenApi({ title, operations }: DocumentSubject): JsonObject {
  const names = nameSchemas(operations);
  const schemas = componentSchemas(names);
  const license = { name: 'MIT', identifier: 'MIT' };
  return openApiDocument({
    openapi: '3.1.0',
    info: { title, version: '2.0.0', description: 'As the sandbox serves it.', license },
    server: { url: '/' },
    operations: operations.map((operation) => documented(operation, { names, schemas })),
    schemas,
  });
}
