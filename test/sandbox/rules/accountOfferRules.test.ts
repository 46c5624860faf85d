import type { Json, JsonObject } from '../../../src/contract/json';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { legacyAccount, stockedAccount } from '../support/bodies';
import { callSandbox, idOf } from '../support/callSandbox';
import { openSandbox } from '../support/openSandbox';

const LEGACY = 'POST /v2/account-offers';
const STOCKED = 'POST /v2/account-offers/create';

const x = (length: number) => 'x'.repeat(length);
const without = (body: JsonObject, ...names: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Bodies at a limit, each still accepted: section, what is at its limit, the members that differ. */
const accepted: readonly [section: string, what: string, change: JsonObject][] = [
  ['4.2', 'title of 255 characters', { title: x(255) }],
  ['8', 'title of 255 emoji', { title: '🔥'.repeat(255) }],
  ['4.2', 'description of 2048 characters', { description: x(2_048) }],
  ['4.2', 'price of 0.99', { price: 0.99 }],
  ['4.2', 'price as text', { price: '0.99' }],
  ['4.2', 'one image', { image_urls: ['https://images.example.com/1.png'] }],
  ['4.2', 'external_id of 255 characters', { external_id: x(255) }],
  ['4.2', 'slug of 255 characters', { slug: x(255) }],
  ['4.2', 'dump of 2048 characters', { dump: x(2_048) }],
  ['4.2', 'private_note of 2048 characters', { private_note: x(2_048) }],
  ['4.2', 'delivery_instructions of 2048 characters', { delivery_instructions: x(2_048) }],
  ['4.2', 'login of 255 characters', { login: x(255) }],
  ['4.2', 'game by its id', { game: null, game_id: 1 }],
  [
    '4.2',
    'manual delivery without a login',
    {
      is_manual: true,
      login: null,
      password: null,
      delivery_time: { duration: 2, unit: 'days' },
    },
  ],
  [
    '4.2',
    'optional fields left out',
    {
      external_id: null,
      slug: null,
      dump: null,
      private_note: null,
      email_login: null,
      email_password: null,
      email_provider: null,
      delivery_instructions: null,
    },
  ],
  ['2.7', 'no items', { game_items: {} }],
];

/** Bodies that break one rule: section, the field that is refused, the members that differ, the text. */
const refused: readonly [section: string, field: string, change: JsonObject, text: string][] = [
  ['2.7', 'title', { title: null }, 'The title field is required.'],
  ['2.7', 'description', { description: null }, 'The description field is required.'],
  ['2.7', 'price', { price: null }, 'The price field is required.'],
  ['2.7', 'image_urls', { image_urls: null }, 'The image urls field is required.'],
  ['2.7', 'account_data', { account_data: null }, 'The account data field is required.'],
  ['2.7', 'game_items', { game_items: null }, 'The game items field is required.'],
  ['4.2', 'login', { login: null }, 'The login field is required unless is manual is true.'],
  ['4.2', 'password', { password: null }, 'The password field is required unless is manual is true.'],
  [
    '4.2',
    'delivery_time',
    { is_manual: true },
    'The delivery time field is required when is manual is true.',
  ],
  ['4.2', 'game', { game: 'nowhere' }, 'The selected game is invalid.'],
  ['4.2', 'game_id', { game: null, game_id: 99 }, 'The selected game id is invalid.'],
  ['4.2', 'title', { title: x(256) }, 'The title field must not be greater than 255 characters.'],
  ['4.2', 'title', { title: ['a'] }, 'The title field must be a string.'],
  [
    '4.2',
    'description',
    { description: x(2_049) },
    'The description field must not be greater than 2048 characters.',
  ],
  ['4.2', 'price', { price: 0.98 }, 'The price field must be at least 0.99.'],
  ['4.2', 'price', { price: 1.234 }, 'The price field must have 0-2 decimal places.'],
  ['4.2', 'price', { price: 'free' }, 'The price field must be a number.'],
  ['4.2', 'image_urls', { image_urls: [] }, 'The image urls field must have at least 1 items.'],
  ['4.2', 'image_urls.0', { image_urls: ['picture'] }, 'The image urls.0 field must be a valid URL.'],
  [
    '4.2',
    'image_urls.0',
    { image_urls: ['ftp://a.example/1.png'] },
    'The image urls.0 field must be a valid URL.',
  ],
  [
    '4.2',
    'image_urls.0',
    { image_urls: ['https://i.imgur.com/1.png'] },
    'The selected image urls.0 is invalid.',
  ],
  ['4.2', 'account_data', { account_data: 'gold' }, 'The account data field must be an array.'],
  ['4.3', 'account_data.rank', { account_data: { level: 1 } }, 'The account data.rank field is required.'],
  [
    '4.3',
    'account_data.rank',
    { account_data: { rank: 'Tin', level: 1 } },
    'The selected account data.rank is invalid.',
  ],
  [
    '4.3',
    'account_data.level',
    { account_data: { rank: 'Gold', level: 0 } },
    'The account data.level field must be at least 1.',
  ],
  [
    '4.3',
    'account_data.level',
    { account_data: { rank: 'Gold', level: 2_001 } },
    'The account data.level field must not be greater than 2000.',
  ],
  [
    '4.3',
    'account_data.server',
    { account_data: { rank: 'Gold', level: 1, server: 'Mars' } },
    'The selected account data.server is invalid.',
  ],
  [
    '4.3',
    'account_data.roles',
    { account_data: { rank: 'Gold', level: 1, roles: ['king'] } },
    'The selected account data.roles is invalid.',
  ],
  [
    '4.2',
    'external_id',
    { external_id: x(256) },
    'The external id field must not be greater than 255 characters.',
  ],
  ['4.2', 'slug', { slug: x(256) }, 'The slug field must not be greater than 255 characters.'],
  ['4.2', 'dump', { dump: x(2_049) }, 'The dump field must not be greater than 2048 characters.'],
  [
    '4.2',
    'private_note',
    { private_note: x(2_049) },
    'The private note field must not be greater than 2048 characters.',
  ],
  ['4.2', 'is_manual', { is_manual: 'perhaps' }, 'The is manual field must be true or false.'],
  ['8', 'login', { login: x(256) }, 'The login field must not be greater than 255 characters.'],
  ['8', 'password', { password: x(256) }, 'The password field must not be greater than 255 characters.'],
  [
    '8',
    'email_login',
    { email_login: x(256) },
    'The email login field must not be greater than 255 characters.',
  ],
  [
    '8',
    'email_password',
    { email_password: x(256) },
    'The email password field must not be greater than 255 characters.',
  ],
  [
    '8',
    'email_provider',
    { email_provider: x(256) },
    'The email provider field must not be greater than 255 characters.',
  ],
  [
    '8',
    'delivery_instructions',
    { delivery_instructions: x(2_049) },
    'The delivery instructions field must not be greater than 2048 characters.',
  ],
  [
    '2.5',
    'delivery_time.unit',
    { delivery_time: { duration: 1, unit: 'weeks' } },
    'The selected delivery time.unit is invalid.',
  ],
  [
    '2.5',
    'delivery_time.duration',
    { delivery_time: { unit: 'days' } },
    'The delivery time.duration field is required.',
  ],
  [
    '4.2',
    'game_items.skins',
    { game_items: { skins: 'all' } },
    'The game items.skins field must be an array.',
  ],
];

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

  it.each(refused)('section %s: refuses %s of %j', async (_section, field, change, text) => {
    const { status, body } = await callSandbox(sandbox, LEGACY, { ...legacyAccount, ...change });
    expect({ status, body }).toEqual({ status: 422, body: { message: text, errors: { [field]: [text] } } });
  });

  it('section 4.2: asks for the game by slug or by id', async () => {
    const { body } = await callSandbox(sandbox, LEGACY, without(legacyAccount, 'game'));
    expect(body.errors).toEqual({
      game_id: ['The game id field is required when game is not present.'],
      game: ['The game field is required when game id is not present.'],
    });
  });

  it('section 4.2: makes a slug when none is given', async () => {
    const { body } = await callSandbox(sandbox, LEGACY, {
      ...without(legacyAccount, 'slug'),
      title: 'Élite – 2× Gold!',
    });
    expect(body.data).toMatchObject({ slug: 'e-lite-2-gold' });
  });

  it('observed: accepts a stock of credentials and takes repeated ones once', async () => {
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
