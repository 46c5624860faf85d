import type { Json, JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { legacyAccount, stockedAccount } from '../support/bodies.ts';
import { callSandbox, idOf } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

const LEGACY = 'POST /v2/account-offers';
const STOCKED = 'POST /v2/account-offers/create';

const x = (length: number) => 'x'.repeat(length);
const without = (body: JsonObject, ...names: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Most characters of each text (sections 4.2 and 8). */
const MAX_LENGTHS = {
  title: 255,
  description: 2_048,
  external_id: 255,
  slug: 255,
  dump: 2_048,
  private_note: 2_048,
  login: 255,
  password: 255,
  email_login: 255,
  email_password: 255,
  email_provider: 255,
  delivery_instructions: 2_048,
};

/** Members that no account offer lacks (section 2.7). */
const REQUIRED = ['title', 'description', 'price', 'image_urls', 'account_data', 'game_items'];

const nulls = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, null]));

/** Bodies at a limit, each still accepted: section, what is at its limit, the members that differ. */
const accepted: readonly [section: string, what: string, change: JsonObject][] = [
  ...Object.entries(MAX_LENGTHS).map(([name, most]): [string, string, JsonObject] => [
    ...(['4.2', `${name} of ${most} characters`] as const),
    { [name]: x(most) },
  ]),
  ['8', 'title of 255 emoji', { title: '🔥'.repeat(255) }],
  ['4.2', 'price of 0.99', { price: 0.99 }],
  ['4.2', 'price as text', { price: '0.99' }],
  ['4.2', 'one image', { image_urls: ['https://images.example.com/1.png'] }],
  ['4.2', 'game by its id', { game: null, game_id: 1 }],
  [
    ...(['4.2', 'manual delivery without a login'] as const),
    { is_manual: true, ...nulls('login', 'password'), delivery_time: { duration: 2, unit: 'days' } },
  ],
  [
    ...(['4.2', 'body without what is optional'] as const),
    nulls(...Object.keys(MAX_LENGTHS).filter((name) => !/^(title|description|login|password)$/.test(name))),
  ],
  ['2.7', 'body without items', { game_items: {} }],
];

const data = (change: JsonObject): JsonObject => ({ account_data: { rank: 'Gold', level: 1, ...change } });

/** Bodies that break one rule: section, the field that is refused, the members that differ, the end of the text. */
const refused: readonly [section: string, field: string, change: JsonObject, text: string][] = [
  ...REQUIRED.map((name): [string, string, JsonObject, string] => ['2.7', name, nulls(name), 'is required.']),
  ...Object.entries(MAX_LENGTHS).map(([name, most]): [string, string, JsonObject, string] => [
    ...(['8', name] as const),
    { [name]: x(most + 1) },
    `must not be greater than ${most} characters.`,
  ]),
  ['4.2', 'login', nulls('login'), 'is required unless is manual is true.'],
  ['4.2', 'password', nulls('password'), 'is required unless is manual is true.'],
  ['4.2', 'delivery_time', { is_manual: true }, 'is required when is manual is true.'],
  ['4.2', 'game', { game: 'nowhere' }, 'selected'],
  ['4.2', 'game', { game: 1 }, 'must be a string.'],
  ['4.2', 'game_id', { game: null, game_id: 99 }, 'selected'],
  ['4.2', 'title', { title: ['a'] }, 'must be a string.'],
  ['4.2', 'price', { price: 0.98 }, 'must be at least 0.99.'],
  ['4.2', 'price', { price: 1.234 }, 'must have 0-2 decimal places.'],
  ['4.2', 'price', { price: 'free' }, 'must be a number.'],
  ['4.2', 'image_urls', { image_urls: [] }, 'must have at least 1 items.'],
  ['4.2', 'image_urls.0', { image_urls: ['picture'] }, 'must be a valid URL.'],
  ['4.2', 'image_urls.0', { image_urls: ['ftp://a.example/1.png'] }, 'must be a valid URL.'],
  ['4.2', 'image_urls.0', { image_urls: ['https://i.imgur.com/1.png'] }, 'selected'],
  ['4.2', 'account_data', { account_data: 'gold' }, 'must be an array.'],
  ['4.3', 'account_data.rank', { account_data: { level: 1 } }, 'is required.'],
  ['4.3', 'account_data.rank', data({ rank: 'Tin' }), 'selected'],
  ['4.3', 'account_data.level', data({ level: 0 }), 'must be at least 1.'],
  ['4.3', 'account_data.level', data({ level: 2_001 }), 'must not be greater than 2000.'],
  ['4.3', 'account_data.server', data({ server: 'Mars' }), 'selected'],
  ['4.3', 'account_data.roles', data({ roles: ['king'] }), 'selected'],
  ['4.2', 'is_manual', { is_manual: 'perhaps' }, 'must be true or false.'],
  ['2.5', 'delivery_time.unit', { delivery_time: { duration: 1, unit: 'weeks' } }, 'selected'],
  ['2.5', 'delivery_time.duration', { delivery_time: { unit: 'days' } }, 'is required.'],
  ['4.2', 'game_items.skins', { game_items: { skins: 'all' } }, 'must be an array.'],
];

