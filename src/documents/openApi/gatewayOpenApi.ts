import type { Json, JsonObject } from '../../contract/json';
import type { PathParameter } from '../../mapping/compile/compiledOperation';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import type { ResolvedParameter } from '../../mapping/compile/query/resolveQuery';
import { type DocumentedOperation, jsonContent, openApiDocument, pathParameter } from './openApiDocument';
import { securityScheme } from '../../mapping/profile/keyStyle';
import type { Profile } from '../../mapping/profile/profileFile';
import { heading, inOrder, type Publication, spokenWords } from '../publication';
import {
  headers,
  parameterExamples,
  problemSchemas,
  refusals,
  requestExamples,
  responses,
} from './openApiResponses';
import {
  operationSchemas,
  requestName,
  requestSchemas,
  resourceSchemas,
  successName,
} from './openApiSchemas';

function parameterObject({ name, type }: PathParameter, example: string | undefined): JsonObject {
  if (type === 'integer') {
    const value = example === undefined ? undefined : Number(example);
    return pathParameter(name, { type: 'integer', minimum: 0 }, value);
  }
  return pathParameter(name, { type: 'string', minLength: 1 }, example);
}

function queryObject({ name, shows, words, most, usual = 1 }: ResolvedParameter): JsonObject {
  const entry = { name, in: 'query' };
  if (shows !== undefined)
    return { ...entry, schema: { enum: ['0', '1', 'false', 'true'], default: '0' }, example: '1' };
  if (words !== undefined) return { ...entry, schema: { enum: [...words] }, example: words[0] ?? '' };
  if (most === undefined) return { ...entry, schema: { type: 'string' } };
  const schema = { type: 'integer', minimum: Math.min(1, usual), maximum: most, default: usual };
  return { ...entry, schema, example: usual };
}

function successText({ name }: ResolvedResource, { operation, ownAnswer }: ResolvedOperation): string {
  if (operation.list !== undefined) return `A page of ${spokenWords(name)}s.`;
  if (operation.each !== undefined) return `All of the ${spokenWords(name)}s, as they are then.`;
  return ownAnswer === undefined ? `The ${spokenWords(name)}.` : 'Done.';
}

/** Names the v2 call that answers the operation. */
function description({ operation }: ResolvedOperation, { outward }: Publication['wire']): string {
  const { v2, lookup } = operation;
  const call = `Answered by \`${v2.method} ${outward(v2.template)}\`.`;
  if (lookup === undefined) return call;
  const { index, by } = lookup;
  return `${call} v2 has no lookup by \`${by}\`: the resource is found in an index over \`GET ${outward(index.path)}\`.`;
}

function provenance(
  { ledger }: ResolvedResource,
  { operation }: ResolvedOperation,
  { outward }: Publication['wire'],
): JsonObject {
  const reference = ledger.references.find((line) => line.operation === operation.name);
  const v2 = `${operation.v2.method} ${outward(operation.v2.template)}`;
  if (reference === undefined) return { v2 };
  return { v2, evidence: { ...reference.evidence }, rule: reference.place };
}

/** Documents one v1 operation. */
function operationObject(
  resource: ResolvedResource,
  resolved: ResolvedOperation,
  { fixtures, problemsOf, wire }: Publication,
): DocumentedOperation {
  const { operation, body } = resolved;
  const { name, v1 } = operation;
  const ownFixtures = fixtures.filter((fixture) => fixture.operation === name);
  const success = { schema: successName(resource, resolved), description: successText(resource, resolved) };
  const path = wire.outward(v1.template);
  const examples = parameterExamples(path, ownFixtures);
  return {
    method: v1.method,
    path,
    operationId: name,
    summary: heading(name),
    tags: [resource.name],
    isOpen: v1.open === true,
    parameters: [
      ...v1.parameters.map((parameter) => parameterObject(parameter, examples.get(parameter.name))),
      ...resolved.query.map(queryObject),
    ],
    request: body && jsonContent(requestName(resolved), { examples: requestExamples(ownFixtures) }),
    responses: responses(operation, success, { problems: problemsOf(operation), wire }, ownFixtures),
    notes: {
      description: description(resolved, wire),
      // Every operation of v1 is deprecated (spec 9).
      deprecated: true,
      'x-lifeboat': provenance(resource, resolved, wire),
    },
  };
}

const shapes = (resource: ResolvedResource, { v1 }: Profile): [string, Json | undefined][] =>
  Object.entries({
    ...resourceSchemas(resource, v1),
    ...operationSchemas(resource, v1),
    ...requestSchemas(resource),
  });

/** Lists each kind of refusal once; operations refer to it by name. */
function sharedRefusals({ resources, problemsOf, wire }: Publication): JsonObject {
  const all = resources.flatMap(({ operations }) =>
    operations.flatMap(({ operation }) => refusals(operation, { problems: problemsOf(operation), wire })),
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
 * Prints the v1 API as the gateway serves it, as an OpenAPI 3.1 document: every operation, shape and refusal, and
 * in `x-lifeboat` the source of each value.
 */
export function openApi(publication: Publication): JsonObject {
  const ordered = inOrder(publication);
  const { resources, hash, version, profile, wire } = ordered;
  const description =
    'Operations of API v1 that are answered by API v2. `x-lifeboat` says where a value comes from.';
  const title = `${profile.name} v1, as Lifeboat serves it`;
  return openApiDocument({
    openapi: '3.1.1',
    info: { title, description, version, 'x-lifeboat-mappings': hash },
    server,
    tags: resources.map(({ name }) => ({ name, description: `Each answer is one ${spokenWords(name)}.` })),
    operations: resources.flatMap((resource) =>
      resource.operations.map((resolved) => operationObject(resource, resolved, ordered)),
    ),
    security: securityScheme(profile.v1.auth),
    headers,
    responses: sharedRefusals(ordered),
    schemas: Object.fromEntries(
      resources.flatMap((resource) => shapes(resource, profile)).concat(Object.entries(problemSchemas(wire))),
    ),
  });
}
