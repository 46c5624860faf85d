import type { JsonObject } from '../../contract/json';
import type { PathParameter } from '../../mapping/compile/compiledOperation';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import type { ResolvedHeaders } from '../../mapping/compile/query/resolveHeaders';
import type { ResolvedParameter } from '../../mapping/compile/query/resolveQuery';
import { securityScheme } from '../../mapping/profile/keyStyle';
import { heading, sortPublication, type Publication, spokenWords } from '../publication';
import {
  headers,
  jsonContent,
  parameterExamples,
  problemSchemas,
  refusals,
  requestExamples,
  responses,
} from './openApiResponses';
import { componentSchemas, requestName, successName } from './openApiSchemas';

function parameterObject({ name, type, except }: PathParameter, example: string | undefined): JsonObject {
  const isNumeric = type === 'integer';
  return {
    name,
    in: 'path',
    required: true,
    schema: {
      ...(isNumeric ? { type: 'integer', minimum: 0 } : { type: 'string', minLength: 1 }),
      ...(except && { not: { enum: [...except] } }),
    },
    ...(example !== undefined && { example: isNumeric ? Number(example) : example }),
  };
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

/** Describes a header that a client may send, and one with which a request is refused. */
const headerObjects = ({ takes, refuses }: ResolvedHeaders): readonly JsonObject[] => [
  ...takes.map((parameter) => ({ ...queryObject(parameter), in: 'header' })),
  ...refuses.map((name) => ({
    ...{ name, in: 'header', schema: { type: 'string' } },
    description: 'A request with it is refused.',
  })),
];

function successText({ name }: ResolvedResource, { operation, ownAnswer, query }: ResolvedOperation): string {
  const isPaged = query.some(({ begins }) => begins !== undefined);
  if (operation.list !== undefined) return `${isPaged ? 'A page of' : 'All'} ${spokenWords(name)}s.`;
  if (operation.each !== undefined) return `All of the ${spokenWords(name)}s, as they are then.`;
  return ownAnswer === undefined ? `The ${spokenWords(name)}.` : 'Done.';
}

/** Names the v2 call that answers the operation, and where the mapping says so. */
function operationOrigin(
  { ledger }: ResolvedResource,
  { operation: { name, v2, lookup, calls = [] } }: ResolvedOperation,
  { outward }: Publication['wire'],
): JsonObject {
  const call = `${v2.method} ${outward(v2.template)}`;
  const line = ledger.references.find(({ operation }) => operation === name);
  const beside = calls.map(({ template }) => `, and \`GET ${outward(template)}\``).join('');
  const search =
    lookup === undefined
      ? ''
      : ` v2 has no lookup by \`${lookup.by}\`: the resource is found in an index over \`GET ${outward(lookup.index.path)}\`.`;
  return {
    description: `Answered by \`${call}\`${beside}.${search}`,
    // Every operation of v1 is deprecated (spec 9).
    deprecated: true,
    'x-lifeboat': {
      v2: call,
      ...(line !== undefined && { evidence: { ...line.evidence }, rule: line.place }),
    },
  };
}

function operationObject(
  resource: ResolvedResource,
  resolved: ResolvedOperation,
  publication: Publication,
  key: JsonObject,
): JsonObject {
  const { name, v1 } = resolved.operation;
  const fixtures = publication.fixtures.filter(({ operation }) => operation === name);
  const success = { schema: successName(resource, resolved), description: successText(resource, resolved) };
  const examples = parameterExamples(publication.wire.outward(v1.template), fixtures);
  const parameters = v1.parameters.map((parameter) =>
    parameterObject(parameter, examples.get(parameter.name)),
  );
  const content = jsonContent(requestName(resolved), requestExamples(fixtures));
  return {
    operationId: name,
    summary: heading(name),
    tags: [resource.name],
    // An open operation also takes a request with a key.
    ...(v1.open === true && { security: [{}, key] }),
    parameters: [
      ...parameters,
      ...resolved.query.map(queryObject),
      ...(resolved.headers === undefined ? [] : headerObjects(resolved.headers)),
    ],
    ...(resolved.body !== undefined && { requestBody: { required: true, content } }),
    responses: responses(resolved.operation, success, publication, fixtures),
    ...operationOrigin(resource, resolved, publication.wire),
  };
}

/** Groups operations by path: several methods of one path share one path item. */
function pathsOf(publication: Publication, key: JsonObject): JsonObject {
  const items: Record<string, JsonObject> = {};
  for (const resource of publication.resources)
    for (const resolved of resource.operations) {
      const { method, template } = resolved.operation.v1;
      const path = publication.wire.outward(template);
      const operation = operationObject(resource, resolved, publication, key);
      items[path] = { ...items[path], [method.toLowerCase()]: operation };
    }
  return items;
}

const server = {
  url: '{gateway}',
  variables: {
    gateway: { default: 'http://127.0.0.1:8080', description: 'Where the gateway listens.' },
  },
};

/**
 * Prints the v1 API as the gateway serves it, as an OpenAPI 3.1 document: every operation, shape and refusal, and
 * in `x-lifeboat` the source of each value. All operations but the open ones require a key (spec 5.1).
 */
export function openApi(publication: Publication): JsonObject {
  const ordered = sortPublication(publication);
  const { resources, hash, version, profile, wire } = ordered;
  const description =
    'Operations of API v1 that are answered by API v2. `x-lifeboat` says where a value comes from.';
  const title = `${profile.name} v1, as Lifeboat serves it`;
  const securitySchemes = securityScheme(profile.v1.auth);
  const key = Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]));
  // Each kind of refusal is listed once; operations refer to it by name.
  const refusedPaths = resources.flatMap(({ operations }) =>
    operations.flatMap(({ operation }) => refusals(operation, ordered)),
  );
  return {
    openapi: '3.1.1',
    info: { title, description, version, 'x-lifeboat-mappings': hash },
    servers: [server],
    security: [key],
    tags: resources.map(({ name }) => ({ name, description: `Each answer is one ${spokenWords(name)}.` })),
    paths: pathsOf(ordered, key),
    components: {
      securitySchemes,
      headers,
      responses: Object.fromEntries(refusedPaths.map(({ name, response }) => [name, response])),
      schemas: {
        ...Object.fromEntries(
          resources.flatMap((resource) => Object.entries(componentSchemas(resource, profile.v1))),
        ),
        ...problemSchemas(wire),
      },
    },
  };
}
