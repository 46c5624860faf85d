import { z } from 'zod';
import type { Entry } from './entry';
import { operatorProblems } from './operatorProblems';

type Schema = Readonly<Record<string, unknown>>;

/** Renders a schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => ({
  ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }),
});

const answerOf = (description: string, type: string, schema: Schema): Schema => ({
  description,
  content: { [type]: { schema } },
});

/** Describes the inputs of a view as OpenAPI query parameters. */
function parametersOf(input: Schema): readonly Schema[] {
  const required = z.array(z.string()).catch([]).parse(input['required']);
  const properties = z.record(z.string(), z.unknown()).catch({}).parse(input['properties']);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function operationOf({ name, kind, role, summary, input, output }: Entry): Schema {
  const inputSchema = schemaOf(input, 'input');
  const askedEntry =
    kind === 'view'
      ? { parameters: parametersOf(inputSchema) }
      : {
          parameters: [
            { name: 'idempotency-key', in: 'header', required: false, schema: { type: 'string' } },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: inputSchema } } },
        };
  const problem = { $ref: '#/components/schemas/Problem' };
  return {
    operationId: name.replaceAll('/', '.'),
    tags: [name.split('/')[0]],
    summary,
    description: `Needs the role ${role}.`,
    ...askedEntry,
    responses: {
      '200': answerOf('Done.', 'application/json', schemaOf(output, 'output')),
      default: answerOf('Refused: see /api/problems.', 'application/problem+json', problem),
    },
  };
}

/** Describes the admin API as OpenAPI 3.1. */
export const operatorDocument = (table: readonly Entry[], version: string): Schema => ({
  openapi: '3.1.0',
  info: { title: "Lifeboat's admin API", version },
  security: [{ token: [] }],
  paths: Object.fromEntries(
    table.map((entry) => [
      `/api/${entry.name}`,
      { [entry.kind === 'view' ? 'get' : 'post']: operationOf(entry) },
    ]),
  ),
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Problem: {
        type: 'object',
        required: ['type', 'title', 'status', 'detail'],
        properties: {
          type: {
            type: 'string',
            enum: Object.keys(operatorProblems).map((name) => `/api/problems#${name}`),
          },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
        },
      },
    },
  },
});
