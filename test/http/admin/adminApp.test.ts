import { jsonPage } from '../../../src/http/admin/adminApp.js';
import type { RunningServer } from '../../../src/http/server/startServer.js';
import { ask } from '../../support/talk.ts';
import { doorWith, startAdminApp } from './support/openAdminPort.ts';

let ready = true;
let hash = 'abc123';
let server: RunningServer;

beforeAll(async () => {
  server = await startAdminApp({
    isReady: () => ready,
    mappings: () => hash,
    pages: {
      '/page': () => jsonPage({ hash }),
      '/broken': () => Promise.reject(new TypeError('a secret')),
      '/text': () => ({ type: 'text/html; charset=utf-8', body: `<p>${hash}` }),
    },
    door: doorWith(undefined, { openReads: true }).door,
  });
});

afterAll(() => server.close(0));

describe('createAdminApp', () => {
  it('says that it is alive, and which mappings are in force', async () => {
    for (hash of ['abc123', 'def456']) {
      const body = `{"status":"ok","mappings":"${hash}"}`;
      expect(await ask(server.origin, { path: '/healthz' })).toMatchObject({ status: 200, body });
    }
  });

  it('makes the operator’s pages on request, as JSON', async () => {
    for (hash of ['abc123', 'def456']) {
      const { status, headers, body } = await ask(server.origin, { path: '/page' });
      expect({ status, body }).toEqual({ status: 200, body: `{"hash":"${hash}"}` });
      expect(headers['content-type']).toContain('application/json');
    }
  });

  it.each([
    [200, { path: '/page' }],
    [200, { path: '/readyz' }],
    [200, { path: '/text' }],
    [404, { path: '/nothing' }],
    [500, { path: '/broken' }],
    [400, { path: '/page', headers: { Host: 'elsewhere.example' } }],
    [400, { path: 'elsewhere:443', method: 'CONNECT' }],
  ])('answers %d with headers against caching, sniffing, scripts and frames', async (status, askedEntry) => {
    const answer = await ask(server.origin, askedEntry);
    expect(answer).toMatchObject({
      status,
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none';.*frame-ancestors 'none'$/,
    );
  });

  it('gives each page its media type', async () => {
    const { headers, body } = await ask(server.origin, { path: '/text' });
    expect([headers['content-type'], body]).toEqual(['text/html; charset=utf-8', `<p>${hash}`]);
  });

  it('says where the source of a failed page is, and nothing of the error', async () => {
    const { status, body } = await ask(server.origin, { path: '/broken' });
    expect(status).toBe(500);
    expect(body).toMatch(/"detail":"The page cannot be made \(TypeError at .*\)\."}$/);
    expect(body).not.toContain('secret');
  });

  it('says whether it is ready for requests, and stays alive when it is not', async () => {
    expect(await ask(server.origin, { path: '/readyz' })).toMatchObject({ status: 200 });
    ready = false;
    expect(await ask(server.origin, { path: '/readyz' })).toMatchObject({ status: 503 });
    expect(await ask(server.origin, { path: '/healthz' })).toMatchObject({ status: 200 });
  });

  it.each(['/', '/v1/accounts', '/v2/x', '/healthz/', '/HEALTHZ', '/healthz/../x'])(
    'answers %s with 404 as a problem',
    async (path) => {
      const { status, headers, body } = await ask(server.origin, { path });
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(body)).toMatchObject({ type: '/api/problems#notFound' });
    },
  );

  it('shows its pages on a reachable address only for the token: as a bearer, or in a browser as a password', async () => {
    const token = 'a-token-of-the-operator';
    const pages = { '/page': () => jsonPage({ secret: 'page' }) };
    const { origin, close } = await startAdminApp({ pages, door: doorWith(token).door });
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
    const statusOf = async (Authorization: string, path = '/page') =>
      (await ask(origin, { path, headers: { Authorization } })).status;
    const right = [`Bearer ${token}`, basic(`ada:${token}`), basic(`:${token}`)];
    expect(await Promise.all(right.map((shownText) => statusOf(shownText)))).toEqual([200, 200, 200]);
    const wrong = [
      '',
      'Bearer',
      `Bearer ${token}x`,
      `bearer${token}`,
      basic(token),
      basic(`${token}:`),
      'Basic =',
      token,
    ];
    expect(await Promise.all(wrong.map((shownText) => statusOf(shownText)))).toEqual(wrong.map(() => 401));
    expect(await Promise.all([statusOf('', '/healthz'), statusOf('', '/readyz')])).toEqual([200, 200]);
    const refused = await ask(origin, { path: '/page' });
    expect(refused.headers['www-authenticate']).toBe('Basic realm="lifeboat"');
    expect(refused.wire).not.toMatch(/page|operator/);
    await close(0);
  });

  it.each([
    ['127.0.0.1:8081', 200],
    ['localhost', 200],
    ['lifeboat.localhost:8081', 200],
    ['[::1]:8081', 200],
    ['pod-7', 200],
    ['rebound.example', 400],
    ['127.0.0.1.rebound.example:8081', 400],
    ['localhost.', 400],
  ])(
    'answers the host name %s with %d, so that web pages of other sites cannot read it',
    async (Host, status) => {
      expect((await ask(server.origin, { path: '/page', headers: { Host } })).status).toBe(status);
    },
  );

  it('answers any other method with 404', async () => {
    expect(await ask(server.origin, { method: 'POST', path: '/healthz' })).toMatchObject({ status: 404 });
  });
});
