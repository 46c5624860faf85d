import type { JsonObject } from '../../contract/json';
import type { Operation } from '../http/operation';
import { componentSchemas } from './componentSchemas';
import { nameSchemas } from './nameSchemas';
import { operationObject } from './operationObject';
import { rateLimitHeaders } from './rateLimitHeaders';

/** What a document is about. */
export interface DocumentSubject {
  readonly title: string;
  readonly operations: readonly Operation[];
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
