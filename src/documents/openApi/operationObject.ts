import type { JsonObject } from '../../contract/json';
import type { Fixture } from '../../mapping/loadFixtures';
import type { PathParameter } from '../../mapping/operation';
import type { ResolvedResource } from '../../mapping/resolveFile';
import type { QueryParameter, ResolvedOperation } from '../../mapping/resolveOperation';
import type { Publication } from '../publication';
import { heading, spoken } from '../words';
import { parameterExamples, requestExamples } from './examples';
import { jsonContent } from './jsonContent';
import { requestName } from './requestSchemas';
import { successName } from './operationSchemas';
import { responses } from './responses';

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

const queryObject = ({ name, most, usual }: QueryParameter): JsonObject => ({
  name,
  in: 'query',
  schema:
    most === undefined
      ? { enum: ['0', '1', 'false', 'true'], default: '0' }
      : { type: 'integer', minimum: 1, maximum: most, default: usual },
  example: most === undefined ? '1' : usual,
});

function successText({ name }: ResolvedResource, { operation, ownAnswer }: ResolvedOperation): string {
  if (operation.list !== undefined) return `A page of ${spoken(name)}s.`;
  if (operation.each !== undefined) return `All of the ${spoken(name)}s, as they are then.`;
  return ownAnswer === undefined ? `The ${spoken(name)}.` : 'Done.';
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
export function operationObject(
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
