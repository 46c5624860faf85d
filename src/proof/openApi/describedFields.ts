import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { WrittenField } from '../../contract/writtenContract';
import { isSecretName, type WrittenFields } from '../learn/draftContract';
import { numberInstant, textInstant, typeInV2, withInstant } from './describedInstants';
import { type DescribedApi, listIn, objectIn } from './openApiFile';

/** The direction of a schema: shown by an API, or taken by it. */
type Purpose = 'answer' | 'request';

interface Reading {
  readonly resolve: DescribedApi['resolve'];
  readonly side: 'v1' | 'v2';
  readonly purpose: Purpose;
}

/** Most levels of nested objects that are described; deeper ones stay untold, because a schema may contain itself. */
const MAX_DEPTH = 5;
const MAX_PARTS = 4;

const numberIn = (node: Json | undefined): number | undefined =>
  typeof node === 'number' ? node : undefined;

const boundsIn = (schema: JsonObject, least: string, most: string): WrittenField =>
  definedMembers({ minimum: numberIn(schema[least]), maximum: numberIn(schema[most]) });

/** Marks a field that its document describes and a contract cannot hold. */
const untold: unique symbol = Symbol('described by the document alone');

/** True for a field with a part that its document describes and a contract cannot hold: no rule may pass it on. */
export function isUntold(field: WrittenField): boolean {
  const { fields = {}, each, map } = field;
  const innerSchemas = [...Object.values(fields), each, map].filter((nested) => nested !== undefined);
  return untold in field || innerSchemas.some(isUntold);
}

/** Stands for alternatives that have no common part. */
const alternatives: JsonObject = { type: 'object', oneOf: [] };

/** A schema with its parts combined, and whether null is one of its values. */
export interface CombinedSchema {
  readonly schema: JsonObject;
  readonly nullable: boolean;
}

const isNull = (schema: JsonObject): boolean => schema['type'] === 'null' || schema['const'] === null;

const mergeSchemas = (schema: JsonObject, nextSchema: JsonObject): JsonObject => ({
  ...schema,
  ...nextSchema,
  properties: { ...objectIn(schema['properties']), ...objectIn(nextSchema['properties']) },
  required: [...listIn(schema['required']), ...listIn(nextSchema['required'])],
});

/**
 * Chooses among alternatives: the only one beside null, or the common part of all; objects of several kinds stay untold.
 */
function alternative(flattened: readonly CombinedSchema[]): CombinedSchema {
  const [only, ...otherBranches] = flattened.filter(({ schema }) => !isNull(schema));
  if (only === undefined) return { schema: {}, nullable: flattened.length > 0 };
  const { type } = only.schema;
  const alike = otherBranches.every(({ schema }) => schema['type'] === type && type !== 'object');
  const nullable = otherBranches.length + 1 < flattened.length || flattened.some((flat) => flat.nullable);
  return { schema: alike ? only.schema : alternatives, nullable };
}

const isNothing = (word: Json): boolean => word === null || word === 'null';

/** Combines the parts of a schema: references, `allOf`, one alternative beside null, types beside null. */
export function flatten(node: Json | undefined, resolve: DescribedApi['resolve'], depth = 0): CombinedSchema {
  if (depth > MAX_PARTS) return { schema: alternatives, nullable: false };
  const { allOf, oneOf, anyOf, ...ownSchema } = resolve(node);
  const inner = (branches: Json | undefined): readonly CombinedSchema[] =>
    listIn(branches).map((each) => flatten(each, resolve, depth + 1));
  const all = [...inner(allOf), alternative([...inner(oneOf), ...inner(anyOf)])];
  const schema = all.reduceRight((mergedSchema, each) => mergeSchemas(each.schema, mergedSchema), ownSchema);
  const types = listIn(schema['type']);
  const nullable = ownSchema['nullable'] === true || [...listIn(ownSchema['enum']), ...types].some(isNothing);
  const type = types.find((word) => !isNothing(word)) ?? 'null';
  return {
    schema: { ...schema, ...(types.length > 0 && { type }) },
    nullable: nullable || all.some((each) => each.nullable),
  };
}

