import request from 'supertest';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable.js';
import { startLeakyUpstream } from '../support/leakyUpstream.ts';
import { serveCli } from '../support/runCli.ts';
import { runHere } from '../support/runHere.ts';
import { ask, type Asked } from '../support/talk.ts';
import { filesIn } from '../support/filesIn.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const canaries = new Map<string, string>();

/** A secret for a place; the same place has the same one. */
function canary(location: string): string {
  const text = canaries.get(location) ?? `cnry${canaries.size}-${location}-5b1f7c2e`;
  canaries.set(location, text);
  return text;
}

const LOGIN = canary('login');
const V1_KEY = canary('v1-key');
const TOKEN = `${canary('admin-token')}-${'0'.repeat(24)}`;

/** Every place in which a client can put a secret. */
function requests(): Asked[] {
  const headers = {
    Authorization: `Bearer ${V1_KEY}`,
    'Content-Type': 'application/json',
    Cookie: `session=${canary('cookie')}`,
    'Proxy-Authorization': `Basic ${canary('proxy-authorization')}`,
    'X-Api-Key': canary('x-api-key'),
    [canary('header-name')]: '1',
    'User-Agent': canary('user-agent'),
    Referer: `http://${canary('referer')}/`,
    'X-Request-Id': canary('x-request-id'),
    traceparent: canary('traceparent'),
    'X-Forwarded-For': canary('forwarded'),
    'X-Lifeboat-Token': canary('wrong-token'),
    'X-Lifeboat-Force': 'v2',
  };
  const get = (path: string, more = {}): Asked => ({ path, headers: { ...headers, ...more } });
  const send = (method: string, path: string, body: unknown): Asked => ({
    ...get(path),
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const account = {
    game: canary('game'),
    title: canary('new-title'),
    price: 1,
    has_2fa: true,
    image_urls: [],
    login: canary('new-login'),
    password: canary('new-password'),
    email_login: canary('new-email-login'),
    email_password: canary('new-email-password'),
    description: canary('new-description'),
    account_data: { answer: canary('new-answer') },
    delivery_instructions: canary('new-instructions'),
  };
  const offer = {
    description: canary('offer-description'),
    price: 1,
    game: 'g',
    stock: 5,
    min_quantity: 1,
    delivery_time: { duration: 5, unit: 'minutes' },
  };
  return [
    send('PATCH', `/v1/currency-offers/9?key=${canary('ambiguous-query')}`, offer),
    send('PATCH', '/v1/currency-offers/1', offer),
    get(`/v1/accounts/by-login/${LOGIN}`),
    get(`/v1/accounts/by-login/${canary('unknown-login')}`),
    get(`/v1/accounts/by-login/${canary('odd-login')}%2f`),
    get('/v1/accounts?with_data=1'),
    get(`/v1/accounts?with_data=${canary('query-value')}&${canary('query-name')}=1`),
    ...[5, 6, 7, 8, 9, 10].map((id) => get(`/v1/accounts/${id}?with_data=1`)),
    get(`/v1/${canary('path')}`),
    get(`/v2/${canary('v2-path')}?key=${canary('v2-query')}`),
    get('/v1/accounts/5', { Authorization: `Bearer ${canary('wrong-key')}` }),
    get('/v1/accounts/5', { Authorization: `Basic ${canary('basic')}` }),
    send('POST', '/v1/accounts', account),
    send('POST', '/v1/accounts', { ...account, price: canary('wrong-price'), [canary('new-name')]: 1 }),
    send('PATCH', '/v1/currency-offers/1', { price: canary('patched-price'), stock: canary('stock') }),
    send('PATCH', '/v1/currency-offers/1', `{"${canary('broken-json')}`),
    send('PATCH', '/v1/currency-offers/1', `{"__proto__":"${canary('inherited-name')}"}`),
    {
      ...send('PATCH', '/v1/currency-offers/1', '{}'),
      headers: { ...headers, 'Content-Type': canary('content-type') },
    },
    get(`/${canary('no-api')}`),
    send('PATCH', '/v1/accounts/5/status', { status: canary('status') }),
    send('PATCH', '/v1/accounts/status/bulk', { accounts: [1, canary('bulk-id')], status: 'listed' }),
    send('PATCH', '/v1/accounts/status/bulk', { accounts: [1, 2], status: 'listed' }),
    send('POST', '/v2/webhooks', { secret: canary('new-webhook-secret') }),
  ];
}

async function lifeboat(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await runHere(words, { cwd: folder.path('.'), environment });
  return [...stdout, stderr].join('\n');
}

describe('forty secrets and more', () => {
  it('appear only in upstream requests and in the answers that show them, never in anything that is written', async () => {
    const upstream = await startLeakyUpstream(canary, LOGIN);
    await writeKeyFile(folder.path('keys.yaml'), {
      keys: [
        {
          name: 'shop',
          v1: digestKey(V1_KEY).toString('hex'),
          v2: [{ env: 'LIFEBOAT_KEY_OLD' }, { env: 'LIFEBOAT_KEY_NEW' }],
          created: '2025-01-01',
        },
      ],
    });
    const environment = {
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_KEYS_EXCHANGE: 'keys.yaml',
      LIFEBOAT_KEY_OLD: canary('v2-key'),
      LIFEBOAT_KEY_NEW: canary('next-v2-key'),
      LIFEBOAT_KEYS_GUEST: canary('guest-key'),
      LIFEBOAT_STORE: 'lifeboat.db',
      LIFEBOAT_INDEX_SECRET: `${canary('index-secret')}-${'0'.repeat(32)}`,
      LIFEBOAT_ADMIN_TOKEN: TOKEN,
      LIFEBOAT_NOTIFY_WEBHOOK: `${upstream.origin}/${canary('notify-path')}`,
      LIFEBOAT_NOTIFY_SECRET: `${canary('notify-secret')}-${'0'.repeat(32)}`,
      LIFEBOAT_NOTIFY_SLACK: `${upstream.origin}/${canary('slack-path')}`,
      LIFEBOAT_NOTIFY_SMTP: `smtp://lifeboat:${canary('mail-password')}@127.0.0.1:9`,
      LIFEBOAT_NOTIFY_TO: 'ada@example.com',
      LIFEBOAT_LOG_LEVEL: 'trace',
    };
    const { run, gateway, admin } = await serveCli([], { cwd: folder.path('.'), environment });

    const refusals: string[] = [];
    const statuses = new Set<number>();
    for (const request of requests()) {
      const { status, body, headers } = await ask(gateway, request);
      statuses.add(status);
      // A client reads what v2 says of its own values, and of what is passed on.
      const isV2s = request.path.startsWith('/v2/') || request.path === '/v1/currency-offers/1';
      if (status !== 200 && !isV2s) refusals.push(body, ...Object.values(headers));
    }
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 422, 502]));

    const headers = { authorization: `Bearer ${TOKEN}` };
    const paths = [
      'healthz',
      'readyz',
      'metrics',
      'api/drift',
      'ledger',
      'openapi.json',
      'guide',
      'grafana.json',
    ];
    const controls = ['stages', 'stages/log', 'writes', 'stages/verification'].map((name) => `api/${name}`);
    const pages = await Promise.all(
      [...paths, ...controls, canary('admin-path')].map(
        async (path) => (await request(admin).get(`/${path}`).set(headers).buffer(true)).text,
      ),
    );
    const outputs = [
      await lifeboat(['config'], environment),
      await lifeboat(['keys', 'list'], environment),
      await lifeboat(['drift', '--admin', admin, '--shapes'], environment),
      await lifeboat(['writes', '--admin', admin], environment),
      await lifeboat(['doctor', '--key-env', 'LIFEBOAT_KEY_OLD'], environment),
      await lifeboat(['explain', `GET /v1/accounts/by-login/${LOGIN}`], environment),
    ];
    // The journal of the store is there only while the gateway runs.
    const filesMeanwhile = filesIn(folder.path('.'));
    await upstream.close();
    const unreachable = await ask(gateway, {
      path: '/v1/accounts/5',
      headers: { authorization: `Bearer ${V1_KEY}` },
    });
    expect(unreachable.status).toBe(502);
    refusals.push(unreachable.wire);
    run.child.kill('SIGTERM');
    const { code, stdout, stderr } = await run.ended;
    expect(code).toBe(0);

    const files = [...filesMeanwhile, ...filesIn(folder.path('.'))];
    const written = [...stdout, stderr, ...refusals, ...pages, ...outputs, ...files].join('\n');
    for (const text of outputs) expect(text.length).toBeGreaterThan(40);
    expect(canaries.size).toBeGreaterThan(60);
    expect(stderr.split('\n').length).toBeGreaterThan(25);
    // The key table, the store with its two files of a journal, the writes under way.
    expect(filesMeanwhile.length).toBeGreaterThanOrEqual(5);
    expect([...canaries.values()].filter((secret) => written.includes(secret))).toEqual([]);
    // Each has been where it could leak from: in a request, a setting or what v2 said.
    expect(
      upstream.requests.some((request) => request.headers['authorization'] === `Bearer ${canary('v2-key')}`),
    ).toBe(true);
  });
});
