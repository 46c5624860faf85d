import type { Json } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { type Answered, callSandbox, idOf } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { startGateway } from '../support/startGateway.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

async function open(environment: Readonly<Record<string, string>>) {
  const gateway = await startGateway({ v2: sandbox.origin, environment });
  const marketplace = { ...sandbox, origin: gateway.origin };
  return (call: string, body?: Json): Promise<Answered> => callSandbox(marketplace, call, body);
}

const posts = (): readonly string[] =>
  sandbox.requests().flatMap(({ method, target }) => (method === 'POST' ? [target] : []));

const offer = {
  game: 'emberfall-legends',
  title: 'Level 60 trader',
  description: 'Raised with care',
  price: 12.5,
  image_urls: ['https://images.example.com/1.png'],
  account_data: { level: 60, rank: 'Gold' },
  game_items: {},
  login: 'wren@login',
  password: 'pass word',
};

it('a new offer with a login goes to v2 unchanged, unless the setting says otherwise', async () => {
  const call = await open({});
  const { status } = await call('POST /v2/account-offers', offer);
  expect([status, posts().at(-1)]).toEqual([201, '/v2/account-offers']);
});

describe('deprecatedForms: translate', () => {
  const translating = { LIFEBOAT_DEPRECATED_FORMS: 'translate' };

  it('turns a new offer with a login into one with a credential, which can be listed', async () => {
    const call = await open(translating);
    const countBefore = posts().length;
    const madeAnswered = await call('POST /v2/account-offers', offer);
    expect([madeAnswered.status, madeAnswered.headers.link]).toEqual([
      201,
      '</v2/account-offers/create>; rel="successor-version"',
    ]);
    expect(posts().slice(countBefore)).toEqual(['/v2/account-offers/create']);
    const path = `/v2/account-offers/${idOf(madeAnswered)}`;
    const { body } = await call(`GET ${path}/credentials`);
    expect(body['data']).toMatchObject([{ credentials: 'Login: wren@login\nPassword: pass word' }]);
    expect((await call(`POST ${path}/list`)).status).toBe(200);
  });

  it("names the client's own members in a refusal of v2", async () => {
    const call = await open(translating);
    const long = 'x'.repeat(255);
    const { status, body } = await call('POST /v2/account-offers', {
      ...offer,
      login: long,
      password: long,
      game: 'no-such-game',
    });
    expect([status, body['errors']]).toMatchObject([
      422,
      { login: [expect.stringMatching(/^The login field must not be greater than 500 characters/)] },
    ]);
    expect(JSON.stringify(body)).not.toContain('credentials');
  });

  it('passes other v2 requests on unchanged, even other methods on that path', async () => {
    const call = await open(translating);
    expect((await call('GET /v2/account-offers?per_page=1')).status).toBe(200);
    const stocked = { ...offer, login: undefined, password: undefined, credentials: ['Login: a'] };
    const body = JSON.parse(JSON.stringify(stocked)) as Json;
    expect((await call('POST /v2/account-offers/create', body)).status).toBe(201);
  });
});
