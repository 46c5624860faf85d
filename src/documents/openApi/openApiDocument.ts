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
  /** Content of the request body; absent when the operation takes none. */
  readonly request?: JsonObject | undefined;
  /** Status -> answer. */
  readonly responses: JsonObject;
  /** Further members of the operation object, e.g. `x-source`. */
  readonly notes: JsonObject;
}

/** Contents of an OpenAPI 3.1 document. */
export interface DocumentedApi {
  readonly openapi: '3.1.0' | '3.1.1';
  readonly info: JsonObject;
  readonly server: JsonObject;
  readonly tags?: readonly JsonObject[];
  readonly operations: readonly DocumentedOperation[];
  /** Security scheme of a key, under its name. */
  readonly security: JsonObject;
  /** Further headers of the answers; every document has those of the rate limit. */
  readonly headers?: JsonObject;
  readonly responses?: JsonObject;
  readonly schemas: JsonObject;
}

/** Points to a component of the document. */
export const reference = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Describes a JSON body by a component, with one example or several by name. */
export const jsonContent = (
  schema: string,
  shownExamples: { readonly example: Json } | { readonly examples: JsonObject },
  type = 'application/json',
): JsonObject => ({ [type]: { schema: reference('schemas', schema), ...shownExamples } });

const integer = { type: 'integer' };

/** The headers of the rate limit, as the live service sends them. */
const rateLimitHeaders: JsonObject = {
  RateLimitLimit: { description: 'Requests that the window allows.', schema: integer },
  RateLimitRemaining: { description: 'Requests that are left in the window.', schema: integer },
  RateLimitReset: { description: 'Unix seconds at which the window ends.', schema: integer },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: integer },
};

/** Returns the rate limit headers of an answer with this status. */
export const limitHeaderReferences = (status: number): JsonObject => ({
  'X-RateLimit-Limit': reference('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': reference('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': reference('headers', 'RateLimitReset'),
  ...(status === 429 ? retryAfter : {}),
});

/** The header that tells how long to wait. */
export const retryAfter: JsonObject = { 'Retry-After': reference('headers', 'RetryAfter') };

/** Describes a parameter of a path. */
export const pathParameter = (name: string, schema: JsonObject, example?: Json): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema,
  ...(example === undefined ? {} : { example }),
});

const operationObject = (operation: DocumentedOperation, security: JsonObject): JsonObject => {
  const { operationId, summary, tags, parameters, request, responses, notes } = operation;
  return {
    operationId,
    summary,
    tags: [...tags],
    ...security,
    parameters: [...parameters],
    ...(request === undefined ? {} : { requestBody: { required: true, content: request } }),
    responses,
    ...notes,
  };
};

/** Groups operations by path: several methods of one path share one path item. */
function pathsOf(operations: readonly DocumentedOperation[], required: JsonObject): JsonObject {
  const items: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const { path, method, isOpen } = operation;
    // An open operation also takes a request with a key.
    const security: JsonObject = isOpen ? { security: [{}, required] } : {};
    items[path] = { ...items[path], [method.toLowerCase()]: operationObject(operation, security) };
  }
  return items;
}

/** Prints an API as an OpenAPI 3.1 document; all operations but the open ones require a key (spec 5.1). */
export function openApiDocument(api: DocumentedApi): JsonObject {
  const { openapi, info, server, tags, operations, headers, responses, schemas, security } = api;
  const required = Object.fromEntries(Object.keys(security).map((name) => [name, []]));
  return {
    openapi,
    info,
    servers: [server],
    security: [required],
    ...(tags === undefined ? {} : { tags: [...tags] }),
    paths: pathsOf(operations, required),
    components: {
      securitySchemes: security,
      headers: { ...rateLimitHeaders, ...headers },
      ...(responses === undefined ? {} : { responses }),
      schemas,
    },
  };
}
