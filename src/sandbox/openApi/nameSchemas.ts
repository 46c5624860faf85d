import type { z } from 'zod';
import type { Operation } from '../http/operation';
import { resources } from './resources';

/** Each shape that documents refer to, with its name among the components. */
export type SchemaNames = ReadonlyMap<z.ZodType, string>;

/** Names the resources, and the bodies of each operation after the operation; what several share is named once. */
export function nameSchemas(operations: readonly Operation[]): SchemaNames {
  const names = new Map<z.ZodType, string>(Object.entries(resources).map(([name, schema]) => [schema, name]));
  for (const operation of operations) {
    const { body, answer } = operation;
    const prefix = operationId(operation);
    if (!names.has(answer)) names.set(answer, `${prefix}Answer`);
    if (body !== undefined && !names.has(body)) names.set(body, `${prefix}Request`);
  }
  return names;
}

/** The name of an operation among those of both versions. */
export const operationId = ({ name, version }: Operation): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}${version === 'v1' ? 'V1' : ''}`;