/** Says what is wrong with a field, in v1's words. */
function textOf(field: string, text: string): string {
  const words = field.replaceAll('_', ' ');
  return text === 'selected' ? `The selected ${words} is invalid.` : `The ${words} field ${text}`;
}

const refusedStocks: readonly [field: string, credentials: Json, text: string][] = [
  ['credentials', null, 'The credentials field is required unless is manual is true.'],
  ['credentials', [], 'The credentials field must have at least 1 items.'],
  ['credentials', 'Login: a', 'The credentials field must be an array.'],
  ['credentials.0', [x(501)], 'The credentials.0 field must not be greater than 500 characters.'],
  ['credentials.1', ['a', ''], 'The credentials.1 field is required.'],
];

describe('the rules of account offers', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  it.each(accepted)('section %s: accepts a %s', async (_section, _what, change) => {
    const { status } = await callSandbox(sandbox, LEGACY, { ...legacyAccount, ...change });
    expect(status).toBe(201);
  });

  it.each(refused)('section %s: refuses %s of %j', async (_section, field, change, end) => {
    const text = textOf(field, end);
    const { status, body } = await callSandbox(sandbox, LEGACY, { ...legacyAccount, ...change });
    expect({ status, body }).toEqual({ status: 422, body: { message: text, errors: { [field]: [text] } } });
  });

  it('section 4.2: requires the game by slug or by id', async () => {
    const { body } = await callSandbox(sandbox, LEGACY, without(legacyAccount, 'game'));
    expect(body.errors).toEqual({
      game_id: ['The game id field is required when game is not present.'],
      game: ['The game field is required when game id is not present.'],
    });
  });

  it('section 4.2: makes a missing slug', async () => {
    const { body } = await callSandbox(sandbox, LEGACY, {
      ...without(legacyAccount, 'slug'),
      title: 'Élite – 2× Gold!',
    });
    expect(body.data).toMatchObject({ slug: 'e-lite-2-gold' });
  });

  it('observed: accepts a stock of credentials, and stores repeated ones once', async () => {
    const body = { ...stockedAccount, credentials: ['a', 'a', 'b'] };
    const answer = await callSandbox(sandbox, STOCKED, body);
    const list = await callSandbox(sandbox, `GET /v2/account-offers/${idOf(answer)}/credentials?sort=id`);
    expect(answer.status).toBe(201);
    expect(list.body.data).toEqual([
      expect.objectContaining({ credentials: 'a', is_sold: false }),
      expect.objectContaining({ credentials: 'b', is_sold: false }),
    ]);
  });

  it.each(refusedStocks)('observed: refuses %s of %j', async (field, credentials, text) => {
    const { status, body } = await callSandbox(sandbox, STOCKED, { ...stockedAccount, credentials });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [text] } });
  });
});
