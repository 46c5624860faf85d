import type { Json, JsonObject } from '../../contract/json';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { PathParameter } from '../../mapping/compile/compiledOperation';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation, ResolvedParameter } from '../../mapping/compile/resolveOperation';
import { heading, inOrder, type Publication, spokenWords } from '../publication';
import {
  headers,
  jsonContent,
  parameterExamples,
  problemSchemas,
  refusals,
  requestExamples,
  responses,
  securitySchemes,
} from './openApiResponses';
import {
  operationSchemas,
  requestName,
  requestSchemas,
  resourceSchemas,
  successName,
} from './openApiSchemas';

function parameterObject({ name, type }: PathParameter, example: string | undefined): JsonObject {
  const schema = type === 'integer' ? { type: 'integer', minimum: 0 } : { type: 'string', minLength: 1 };
  const value = type === 'integer' ? Number(example) : example;
  return {
    name,
    in: 'path',
    required: true,
    schema,
    ...(example === undefined ? {} : { example: value }),
  };
}

const queryObject = ({ name, most, usual }: ResolvedParameter): JsonObject => ({
  name,
  in: 'query',
  schema:
    most === undefined
      ? { enum: ['0', '1', 'false', 'true'], default: '0' }
      : { type: 'integer', minimum: 1, maximum: most, default: usual },
  example: most === undefined ? '1' : usual,
});

function successText({ name }: ResolvedResource, { operation, ownAnswer }: ResolvedOperation): string {
  if (operation.list !== undefined) return `A page of ${spokenWords(name)}s.`;
  if (operation.each !== undefined) return `All of the ${spokenWords(name)}s, as they are then.`;
  return ownAnswer === undefined ? `The ${spokenWords(name)}.` : 'Done.';
}

function requestBody(resolved: ResolvedOperation, fixtures: readonly Fixture[]): JsonObject {
  if (resolved.body === undefined) return {};
  const content = jsonContent(requestName(resolved), requestExamples(fixtures));
  return { requestBody: { required: true, content } };
}

/** How v2 answers the operation, for people. */
function description({ operation }: ResolvedOperation): string {
  const { v2, lookup } = operation;
  const call = `Answered by \`${v2.method} ${v2.template}\`.`;
  if (lookup === undefined) return call;
  const { index, by } = lookup;
  return `${call} v2 has no lookup by \`${by}\`: the offer is found in an index over \`GET ${index.path}\`.`;
}

function provenance({ ledger }: ResolvedResource, { operation }: ResolvedOperation): JsonObject {
  const reference = ledger.references.find((line) => line.operation === operation.name);
  const v2 = `${operation.v2.method} ${operation.v2.template}`;
  if (reference === undefined) return { v2 };
  return { v2, evidence: { ...reference.evidence }, rule: reference.place };
}

/** One v1 operation as an OpenAPI operation object. */
function operationObject(
  resource: ResolvedResource,
  resolved: ResolvedOperation,
  { fixtures, problemsOf }: Publication,
): JsonObject {
  const { operation } = resolved;
  const own = fixtures.filter((fixture) => fixture.operation === operation.name);
  const success = { schema: successName(resource, resolved), description: successText(resource, resolved) };
  const examples = parameterExamples(operation.v1.template, own);
  return {
    operationId: operation.name,
    summary: heading(operation.name),
    description: description(resolved),
    tags: [resource.name],
    // All of v1 is (spec 9).
    deprecated: true,
    parameters: [
      ...operation.v1.parameters.map((one) => parameterObject(one, examples.get(one.name))),
      ...resolved.query.map(queryObject),
    ],
    ...(operation.v1.open === true ? { security: [{}, { bearer: [] }] } : {}),
    ...requestBody(resolved, own),
    responses: responses(operation, success, problemsOf(operation), own),
    'x-lifeboat': provenance(resource, resolved),
  };
}

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
    tags: resources.map(({ name }) => ({ name, description: `Each answer is one ${spokenWords(name)}.` })),
    paths: paths(ordered),
    components: {
      securitySchemes,
      headers,
      responses: sharedRefusals(ordered),
      schemas: Object.fromEntries(resources.flatMap(shapes).concat(Object.entries(problemSchemas))),
    },
  };
}
