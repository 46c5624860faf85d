import { schemas } from '../../contract/contracts';
import type { JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/resolveFile';
import type { ResolvedOperation } from '../../mapping/resolveOperation';
import { typeName } from '../words';
import { annotate } from './annotate';
import { contractSchema } from './contractSchema';
import { provenance } from './provenance';
import { answerName } from './resourceSchemas';

const ownName = ({ operation }: ResolvedOperation): string => `${typeName(operation.name)}Answer`;

/** The component that a success of an operation refers to: the resource, unless it answers otherwise. */
export function successName(resource: ResolvedResource, resolved: ResolvedOperation): string {
  const { list, each, acknowledgement } = resolved.operation;
  const others = [list, each, acknowledgement, resolved.ownAnswer];
  const isResource = others.every((other) => other === undefined);
  return isResource ? answerName(resource) : ownName(resolved);
}

const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const count = { type: 'integer', minimum: 0 };

const meta = object({
  ...{ current_page: count, from: { type: ['integer', 'null'] }, last_page: count },
  ...{ per_page: count, to: { type: ['integer', 'null'] }, total: count },
});

function schemaOf(
  resource: ResolvedResource,
  { operation, ownAnswer }: ResolvedOperation,
): JsonObject | undefined {
  const items = { $ref: `#/components/schemas/${answerName(resource)}/properties/data` };
  const data = { type: 'array', items };
  if (operation.list !== undefined) return object({ data, meta });
  if (operation.each !== undefined) return object({ message: { const: operation.each.message }, data });
  const { acknowledgement } = operation;
  if (acknowledgement !== undefined) {
    const whole = { $ref: `#/components/schemas/${answerName(resource)}` };
    return { anyOf: [whole, object({ message: { const: acknowledgement } })] };
  }
  if (ownAnswer === undefined) return undefined;
  const schema = contractSchema(schemas.v1, ownAnswer.contract, resource.dates);
  return annotate(schema, provenance(ownAnswer.ledger));
}

/** The v1 shapes of answers that are not the resource alone. */
export function operationSchemas(resource: ResolvedResource): JsonObject {
  const entries = resource.operations.flatMap((resolved): [string, JsonObject][] => {
    const schema = schemaOf(resource, resolved);
    return schema === undefined ? [] : [[ownName(resolved), schema]];
  });
  return Object.fromEntries(entries);
}
