import type { Json, JsonObject } from '../../contract/json';

/** What members are called decides what a reader expects to see in them. */
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
export function sampleOf(name: string, type: string, schema: JsonObject): Json {
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
