import type { z } from 'zod';
import type { JsonObject } from '../../contract/json';
import type { Operation } from '../http/operation';
import { contentOf, type Shapes } from './contentOf';
import { operationId } from './nameSchemas';
import { pathSamples } from './pathSamples';
import { headersOf } from './rateLimitHeaders';
import { refusalObjects } from './refusalObjects';

/** One operation of a document. */
export function operationObject(operation: Operation, shapes: Shapes): JsonObject {
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

const pathParameters = ({ path }: Operation): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: pathSamples[name] ?? '500001',
  }));

const queryParameters = ({ query = [] }: Operation): JsonObject[] =>
  query.map(({ name, description, type }) => ({ name, in: 'query', description, schema: { type } }));
