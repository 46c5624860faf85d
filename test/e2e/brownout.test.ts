import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { currencyOffer } from '../bench/stub/documents.ts';
import { usagePage } from '../../src/usage/usagePages.js';
import { settingsOnV1 } from '../support/settingsOf.ts';
import { storyClock } from '../support/startStagedGateway.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { callApi } from '../http/admin/support/openAdminPort.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const AT = Date.parse('2026-03-10T10:00:00Z');
const MINUTE = 60_000;

const fingerprint = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12);

const plan = `
zone: Europe/Vilnius
brownouts:
  - { at: 2026-03-10T12:00, minutes: 5, except: ['${fingerprint('spared')}'] }
  - { at: 2026-03-10T13:00, minutes: 5, clients: ['${fingerprint('ada')}'], resources: [currency-offer], status: 410 }
`;

const folder = temporaryFolder();
let upstream: ScriptedUpstream;
let clock = storyClock(AT);

beforeEach(async () => {
  clock = storyClock(AT - 1);
  upstream = await startUpstream(answering(200, JSON.stringify({ data: currencyOffer(7001) })));
  writeFileSync(folder.path('plan.yaml'), plan);
});

const settings = (): Readonly<Record<string, string>> => ({
  ...settingsOnV1(upstream.origin),
  LIFEBOAT_STORE: folder.path('lifeboat.db'),
  LIFEBOAT_CUTOVER_PLAN: folder.path('plan.yaml'),
});

const serve = (): Promise<StartedWhole> =>
  startWhole({ ...settings(), LIFEBOAT_CUTOVER_END: '2026-06-30T00:00:00Z' }, clock);

type Asked = { readonly key?: string; readonly method?: string; readonly path?: string };

const ask = (
  { gateway }: StartedWhole,
  { key = 'ada', method = 'GET', path = '/v1/currency-offers/7001' }: Asked = {},
) =>
  fetch(gateway + path, {
    method,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
    },
    ...(method === 'GET' ? {} : { body: '{"price":1}' }),
  });

const post = ({ admin }: StartedWhole, path: string, body: object) =>
  callApi(admin, path, { reason: 'test', ...body });

describe('a brownout', () => {
  it('refuses exactly its clients in its minutes, in the v1 shape, without an upstream call', async () => {
    const gateway = await serve();
    const previousResponse = await ask(gateway);
    expect(previousResponse.status).toBe(200);
    expect(previousResponse.headers.get('sunset')).toBe('Tue, 30 Jun 2026 00:00:00 GMT');
    expect(previousResponse.headers.get('link')).toContain('</guide>; rel="deprecation"');
    clock.set(AT);
    upstream.forget();
    const refused = await ask(gateway);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('300');
    expect(refused.headers.get('sunset')).toBe('Tue, 30 Jun 2026 00:00:00 GMT');
    expect(await refused.json()).toEqual({
      message:
        'API v1 is switched off for a while, ahead of its end. It ends on 2026-06-30. Move to API v2: /guide',
    });
    const otherRequests = [{ key: '' }, { method: 'PATCH' }, { path: '/v1/orders/1' }, { key: 'bob' }];
    for (const nextEntry of otherRequests) expect((await ask(gateway, nextEntry)).status).toBe(503);
    expect(upstream.requests).toEqual([]);
    expect((await ask(gateway, { key: 'spared' })).status).toBe(200);
    expect((await ask(gateway, { path: '/v2/currency-offers/7001' })).status).toBe(200);
    clock.set(AT + 5 * MINUTE - 1);
    expect((await ask(gateway)).headers.get('retry-after')).toBe('1');
    clock.set(AT + 5 * MINUTE);
    expect((await ask(gateway)).status).toBe(200);
  });

  it('may answer 410 and concern one resource', async () => {
    const gateway = await serve();
    clock.set(AT + 60 * MINUTE);
    expect((await ask(gateway)).status).toBe(410);
    expect((await ask(gateway, { path: '/v1/accounts/5001' })).status).not.toBe(410);
    expect((await ask(gateway, { path: '/v1/orders/1' })).status).toBe(200);
    expect((await ask(gateway, { key: 'bob' })).status).toBe(200);
  });

  it('can be stopped by the operator, and its refusals count in the usage', async () => {
    const gateway = await serve();
    clock.set(AT + MINUTE);
    for (let time = 0; time < 3; time += 1) await ask(gateway);
    expect((await post(gateway, '/brownouts/stop', { which: 'current' })).status).toBe(200);
    expect((await ask(gateway)).status).toBe(200);
    expect((await post(gateway, '/brownouts/stop', { which: 'current' })).status).toBe(409);
    const page = usagePage.parse((await callApi(gateway.admin, '/usage')).body);
    expect(page.total).toMatchObject({ requests: 4, refused: 3, errors: 3 });
    const log = (await callApi(gateway.admin, '/stages/log')).body as { evidence: string[] }[];
    expect(log.at(-1)?.evidence).toEqual([`refused 3 of ${fingerprint('ada')}`]);
  });

  it('spares a client with more time, and can end v1 for one client for good', async () => {
    const gateway = await serve();
    clock.set(AT + MINUTE);
    const caller = fingerprint('ada');
    const until = new Date(AT + 3 * MINUTE).toISOString();
    const extended = await post(gateway, '/clients/extend', { caller, until });
    expect(extended.body).toEqual({ caller, kept: true });
    expect((await ask(gateway)).status).toBe(200);
    clock.set(AT + 10 * MINUTE);
    await post(gateway, '/clients/gone', { caller });
    const gone = await ask(gateway);
    expect(gone.status).toBe(410);
    expect(await gone.text()).toContain('Move to API v2: /guide');
    expect((await ask(gateway, { path: '/v1/orders/1' })).status).toBe(410);
    expect((await ask(gateway, { key: 'bob' })).status).toBe(200);
  });

  it('stops the start of a gateway whose settings do not say when v1 ends', async () => {
    await expect(startWhole(settings(), clock)).rejects.toThrow('cutover.end: the plan');
  });
});
