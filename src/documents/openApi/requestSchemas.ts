import { schemas } from '../../contract/contracts';
import type { JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/resolveFile';
import type { ResolvedOperation } from '../../mapping/resolveOperation';
import { typeName } from '../words';
import { annotate } from './annotate';
import { contractSchema } from './contractSchema';
import { destination } from './destination';

/** The component that a request of an operation refers to. */
export const requestName = ({ operation }: ResolvedOperation): string => `${typeName(operation.name)}Request`;

/** The v1 request bodies of a resource's operations. */
export function requestSchemas({ dates, operations }: ResolvedResource): JsonObject {
  const entries = operations.flatMap((resolved): [string, JsonObject][] => {
    const { body } = resolved;
    if (body === undefined) return [];
    const schema = contractSchema(schemas.v1, body.contract.v1, dates);
    return [[requestName(resolved), annotate(schema, destination(body.ledger))]];
  });
  return Object.fromEntries(entries);
}
