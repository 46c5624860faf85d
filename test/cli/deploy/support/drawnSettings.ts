import { type Arbitrary, fc } from '../../../support/fastCheck.ts';
import { z } from 'zod';
import { fileSchema } from '../../../../src/cli/setup/settingsFile.js';
import { type Leaf, leaves } from '../../../../src/config/settingSources.js';

/** Settings by name, and those of them that a variable sets. */
export interface DrawnSettings {
  readonly values: Readonly<Record<string, string | number>>;
  readonly variables: readonly string[];
  readonly store: string;
}

const leafSchema = z.object({
  type: z.string(),
  enum: z.array(z.string()).optional(),
  format: z.string().optional(),
  minLength: z.number().default(1),
  minimum: z.number().default(0),
  maximum: z.number().default(0),
});
const section = z.object({ properties: z.record(z.string(), z.unknown()) });

const schemaOf = ({ path }: Leaf) =>
  leafSchema.parse(
    path.reduce<unknown>((schema, name) => section.parse(schema).properties[name], fileSchema('settings')),
  );

/** Values that a text could not draw: the schema does not say all of them. */
const special: Readonly<Record<string, Arbitrary<string | number>>> = {
  'listen.host': fc.constantFrom('127.0.0.1', '10.0.0.5', 'gateway.local'),
  'admin.host': fc.constantFrom('127.0.0.1', '10.0.0.5', '::1'),
  'admin.trustedUser': fc.constant('X-Forwarded-User'),
  'admin.trustedProxies': fc.constantFrom('10.0.0.5', '10.0.0.5, ::1'),
  'notify.smtp': fc.constantFrom('smtp://mail.example', 'smtps://ada:p%24ss@mail.example:465'),
  'notify.to': fc.constantFrom('ada@example.com', 'ada@example.com, bob@example.com'),
  'notify.from': fc.constant('lifeboat@example.com'),
  'forward.proxies': fc.constantFrom('10.0.0.5', '10.0.0.0/8, ::1'),
  // Apart from each other, and never "any free one".
  'listen.port': fc.integer({ min: 1, max: 30_000 }),
  'admin.port': fc.integer({ min: 30_001, max: 65_000 }),
  'upstream.v2': fc.constantFrom('https://v2.shop.example', 'http://v2.shop.example:8443'),
  'upstream.v1': fc.constantFrom('https://v1.shop.example', 'http://v1.shop.example:8443'),
  'comparison.values': fc.constantFrom('data.attributes.title', 'data.attributes.title, data.id'),
};

/** Characters that YAML, shells and files of variables each treat in their own way. */
const ODD = 'a Z 0 # : \' " $ \\ { } % & * ! - é ~ ,'.split(' ').concat(' ', '\t');

const oddText = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...ODD), minLength, maxLength: minLength + 20 });

function valueOf(leaf: Leaf): Arbitrary<string | number> {
  const { type, enum: words, format, minLength, minimum, maximum } = schemaOf(leaf);
  const drawn = special[leaf.name];
  if (drawn !== undefined) return drawn;
  if (words !== undefined) return fc.constantFrom(...words);
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (format === 'date-time')
    return fc.integer({ min: 1, max: 4e9 }).map((seconds) => new Date(seconds * 1000).toISOString());
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true });
  return oddText(minLength);
}

const needed = new Set([
  ...['upstream.v2', 'admin.token', 'admin.trustedProxies', 'index.secret', 'notify.to'],
  ...['events.secret', 'events.receiver', 'events.receiverSecret'],
]);
const drawable = leaves.filter(({ file }) => file !== true);

const store = fc.oneof(
  fc.constantFrom('memory', 'own.db'),
  fc
    .string({ unit: fc.constantFrom(...ODD), minLength: 1 })
    .map(
      (password) => `postgres://shop:${encodeURIComponent(password)}@db.example:5432/boat?sslmode=require`,
    ),
);

/** Draws any of the settings that name no file; the needed ones are always there. */
export const drawnSettings: Arbitrary<DrawnSettings> = fc
  .record(Object.fromEntries(drawable.map((leaf) => [leaf.name, valueOf(leaf)])), {
    requiredKeys: drawable.map(({ name }) => name).filter((name) => needed.has(name)),
  })
  .chain((values) =>
    fc.record({
      values: fc.constant(values as DrawnSettings['values']),
      variables: fc.subarray(Object.keys(values)),
      store,
    }),
  );
