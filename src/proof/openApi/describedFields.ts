import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { WrittenField } from '../../contract/writtenContract';
import { isInstantName, isSecretName } from '../learn/draftContract';
import type { DescribedApi } from './openApiFile';

/** Which schema is read: what an API shows, or what it takes. */
type Purpose = 'answer' | 'request';

interface Reading {
  readonly resolve: DescribedApi['resolve'];
  readonly side: 'v1' | 'v2';
  readonly purpose: Purpose;
}

/** Objects inside one another that are described; further ones are free. A schema may hold itself. */
const DEEPEST = 5;
/** The same of parts of one schema. */
const MOST_PARTS = 4;

const listIn = (part: Json | undefined): readonly Json[] => (Array.isArray(part) ? part : []);

const numberIn = (part: Json | undefined): number | undefined =>
  typeof part === 'number' ? part : undefined;

/** A schema whose parts are put together, and whether null is one of its values. */
export interface Flat {
  readonly schema: JsonObject;
  readonly nullable: boolean;
}

const isNull = (schema: JsonObject): boolean => schema['type'] === 'null' || schema['const'] === null;

const merged = (one: JsonObject, other: JsonObject): JsonObject => ({
  ...one,
  ...other,
  properties: {
    ...(isJsonObject(one['properties']) ? one['properties'] : {}),
    ...(isJsonObject(other['properties']) ? other['properties'] : {}),
  },
  required: [...listIn(one['required']), ...listIn(other['required'])],
});

/** Chooses among alternatives: the only one beside null, or what all have in common; objects of several kinds are free. */
function alternative(parts: readonly Flat[]): Flat {
  const [only, ...others] = parts.filter(({ schema }) => !isNull(schema));
  if (only === undefined) return { schema: {}, nullable: parts.length > 0 };
  const { type } = only.schema;
  const alike = others.every(({ schema }) => schema['type'] === type && type !== 'object');
  const nullable = others.length + 1 < parts.length || parts.some((part) => part.nullable);
  return { schema: alike ? only.schema : { type: 'object' }, nullable };
}

/** Puts the parts of a schema together: references, `allOf`, one alternative beside null, types beside null. */
export function flatten(part: Json | undefined, resolve: DescribedApi['resolve'], depth = 0): Flat {
  if (depth > MOST_PARTS) return { schema: {}, nullable: false };
  const { allOf, oneOf, anyOf, ...own } = resolve(part);
  const inner = (parts: Json | undefined): readonly Flat[] =>
    listIn(parts).map((each) => flatten(each, resolve, depth + 1));
  const all = [...inner(allOf), alternative([...inner(oneOf), ...inner(anyOf)])];
  const schema = all.reduceRight((whole, each) => merged(each.schema, whole), own);
  const types = listIn(schema['type']);
  const nullable = own['nullable'] === true || [...listIn(own['enum']), ...types].some(isNothing);
  return {
    schema:
      types.length === 0 ? schema : { ...schema, type: types.find((type) => !isNothing(type)) ?? 'null' },
    nullable: nullable || all.some((each) => each.nullable),
  };
}

const isNothing = (word: Json): boolean => word === null || word === 'null';

const bounds = (minimum: number | undefined, maximum: number | undefined): WrittenField => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});

function textField(schema: JsonObject, { purpose }: Reading): WrittenField {
  const words = listIn(schema['enum']).filter((word) => typeof word === 'string');
  if (words.length > 0)
    return { type: 'text', known: words, ...(purpose === 'request' ? { closed: true } : {}) };
  if (schema['format'] === 'uri' && purpose === 'request') return { type: 'url' };
  if (purpose === 'answer') return { type: 'text' };
  return { type: 'text', ...bounds(numberIn(schema['minLength']), numberIn(schema['maxLength'])) };
}

const isInstant = (name: string, { format }: JsonObject): boolean =>
  format === 'unix-time' || format === 'timestamp' || isInstantName(name);

function numberField(name: string, schema: JsonObject, { side, purpose }: Reading): WrittenField {
  const limits = purpose === 'answer' ? {} : bounds(numberIn(schema['minimum']), numberIn(schema['maximum']));
  if (schema['type'] !== 'integer') return { type: 'number', ...limits };
  if (purpose === 'answer' && isInstant(name, schema)) return { type: { v1: 'date', v2: 'timestamp' }[side] };
  return { type: 'integer', ...limits };
}

const NUMERIC: ReadonlySet<unknown> = new Set(['integer', 'number']);

function shapeOf(name: string, schema: JsonObject, reading: Reading, depth: number): WrittenField {
  const { type, properties, items } = schema;
  if (isJsonObject(properties) && Object.keys(properties).length > 0 && depth < DEEPEST)
    return { fields: membersOf(schema, reading, depth + 1) };
  if (type === 'array' || items !== undefined) return { each: fieldOf(name, items, reading, depth) };
  if (NUMERIC.has(type)) return numberField(name, schema, reading);
  if (type === 'boolean') return { type };
  return type === 'string' || Array.isArray(schema['enum']) ? textField(schema, reading) : { type: 'object' };
}

function fieldOf(name: string, part: Json | undefined, reading: Reading, depth: number): WrittenField {
  const { schema, nullable } = flatten(part, reading.resolve);
  const isSecret = schema['format'] === 'password' || isSecretName(name);
  return {
    ...shapeOf(name, schema, reading, depth),
    ...(isSecret ? { secret: true } : {}),
    ...(nullable ? { nullable: true } : {}),
  };
}

function membersOf(
  { properties, required }: JsonObject,
  reading: Reading,
  depth: number,
): Readonly<Record<string, WrittenField>> {
  const needed = listIn(required);
  const hidden = reading.purpose === 'answer' ? 'writeOnly' : 'readOnly';
  const members = Object.entries(isJsonObject(properties) ? properties : {}).filter(
    ([, part]) => reading.resolve(part)[hidden] !== true,
  );
  return Object.fromEntries(
    members.map(([name, part]) => [
      name,
      { ...fieldOf(name, part, reading, depth), ...(needed.includes(name) ? {} : { optional: true }) },
    ]),
  );
}

/** Describes the members of an object as a mapping file declares them. */
export const describedFields = (
  part: Json | undefined,
  reading: Reading,
): Readonly<Record<string, WrittenField>> => membersOf(flatten(part, reading.resolve).schema, reading, 1);