function textField(schema: JsonObject, { side, purpose }: Reading): WrittenField {
  const isRequest = purpose === 'request';
  const words = listIn(schema['enum']).filter((word) => typeof word === 'string');
  if (words.length > 0) return { type: 'text', known: words, ...(isRequest && { closed: true }) };
  if (isRequest && schema['format'] === 'uri') return { type: 'url' };
  // A text may be empty unless its document says otherwise; a contract takes a blank one for a missing one.
  const shortest = isRequest && side === 'v1' ? { minimum: 0 } : {};
  const limits = isRequest ? { ...shortest, ...boundsIn(schema, 'minLength', 'maxLength') } : {};
  return withInstant({ type: 'text', ...limits }, textInstant(schema));
}

function numberField(name: string, schema: JsonObject, { side, purpose }: Reading): WrittenField {
  const limits = purpose === 'answer' ? {} : boundsIn(schema, 'minimum', 'maximum');
  if (schema['type'] !== 'integer') return { type: 'number', ...limits };
  const described = numberInstant(name, schema);
  const isShown = purpose === 'answer' && described.isTold && side === 'v2';
  const type = isShown ? typeInV2(described.notation) : 'integer';
  return withInstant({ type, ...limits }, described);
}

const NUMERIC: ReadonlySet<unknown> = new Set(['integer', 'number']);

const isDescribed = (node: Json | undefined): node is JsonObject =>
  isJsonObject(node) && Object.keys(node).length > 0;

/** Describes an object by its members or the values of its map; one without either is free. */
function objectField(name: string, schema: JsonObject, reading: Reading, depth: number): WrittenField {
  const { properties, additionalProperties: values, oneOf } = schema;
  const isFree = !isDescribed(properties) && !isDescribed(values) && oneOf === undefined;
  if (isFree) return { type: 'object' };
  if (depth < MAX_DEPTH && isDescribed(properties)) return { fields: membersOf(schema, reading, depth + 1) };
  if (depth < MAX_DEPTH && isDescribed(values)) return { map: fieldOf(name, values, reading, depth + 1) };
  const field: WrittenField & { [untold]: true } = { type: 'object', [untold]: true };
  return field;
}

function listField(name: string, schema: JsonObject, reading: Reading, depth: number): WrittenField {
  const limits = reading.purpose === 'answer' ? {} : boundsIn(schema, 'minItems', 'maxItems');
  return { each: fieldOf(name, schema['items'], reading, depth), ...limits };
}

function shapeOf(name: string, schema: JsonObject, reading: Reading, depth: number): WrittenField {
  const { type, properties, items } = schema;
  if (isDescribed(properties)) return objectField(name, schema, reading, depth);
  if (type === 'array' || items !== undefined) return listField(name, schema, reading, depth);
  if (NUMERIC.has(type)) return numberField(name, schema, reading);
  if (type === 'boolean') return { type };
  const isTextual = type === 'string' || Array.isArray(schema['enum']);
  return isTextual ? textField(schema, reading) : objectField(name, schema, reading, depth);
}

function fieldOf(name: string, node: Json | undefined, reading: Reading, depth: number): WrittenField {
  const { schema, nullable } = flatten(node, reading.resolve);
  const isSecret = schema['format'] === 'password' || isSecretName(name);
  return {
    ...shapeOf(name, schema, reading, depth),
    ...(isSecret && { secret: true }),
    ...(nullable && { nullable: true }),
  };
}

function membersOf({ properties, required }: JsonObject, reading: Reading, depth: number): WrittenFields {
  const needed = listIn(required);
  const hidden = reading.purpose === 'answer' ? 'writeOnly' : 'readOnly';
  const members = Object.entries(objectIn(properties)).filter(
    ([, node]) => reading.resolve(node)[hidden] !== true,
  );
  return Object.fromEntries(
    members.map(([name, node]) => [
      name,
      { ...fieldOf(name, node, reading, depth), ...(!needed.includes(name) && { optional: true }) },
    ]),
  );
}

/** Describes the members of an object in the form of a mapping file. */
export const describedFields = (node: Json | undefined, reading: Reading): WrittenFields =>
  membersOf(flatten(node, reading.resolve).schema, reading, 1);
