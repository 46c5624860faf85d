import type { Json, JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/resolveFile';
import { inOrder } from '../inOrder';
import type { Publication } from '../publication';
import { spoken } from '../words';
import { headers, problemSchemas, securitySchemes } from './components';
import { operationObject } from './operationObject';
import { operationSchemas } from './operationSchemas';
import { refusals } from './refusals';
import { requestSchemas } from './requestSchemas';
import { resourceSchemas } from './resourceSchemas';

/** Several methods of one path share an item. */
function paths(publication: Publication): JsonObject {
  const items: Record<string, JsonObject> = {};
  for (const resource of publication.resources) {
    for (const resolved of resource.operations) {
      const { method, template } = resolved.operation.v1;
      const item = operationObject(resource, resolved, publication);
      items[template] = { ...items[template], [method.toLowerCase()]: item };
    }
  }
  return items;
}

const shapes = (resource: ResolvedResource): [string, Json | undefined][] =>
  Object.entries({
    ...resourceSchemas(resource),
    ...operationSchemas(resource),
    ...requestSchemas(resource),
  });

/** Each kind of refusal once, however many operations share it. */
function sharedRefusals({ resources, problemsOf }: Publication): JsonObject {
  const all = resources.flatMap(({ operations }) =>
    operations.flatMap(({ operation }) => refusals(operation, problemsOf(operation))),
  );
  return Object.fromEntries(all.map(({ name, response }) => [name, response]));
}

const server = {
  url: '{gateway}',
  variables: {
    gateway: { default: 'http://127.0.0.1:8080', description: 'Where the gateway listens.' },
  },
};

/**
 * The v1 surface that the gateway serves as an OpenAPI 3.1 document: every operation, shape and refusal, and in
 * `x-lifeboat` where each value comes from.
 */
export function openApi(publication: Publication): JsonObject {
  const ordered = inOrder(publication);
  const { resources, hash, version } = ordered;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Marketplace Seller API v1, as Lifeboat serves it',
      description:
        'Operations of API v1 that are answered by API v2. `x-lifeboat` says where a value comes from.',
      version,
      'x-lifeboat-mappings': hash,
    },
    servers: [server],
    security: [{ bearer: [] }],
    tags: resources.map(({ name }) => ({ name, description: `Each answer is one ${spoken(name)}.` })),
    paths: paths(ordered),
    components: {
      securitySchemes,
      headers,
      responses: sharedRefusals(ordered),
      schemas: Object.fromEntries(resources.flatMap(shapes).concat(Object.entries(problemSchemas))),
    },
  };
}
