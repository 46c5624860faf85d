import type { Json, JsonObject } from '../../contract/json';

/** One operation as a document shows it; the parts are OpenAPI objects. */
export interface DocumentedOperation {
  readonly method: string;
  /** Path with parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly isOpen: boolean;
  readonly parameters: readonly JsonObject[];
  /** Content of the request body; absent: the operation takes none. */
  readonly request?: JsonObject | undefined;
  /** Status -> answer. */
  readonly responses: JsonObject;
  /** Whatever else is said of it, e.g. `x-source`. */
  readonly notes: JsonObject;
}

/** An API as OpenAPI 3.1 shows it. */
export interface DocumentedApi {
  readonly openapi: '3.1.0' | '3.1.1';
  readonly info: JsonObject;
  readonly server: JsonObject;
  readonly tags?: readonly JsonObject[];
  readonly operations: readonly DocumentedOperation[];
  /** Further headers of its answers; those of the rate limit are in every document. */
  readonly headers?: JsonObject;
  readonly responses?: JsonObject;
  readonly schemas: JsonObject;
}

/** A pointer to a component of the document. */
export const reference = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A body in the shape of a component, with its example or its examples by name. */
export const jsonContent = (
  schema: string,
  shown: { readonly example: Json } | { readonly examples: JsonObject },
): JsonObject => ({ 'application/json': { schema: reference('schemas', schema), ...shown } });

const integer = { type: 'integer' };

/** The headers of the rate limit, as the live service sends them. */
const rateLimitHeaders: JsonObject = {
  RateLimitLimit: { description: 'Requests that the window allows.', schema: integer },
  RateLimitRemaining: { description: 'Requests that are left in the window.', schema: integer },
  RateLimitReset: { description: 'Unix seconds at which the window ends.', schema: integer },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: integer },
};

/** The rate limit in the headers of an answer with some status. */
export const limitHeaders = (status: number): JsonObject => ({
  'X-RateLimit-Limit': reference('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': reference('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': reference('headers', 'RateLimitReset'),
  ...(status === 429 ? retryAfter : {}),
});

/** The header that says how long to wait. */
export const retryAfter: JsonObject = { 'Retry-After': reference('headers', 'RetryAfter') };

/** A parameter of a path, with an example where there is one. */
export const pathParameter = (name: string, schema: JsonObject, example?: Json): JsonObject => ({
  ...{ name, in: 'path', required: true, schema },
  ...(example === undefined ? {} : { example }),
});

const operationObject = (operation: DocumentedOperation, security: JsonObject): JsonObject => {
  const { operationId, summary, tags, parameters, request, responses, notes } = operation;
  return {
    ...{ operationId, summary, tags: [...tags], ...security, parameters: [...parameters] },
    ...(request === undefined ? {} : { requestBody: { required: true, content: request } }),
    ...{ responses, ...notes },
  };
};

/** Several methods of one path share an item. */
function pathsOf(operations: readonly DocumentedOperation[]): JsonObject {
  const items: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const { path, method, isOpen } = operation;
    // A key may be shown where none is needed.
    const security: JsonObject = isOpen ? { security: [{}, { bearer: [] }] } : {};
    items[path] = { ...items[path], [method.toLowerCase()]: operationObject(operation, security) };
  }
  return items;
}

/** An API as an OpenAPI 3.1 document; every request but those of open operations shows a key (spec 5.1). */
export function openApiDocument(api: DocumentedApi): JsonObject {
  const { openapi, info, server, tags, operations, headers, responses, schemas } = api;
  return {
    openapi,
    info,
    servers: [server],
    security: [{ bearer: [] }],
    ...(tags === undefined ? {} : { tags: [...tags] }),
    paths: pathsOf(operations),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      headers: { ...rateLimitHeaders, ...headers },
      ...(responses === undefined ? {} : { responses }),
      schemas,
    },
  };
}
