import type { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { SchemaNames } from './schemaNames';

/** Example values by member name, so that a reader sees what the name promises. */
const SAMPLES: Readonly<Record<string, Json>> = {
  title: 'Veteran Realm of Tides account',
  slug: 'realm-of-tides',
  name: 'Realm of Tides',
  game: 'realm-of-tides',
  game_slug: 'realm-of-tides',
  game_id: 2,
  description: 'Played by hand since the first season.',
  login: 'player@example.com',
  password: 'correct horse',
  email_login: 'mailbox@example.org',
  email_password: 'battery staple',
  email_provider: 'example.org',
  credentials: 'Login: player\nPassword: secret',
  external_id: 'shop-4711',
  uuid: '0b6e1f9a-6c1d-4c1b-9f5e-2d8a7c3b1e90',
  price: 12.5,
  stock: 1000,
  min_quantity: 10,
  quantity: 10,
  duration: 30,
  format: '30m',
  format_long: '30 minutes',
  formatLong: '30 minutes',
  seconds: 1800,
  unit: 'minutes',
  username: 'm***a',
  rating: 1,
  server: 'Goldhaven',
  ign: 'Brannigan',
  url: 'https://shop.example.com/hooks',
  image_urls: 'https://images.example.com/1.png',
  images: 'https://images.example.com/1.png',
  icon_url: 'https://images.example.com/icon.png',
  path: 'http://127.0.0.1:8090/v2/games',
  message: 'Done.',
  id: 500001,
};

/** A plain value for a member: by its name where that fits its type, else by what its schema says. */
function sampleOf(name: string, type: string, schema: JsonObject): Json {
  const sample = SAMPLES[name];
  if (sample !== undefined && fits(sample, type)) return sample;
  if (Array.isArray(schema.examples)) return schema.examples[0] ?? null;
  return type === 'string' ? textOf(schema.format) : plainSample(name, type, schema);
}

function plainSample(name: string, type: string, schema: JsonObject): Json {
  if (type === 'boolean') return false;
  if (type !== 'integer' && type !== 'number') return null;
  return isInstant(name, schema) ? SOME_INSTANT : Number(schema.minimum ?? 1);
}

const SOME_INSTANT = 1_762_300_800;

const isInstant = (name: string, { format }: JsonObject) => format === 'unix-time' || name.endsWith('_at');

const fits = (sample: Json, type: string): boolean =>
  type === 'integer' ? Number.isInteger(sample) : typeof sample === type;

const TEXTS: Readonly<Record<string, string>> = {
  decimal: '12.50',
  uri: 'https://example.com/page',
  'date-time': '2025-11-05T00:00:00Z',
};

const textOf = (format: Json | undefined): string =>
  (typeof format === 'string' ? TEXTS[format] : undefined) ?? 'text';

/** A value that fits a schema; `schemas` are the components that it may refer to, `name` the member it stands for. */
function exampleOf(schema: JsonObject, schemas: JsonObject, name = ''): Json {
  const target = firstAlternative(resolve(schema, schemas), schemas);
  if (target.const !== undefined) return target.const;
  if (Array.isArray(target.enum)) return target.enum[0] ?? null;
  const type = Array.isArray(target.type) ? target.type[0] : target.type;
  if (type === 'object') return exampleObject(target, schemas);
  if (type === 'array') return [exampleOf(asObject(target.items), schemas, name)];
  return sampleOf(name, typeof type === 'string' ? type : 'null', target);
}

/** Chooses the first of several shapes, which is the one in answers. */
function firstAlternative(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? resolve(asObject(anyOf[0]), schemas) : schema;
}

function exampleObject({ properties }: JsonObject, schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(asObject(properties)).map(([name, property]) => [
      name,
      exampleOf(asObject(property), schemas, name),
    ]),
  );
}

function resolve(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  return asObject(schemas[reference.slice(reference.lastIndexOf('/') + 1)]);
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** The shapes of a document by their names. */
export interface Shapes {
  readonly names: SchemaNames;
  readonly schemas: JsonObject;
}

/** A body by reference, with an example that fits it. */
export function contentOf(
  body: z.ZodType,
  { names, schemas }: Shapes,
): { readonly schema: JsonObject; readonly example: Json } {
  const name = names.get(body);
  if (name === undefined) throw new Error('a body of the contract has no name');
  const schema = { $ref: `#/components/schemas/${name}` };
  return { schema, example: exampleOf(schema, schemas) };
}
