import { createHmac } from 'node:crypto';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callSandbox, listOf } from './support/callSandbox.ts';
import { control, newKey } from './support/control.ts';
import { openSandbox } from './support/openSandbox.ts';
import { readClaims, signToken } from '../../src/sandbox/sellerKeys.js';

const LIST = 'GET /v2/currency-offers';

describe('keys of sellers', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await openSandbox({ sellers: 2, offers: 12 });
  });
  afterEach(() => sandbox.close());

  it.each<[string, () => string | null]>([
    ['text that is no key', () => 'abc'],
    ['the key of v1', () => sandbox.keys.v1],
  ])('section 5.7: are refused with 401 if the request has %s', async (_what, key) => {
    const { status, body } = await callSandbox(sandbox, LIST, undefined, key());
    expect({ status, body }).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
  });

  it('section 5.4: are refused from the third active one on until one is deleted', async () => {
    await newKey(sandbox, { name: 'second' });
    const third = await control(sandbox, 'POST /keys', { name: 'third' });
    expect(third.status).toBe(422);

    const [firstObject] = listOf(await control(sandbox, 'GET /keys')).filter(
      ({ version }) => version === 'v2',
    );
    await control(sandbox, `DELETE /keys/${Number(firstObject?.id)}`);
    expect((await control(sandbox, 'POST /keys', { name: 'third' })).status).toBe(201);
  });

  it('section 5.5: fail at once and for good after their deletion', async () => {
    const key = await newKey(sandbox, { name: 'short-lived' });
    expect((await callSandbox(sandbox, LIST, undefined, key)).status).toBe(200);

    const keys = listOf(await control(sandbox, 'GET /keys'));
    const id = Number(keys.find(({ name }) => name === 'short-lived')?.id);
    expect((await control(sandbox, `DELETE /keys/${id}`)).status).toBe(200);
    expect((await callSandbox(sandbox, LIST, undefined, key)).status).toBe(401);
    expect((await control(sandbox, `DELETE /keys/${id}`)).status).toBe(404);
  });

  it('section 5.6: end when a new v1 key is made', async () => {
    const old = sandbox.keys.v1;
    expect((await callSandbox(sandbox, 'GET /v1/accounts', undefined, sandbox.keys.v2)).status).toBe(401);
    const fresh = await newKey(sandbox, { name: 'again', version: 'v1' });
    expect((await callSandbox(sandbox, 'GET /v1/accounts', undefined, old)).status).toBe(401);
    expect((await callSandbox(sandbox, 'GET /v1/accounts', undefined, fresh)).status).toBe(200);
  });

  it('section 5.3: are not shown in their list', async () => {
    const { body } = await control(sandbox, 'GET /keys');
    expect(JSON.stringify(body)).not.toContain('eyJ');
  });

  it('never list what another seller has', async () => {
    const theirKey = await newKey(sandbox, { name: 'theirs', seller: 2 });
    const idsFor = async (key?: string) =>
      listOf(await callSandbox(sandbox, `${LIST}?per_page=50`, undefined, key)).map(({ id }) => id);
    const [ownIds, theirIds] = [await idsFor(), await idsFor(theirKey)];
    expect(ownIds).toContain(sandbox.sampleCurrencyOfferId);
    expect(theirIds).not.toEqual([]);
    expect(theirIds.filter((id) => ownIds.includes(id))).toEqual([]);
  });

  it('are the same for the same seed', async () => {
    const repeatedSandbox = await openSandbox({ sellers: 2, offers: 12 });
    expect(repeatedSandbox.keys).toEqual(sandbox.keys);
    await repeatedSandbox.close();
  });
});

const SECRET = 'secret';
const claims = { jti: '7', sub: '1', iss: 'lifeboat-sandbox', aud: 'v2', iat: 1_700_000_000 } as const;
const token = signToken(claims, SECRET);
const [header = '', content = '', signature = ''] = token.split('.');

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (text: string) => `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;

const read = (givenText: string) => readClaims(`Bearer ${givenText}`, SECRET);

describe('readClaims', () => {
  it('reads the output of signToken', () => expect(read(token)).toEqual(claims));

  it.each([
    ['with another secret', signToken(claims, 'other')],
    ['with more behind it', `${token}.more`],
    ['with a dot behind it', `${token}.`],
    ['with padding', `${token}=`],
    ['without a signature', `${header}.${content}.`],
    ['cut short', token.slice(0, -1)],
    ['for another seller', `${header}.${encode({ ...claims, sub: '2' })}.${signature}`],
    ['of another algorithm', `${encode({ alg: 'none', typ: 'JWT' })}.${content}.`],
    ['with another header, signed', signed(`${encode({ typ: 'JWT', alg: 'HS256' })}.${content}`)],
    ['of another issuer, signed', signed(`${header}.${encode({ ...claims, iss: 'other' })}`)],
    ['that is one word', 'abc'],
  ])('rejects a token %s', (_what, givenText) => expect(read(givenText)).toBeUndefined());
});
