import type { RunningServer } from '../../../src/http/server/startServer.js';
import { openTestCutover, type TestCutover } from '../../cutover/support/openTestCutover.ts';
import { realClock } from '../../support/realClock.ts';
import { consoleVisitor } from './support/consoleVisitor.ts';
import { openAdminPort, TOKEN } from './support/openAdminPort.ts';

/** A megabyte that must stay text. */
const HOSTILE = `<script>alert(1)</script>\u202e"onload=${'x'.repeat(1_000_000)}`;
const CLOSE = 'act/writes/close';
const SEEN = { return: '/writes', id: 'w1', reason: 'seen' };

const servers: RunningServer[] = [];
let cutover: TestCutover;
let now = Date.UTC(2025, 10, 3);

/** Opens an admin port on whose console a hostile write waits; returns its origin. */
async function start(
  options: Parameters<typeof openAdminPort>[2] = {},
  token: string | undefined = TOKEN,
): Promise<string> {
  cutover = await openTestCutover();
  const write = { id: 'w1', resource: 'offer', operation: 'updateOffer', target: HOSTILE, caller: '' };
  await cutover.ambiguous({ ...write, side: 'v2', problem: HOSTILE });
  const consoleClock = { ...realClock, now: () => now };
  const server = await openAdminPort(cutover, token, { consoleClock, ...options });
  servers.push(server);
  return server.origin;
}

async function signedIn(origin: string) {
  const visitor = consoleVisitor(origin);
  await visitor.signIn(TOKEN);
  return visitor;
}

const closings = async () => (await cutover.writes()).map(({ closed }) => closed);

afterAll(() => Promise.all(servers.map(({ close }) => close(0))));

describe('the console on an address that others can reach', () => {
  it('shows nothing before a sign-in', async () => {
    const { get } = consoleVisitor(await start());
    for (const path of ['/', '/writes', '/differences/x']) {
      const { status, body } = await get(path);
      expect(status).toBe(401);
      expect(body).toContain('Your token');
      expect(body).not.toContain('offer');
    }
    expect((await get('/console/events?path=%2F')).status).toBe(401);
    expect((await get('/writes', { Cookie: 'lifeboat_console_1=guessed' })).status).toBe(401);
  });

  it('exchanges the token for a session that is closed to scripts and other sites', async () => {
    const visitor = consoleVisitor(await start());
    const signed = await visitor.signIn(TOKEN, '/writes');
    expect([signed.status, signed.headers['location']]).toEqual([303, '/writes']);
    expect(signed.headers['set-cookie']).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const page = await visitor.get('/writes');
    expect(page.status).toBe(200);
    expect(page.body).not.toContain(TOKEN);
    expect((await visitor.signIn('x')).status).toBe(401);
  });

  it('ends a session after half an hour without use, and by signing out', async () => {
    const origin = await start();
    const [visitor, idle] = [await signedIn(origin), await signedIn(origin)];
    for (let look = 0; look < 2; look += 1) {
      now += 20 * 60_000;
      expect((await visitor.get('/writes')).status).toBe(200);
    }
    expect((await idle.get('/writes')).status).toBe(401);
    await visitor.post('sign-out', {});
    expect((await visitor.get('/writes')).status).toBe(401);
  });

  it('keeps 200 sessions, and ends the least recently used one for a new one', async () => {
    const origin = await start();
    const visitors = Array.from({ length: 201 }, () => consoleVisitor(origin));
    const isIn = async (at: number) => (await visitors[at]?.get('/tokens'))?.status === 200;
    for (const visitor of visitors.slice(0, 200)) await visitor.signIn(TOKEN);
    expect(await isIn(0)).toBe(true);
    await visitors[200]?.signIn(TOKEN);
    expect([await isIn(0), await isIn(1), await isIn(200)]).toEqual([true, false, true]);
  });

  it('carries out a form of its own page, in the name of the visitor, and shows the result once', async () => {
    const visitor = await signedIn(await start());
    const done = await visitor.post(CLOSE, { proof: await visitor.proof('/writes'), ...SEEN });
    expect([done.status, done.headers['location']]).toEqual([303, '/writes']);
    expect(await closings()).toMatchObject([{ by: 'admin', note: 'seen' }]);
    expect(await visitor.page('/writes')).toContain('<p>closed w1</p>');
    expect(await visitor.page('/writes')).not.toContain('<p>closed w1</p>');
  });

  it('refuses a form that names no site or shows no proof, and a sign-in from another site', async () => {
    const visitor = await signedIn(await start());
    const fields = { proof: await visitor.proof(), ...SEEN };
    const refused = [
      await visitor.post(CLOSE, fields, { Origin: 'null' }),
      await visitor.post(CLOSE, { ...fields, proof: '' }),
      await visitor.post('sign-in', { token: TOKEN }, { Origin: 'http://evil.example' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await closings()).toEqual([undefined]);
  });

  it('never redirects to another site', async () => {
    const visitor = consoleVisitor(await start());
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])
      expect((await visitor.signIn(TOKEN, path)).headers['location']).toBe('/');
  });
});

describe('the console on the machine itself', () => {
  it('shows everything without a token, and accepts changes only after a sign-in', async () => {
    const visitor = consoleVisitor(await start({ openReads: true }));
    expect(await visitor.proof('/writes')).toBe('');
    expect(await visitor.page('/writes')).toContain('Sign in');
    expect((await visitor.post(CLOSE, { proof: '', ...SEEN })).status).toBe(403);
    await visitor.signIn(TOKEN);
    await visitor.submit('/writes', 'writes/close', SEEN);
    expect(await closings()).toMatchObject([{ by: 'admin' }]);
  });

  it('lets anybody on the machine try every action if no real system is behind it', async () => {
    const origin = await start({ openReads: true, openChanges: true }, '');
    const visitor = consoleVisitor(origin);
    const fields = { proof: await visitor.proof(), ...SEEN };
    expect((await consoleVisitor(origin).post(CLOSE, fields)).status).toBe(403);
    expect((await visitor.post(CLOSE, fields)).status).toBe(303);
    expect(await closings()).toMatchObject([{ by: 'console' }]);
  });

  it('shows text from upstream as text, and allows no inline script', async () => {
    const { body, headers } = await consoleVisitor(await start({ openReads: true })).get('/writes');
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('&lt;script>alert(1)&lt;/script>');
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'; style-src 'self'; /);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('leaves every other page of the admin port unchanged', async () => {
    const pages = { '/page': () => ({ type: 'text/plain', body: 'page' }) };
    const { get } = consoleVisitor(await start({ openReads: true, pages }));
    const { status, body, headers } = await get('/page');
    expect([status, body]).toEqual([200, 'page']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get('/nothing')).status).toBe(404);
    const types = { style: 'text/css', icon: 'image/svg+xml', browser: 'text/javascript' };
    for (const [name, type] of Object.entries(types)) {
      const asset = await get(`/console/assets/${name}`);
      expect(asset.headers['content-type']).toContain(type);
      // Every version's files have one date in a package of npm: a browser would keep the old ones.
      expect(asset.headers['last-modified']).toBeUndefined();
    }
    for (const name of ['..%2f..%2fpackage', 'constructor', '__proto__'])
      expect((await get(`/console/assets/${name}`)).status).toBe(404);
  });
});
