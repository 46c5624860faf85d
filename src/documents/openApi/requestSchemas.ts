import { schemas } from '../../contract/contracts';
import type { JsonObject } from '../../contract/json';
import type { LedgerMember } from '../../mapping/ledger';
import type { ResolvedResource } from '../../mapping/resolveFile';
import type { ResolvedOperation } from '../../mapping/resolveOperation';
import { typeName } from '../words';
import { annotate } from './annotate';
import { contractSchema } from './contractSchema';

/** The component that a request of an operation refers to. */
export const requestName = ({ operation }: ResolvedOperation): string => `${typeName(operation.name)}Request`;

function destination({ operation: _, member: __, place, ...line }: LedgerMember): JsonObject {
  return { ...line, rule: place };
}

/** The v1 request bodies of a resource's operations. */
export function requestSchemas({ dates, operations }: ResolvedResource): JsonObject {
  const entries = operations.flatMap((resolved): [string, JsonObject][] => {
    const { body } = resolved;
    if (body === undefined) return [];
    const notes = new Map(body.ledger.map((line) => [line.member, destination(line)]));
    const schema = contractSchema(schemas.v1, body.contract.v1, dates);
    return [[requestName(resolved), annotate(schema, notes)]];
  });
  return Object.fromEntries(entries);
}
