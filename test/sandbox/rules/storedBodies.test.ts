import type { Json, JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { accountV1, currencyOffer, itemOffer, legacyAccount, stockedAccount } from '../support/bodies.ts';
import { callSandbox, dataOf, idOf } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

/** A body with every member, and what v2 and v1 then show of it; each value is one that no other member has. */
interface Stored {
  readonly call: string;
  readonly body: JsonObject;
  readonly v2: JsonObject;
  readonly v1?: JsonObject;
}

const account = {
  game: 'realm-of-tides',
  title: 'A title',
  description: 'A description',
  price: '20.10',
  image_urls: ['https://images.example.com/8.png', 'https://images.example.com/9.png'],
  login: 'a login',
  password: 'a password',
  email_login: 'a mailbox',
  email_password: 'its password',
  slug: 'a-slug',
  dump: 'keywords',
  delivery_instructions: 'instructions',
  game_items: { mounts: ['x'] },
  is_manual: true,
  delivery_time: { duration: 1, unit: 'days' },
};
const player = { server: 'Ironreach', level_up_method: 'by_bot', ign: 'a name' };
const offerV2 = { external_id: 'an id', email_provider: 'a provider', private_note: 'a note' };

const shownAccount = {
  game: { id: 2, name: 'Realm of Tides', slug: 'realm-of-tides' },
  title: 'A title',
  slug: 'a-slug',
  description: 'A description',
  dump: 'keywords',
  status: 'draft',
  parameters: { class: 'rogue', ...player },
  delivery_time: { duration: 1, unit: 'days', format: '1d', format_long: '1 day', seconds: 86_400 },
  is_manual_delivery: true,
  delivery_instructions: 'instructions',
  price: '20.10',
  price_usd: '21.79',
  image_urls: account.image_urls,
};
const login = {
  login: 'a login',
  password: 'a password',
  email_login: 'a mailbox',
  email_password: 'its password',
};
const shownAccountV1 = {
  title: 'A title',
  slug: 'a-slug',
  description: 'A description',
  game_slug: 'realm-of-tides',
  ...login,
  server: 'Ironreach',
  level_up_method: 'Botted',
  ign: 'a name',
  price: 20.1,
  images: account.image_urls,
};

const stock = {
  game: 'steelfront-tactics',
  description: 'A description',
  price: '0.0123',
  stock: '7',
  min_quantity: 3,
  delivery_time: { duration: '90', unit: 'minutes' },
  delivery_instructions: 'instructions',
};
const shownStock = {
  game: { id: 3, name: 'Steelfront Tactics', slug: 'steelfront-tactics' },
  description: 'A description',
  parameters: { server: 'Asia' },
  base_currency: 'EUR',
  status: 'draft',
  delivery_time: { duration: 90, unit: 'minutes', format: '90m', format_long: '90 minutes', seconds: 5_400 },
  delivery_instructions: 'instructions',
  stock: 7,
  min_quantity: 3,
  price_eur: '0.0123',
  price_usd: '0.013336',
};
const shownStockV1 = {
  game_slug: 'steelfront-tactics',
  description: 'A description',
  price: 0.0123,
  stock: 7,
  min_quantity: 3,
  data: { server: 'Asia' },
  status: 'draft',
  delivery_time: { duration: 90, unit: 'minutes', format: '90m', formatLong: '90 minutes', seconds: 5_400 },
};
const data = { server: 'Asia' };
const currency = { ...shownStock, title: 'Credits for Steelfront Tactics' };
const item = { ...shownStock, title: 'A title', external_id: 'an id' };

/** The calls that store a body; `{id}` is a new draft of the kind. */
const forms: readonly Stored[] = [
  {
    call: 'POST /v1/accounts',
    body: { ...account, ...player, has_2fa: true, account_data: { class: 'rogue' } },
    v2: { ...shownAccount, credentials: { ...login, email_provider: '' }, external_id: '' },
    v1: shownAccountV1,
  },
  ...['POST /v2/account-offers', 'PATCH /v2/account-offers/{id}'].map((call) => ({
    call,
    body: { ...account, ...offerV2, account_data: { class: 'rogue', ...player } },
    v2: { ...shownAccount, external_id: 'an id', credentials: { ...login, email_provider: 'a provider' } },
    v1: shownAccountV1,
  })),
  ...['POST /v1/currency-offers', 'PATCH /v1/currency-offers/{id}'].map((call) => ({
    call,
    body: { ...stock, currency_data: data },
    v2: call.startsWith('POST') ? currency : shownStock,
    v1: shownStockV1,
  })),
  ...['POST /v2/currency-offers', 'PATCH /v2/currency-offers/{id}'].map((call) => ({
    call,
    body: { ...stock, stock: 7, external_id: 'an id', currency_data: data },
    v2: { ...shownStock, external_id: 'an id' },
    v1: shownStockV1,
  })),
  ...['POST /v2/item-offers', 'PATCH /v2/item-offers/{id}'].map((call) => ({
    call,
    body: { ...stock, stock: 7, external_id: 'an id', title: 'A title', item_data: data },
    v2: item,
    v1: { ...shownStockV1, title: 'A title' },
  })),
];

const DRAFTS: Readonly<Record<string, JsonObject>> = {
  'account-offers': legacyAccount,
  'currency-offers': currencyOffer,
  'item-offers': itemOffer,
};

describe('a body that keeps every rule', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  const call = (text: string, body?: Json) => callSandbox(sandbox, text, body);

  it.each(forms)('of $call is stored member by member, and shown by both versions', async (form) => {
    const kind = /\/v\d\/([\w-]+)/.exec(form.call)?.[1] ?? '';
    const madeCount = form.call.includes('{id}') ? idOf(await call(`POST /v2/${kind}`, DRAFTS[kind])) : 0;
    const id = idOf(await call(form.call.replace('{id}', String(madeCount)), form.body));
    const path = kind === 'accounts' ? 'account-offers' : kind;
    expect(dataOf(await call(`GET /v2/${path}/${id}`))).toMatchObject(form.v2);
    const answer = await call(`GET /v1/${path.replace('account-offers', 'accounts')}/${id}?with_data=1`);
    expect(dataOf(answer).attributes).toMatchObject(form.v1 ?? {});
  });

  it('changes nothing if it has no member', async () => {
    for (const [kind, body] of Object.entries(DRAFTS)) {
      const previousObject = dataOf(await call(`POST /v2/${kind}`, body));
      const nextObject = dataOf(await call(`PATCH /v2/${kind}/${Number(previousObject.id)}`, {}));
      expect({ ...nextObject, updated_at: 0 }).toEqual({ ...previousObject, updated_at: 0 });
    }
  });

  it('removes the optional members of an account with null', async () => {
    const id = idOf(
      await call('POST /v2/account-offers/create', { ...stockedAccount, external_id: 'an id' }),
    );
    const names = ['external_id', 'dump', 'delivery_instructions', 'delivery_time'];
    await call(`PATCH /v2/account-offers/${id}`, Object.fromEntries(names.map((name) => [name, null])));
    expect(dataOf(await call(`GET /v2/account-offers/${id}`))).toMatchObject({
      external_id: '',
      dump: '',
      delivery_instructions: '',
      delivery_time: { duration: 0, format: 'Instant' },
    });
  });

  it('sets the status of several offers, by ids as numbers or texts', async () => {
    for (const [path, field, body] of [
      ['accounts', 'accounts', accountV1],
      ['item-offers', 'itemOffers', itemOffer],
    ] as const) {
      const create = path === 'accounts' ? 'POST /v1/accounts' : 'POST /v2/item-offers';
      const ids = [idOf(await call(create, body)), String(idOf(await call(create, body)))];
      const answer = await call(`PATCH /v1/${path}/status/bulk`, { status: 'listed', [field]: ids });
      expect(answer.body).toMatchObject({
        message: 'The statuses have been updated.',
        data: ids.map((id) => ({
          id: String(id),
          attributes: { status: expect.stringMatching(/^listed$/i) as string },
        })),
      });
    }
  });
});
