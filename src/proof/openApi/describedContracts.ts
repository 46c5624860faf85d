import { isJsonObject } from '../../contract/json';
import { parameterNames } from '../../mapping/yaml/ruleEntry';
import type { WrittenFields } from '../learn/draftContract';
import { camelCase } from '../learn/draftMapping';
import { describedFields } from './describedFields';
import type { Schema } from './describedPages';
import { type DescribedSide, placeOfOne, schemaAt } from './describedResources';
import { singular } from './draftRoute';
import type { DescribedOperation } from './openApiFile';

/** Returns the name of a schema: that of its definition, else the last word of the path that uses it. */
function nameOf(schema: Schema, { path }: DescribedOperation): string {
  const reference = schema !== undefined && isJsonObject(schema) ? schema['$ref'] : undefined;
  const lastWord = path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{'));
  const name = typeof reference === 'string' ? reference.split('/').at(-1) : lastWord;
  return camelCase(singular(name ?? 'thing'));
}

/** Describes what the other operations of an API show by a parameter of their path, and take in a body, by name. */
export function describedContracts(
  { api, shape }: DescribedSide,
  side: 'v1' | 'v2',
  isMapped: (operation: DescribedOperation) => boolean,
): Readonly<Record<string, WrittenFields>> {
  const contracts: Record<string, WrittenFields> = {};
  const add = (schema: Schema, operation: DescribedOperation, purpose: 'answer' | 'request'): void => {
    const fields = describedFields(schema, { ...api, side, purpose });
    if (Object.keys(fields).length > 0) contracts[nameOf(schema, operation)] ??= fields;
  };
  for (const operation of api.operations.filter((each) => !isMapped(each))) {
    const { method, path, body, success } = operation;
    const shownSchema = schemaAt(success.schema, placeOfOne(success.schema, api.resolve), api.resolve);
    const isShown = method === 'GET' && parameterNames(path).length > 0;
    if (isShown) add(schemaAt(shownSchema, shape.attributes, api.resolve), operation, 'answer');
    if (body !== undefined) add(body, operation, 'request');
  }
  return contracts;
}
