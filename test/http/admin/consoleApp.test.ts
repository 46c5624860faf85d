import type { ActionNotice } from '../../../src/console/consoleData';
import { createAdminApp } from '../../../src/http/admin/adminApp';
import type { ConsoleOptions } from '../../../src/http/admin/consoleAccess';
import { createConsole } from '../../../src/http/admin/consoleApp';
import { serverLimits } from '../../../src/http/server/openServer';
import { type RunningServer, startServer } from '../../../src/http/server/startServer';
import { realClock } from '../../support/realClock';
import type { TrustedProxy } from '../../../src/http/admin/door';
import { ask, type WireAnswer } from '../../support/talk';
import { doorWith } from './support/openAdminPort';

const TOKEN = 'an admin token of the console';

const servers: RunningServer[] = [];
let acted: { action: string; fields: Readonly<Record<string, string>>; who: string }[] = [];
let answer: ActionNotice = { ok: true, lines: ['account is at shadow.'] };
let now = Date.UTC(2025, 10, 3);
/** A megabyte that must stay text. */
const HOSTILE = `<script>alert(1)</script>\u202e"onload=${'x'.repeat(1_000_000)}`;

interface Opened extends Partial<ConsoleOptions> {
  readonly token?: string;
  readonly openReads?: boolean;
  readonly file?: string;
  readonly proxy?: TrustedProxy;
}

async function start({ token, openReads = false, file, proxy, ...options }: Opened): Promise<string> {
  const named = file === undefined ? {} : { file };
  const { door } = doorWith(token, { openReads, proxy, ...named });
  const console = createConsole({
    pageOf: (path) => {
      if (path.startsWith('/broken')) return Promise.reject(new Error('the store fails'));
      const writes = [
        {
          id: 'w1',
          at: now,
          resource: 'account',
          target: HOSTILE,
          caller: '',
          side: 'v2' as const,
          problem: HOSTILE,
        },
      ];
      const view = { screen: 'writes', writes } as const;
      return Promise.resolve({ version: '1', alarms: [], openWrites: 1, view });
    },
    act: (action, fields, { name: who }) => {
      acted.push({ action, fields, who });
      return Promise.resolve(answer);
    },
    door,
    openChanges: false,
    ...options,
    clock: { ...realClock, now: () => now },
  });
  const started = await startServer({
    edge: createAdminApp({
      isReady: () => true,
      mappings: () => 'abc',
      pages: { '/page': () => ({ type: 'text/plain', body: 'page' }) },
      console,
      door,
    }),
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    limits: serverLimits,
    clock: realClock,
  });
  if (!started.ok) throw new Error(started.failure.message);
  servers.push(started.value);
  return started.value.origin;
}

const hostOf = (origin: string): string => new URL(origin).host;
const cookieOf = ({ headers }: WireAnswer): string => /^[^;]+/.exec(headers['set-cookie'] ?? '')?.[0] ?? '';
const proofOf = ({ body }: WireAnswer): string => /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '';

/** Posts a form as a browser does on a page of this origin. */
const post = (
  origin: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) =>
  ask(origin, {
    method: 'POST',
    path,
    headers: {
      Host: hostOf(origin),
      Origin: origin,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });

const get = (origin: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(origin, { path, headers: { Host: hostOf(origin), ...headers } });

async function signIn(origin: string) {
  const signed = await post(origin, '/console/sign-in', { token: TOKEN, return: '/writes' });
  const cookie = cookieOf(signed);
  const page = await get(origin, '/writes', { Cookie: cookie });
  return { signed, cookie, page, proof: proofOf(page) };
}

beforeEach(() => {
  acted = [];
  answer = { ok: true, lines: ['account is at shadow.'] };
});

afterAll(() => Promise.all(servers.map(({ close }) => close(0))));

describe('the console on an address that others can reach', () => {
  it('shows nothing before a sign-in', async () => {
    const origin = await start({ token: TOKEN });
    for (const path of ['/', '/writes', '/differences/x']) {
      const { status, body } = await get(origin, path);
      expect(status).toBe(401);
      expect(body).toContain('Your token');
      expect(body).not.toContain('account');
    }
    expect((await get(origin, '/console/events?path=%2F')).status).toBe(401);
    expect((await get(origin, '/writes', { Cookie: 'lifeboat_console_1=guessed' })).status).toBe(401);
  });

  it('exchanges the token for a session that is closed to scripts and other sites', async () => {
    const origin = await start({ token: TOKEN });
    const { signed, page } = await signIn(origin);
    expect([signed.status, signed.headers['location']]).toEqual([303, '/writes']);
    expect(signed.headers['set-cookie']).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain(TOKEN);
    expect((await post(origin, '/console/sign-in', { token: 'x', return: '/' })).status).toBe(401);
  });

  it('ends a session after half an hour without use, and by signing out', async () => {
    const origin = await start({ token: TOKEN });
    const [entry, nextEntry] = [await signIn(origin), await signIn(origin)];
    now += 20 * 60_000;
    expect((await get(origin, '/writes', { Cookie: entry.cookie })).status).toBe(200);
    now += 20 * 60_000;
    expect((await get(origin, '/writes', { Cookie: entry.cookie })).status).toBe(200);
    expect((await get(origin, '/writes', { Cookie: nextEntry.cookie })).status).toBe(401);
    await post(origin, '/console/sign-out', {}, { Cookie: entry.cookie });
    expect((await get(origin, '/writes', { Cookie: entry.cookie })).status).toBe(401);
  });

  it('keeps 200 sessions, and ends the least recently used one for a new one', async () => {
    const origin = await start({ token: TOKEN });
    const cookies: string[] = [];
    const signInOnly = async () =>
      cookies.push(cookieOf(await post(origin, '/console/sign-in', { token: TOKEN, return: '/' })));
    const isIn = async (at: number) =>
      (await get(origin, '/writes', { Cookie: cookies[at] ?? '' })).status === 200;
    for (let visitor = 0; visitor < 200; visitor += 1) await signInOnly();
    expect(await isIn(0)).toBe(true);
    await signInOnly();
    expect([await isIn(0), await isIn(1), await isIn(200)]).toEqual([true, false, true]);
  });

  it('carries out a form of its own page once, in the name of the visitor, and shows the result', async () => {
    const origin = await start({ token: TOKEN });
    const { cookie, proof } = await signIn(origin);
    const fields = { proof, return: '/writes', id: 'w1', reason: 'seen' };
    const done = await post(origin, '/console/act/writes/close', fields, { Cookie: cookie });
    expect([done.status, done.headers['location']]).toEqual([303, '/writes']);
    expect(acted).toEqual([{ action: 'writes/close', fields: { id: 'w1', reason: 'seen' }, who: 'admin' }]);
    expect((await get(origin, '/writes', { Cookie: cookie })).body).toContain('account is at shadow.');
    expect((await get(origin, '/writes', { Cookie: cookie })).body).not.toContain('account is at shadow.');
  });

  it('refuses a form from another site, without the proof, or with the proof of another session', async () => {
    const origin = await start({ token: TOKEN });
    const [{ cookie, proof }, nextEntry] = [await signIn(origin), await signIn(origin)];
    const fields = { proof, return: '/', id: 'w1', reason: 'seen' };
    const refused = [
      await post(origin, '/console/act/writes/close', fields, {
        Cookie: cookie,
        Origin: 'http://evil.example',
      }),
      await post(origin, '/console/act/writes/close', fields, { Cookie: cookie, Origin: 'null' }),
      await post(origin, '/console/act/writes/close', fields),
      await post(origin, '/console/act/writes/close', { ...fields, proof: '' }, { Cookie: cookie }),
      await post(
        origin,
        '/console/act/writes/close',
        { ...fields, proof: nextEntry.proof },
        { Cookie: cookie },
      ),
      await post(origin, '/console/sign-in', { token: TOKEN }, { Origin: 'http://evil.example' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(acted).toEqual([]);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never redirects to %s',
    async (path) => {
      const origin = await start({ token: TOKEN });
      const signed = await post(origin, '/console/sign-in', { token: TOKEN, return: path });
      expect(signed.headers['location']).toBe('/');
    },
  );
});

describe('the console on the machine itself', () => {
  it('shows everything without a token, and accepts changes only after a sign-in', async () => {
    const origin = await start({ token: TOKEN, openReads: true });
    const page = await get(origin, '/writes');
    expect([page.status, proofOf(page)]).toEqual([200, '']);
    expect(page.body).toContain('Sign in');
    const fields = { proof: '', return: '/', id: 'w1', reason: 'seen' };
    expect((await post(origin, '/console/act/writes/close', fields)).status).toBe(403);
    const { cookie, proof } = await signIn(origin);
    expect(
      (await post(origin, '/console/act/writes/close', { ...fields, proof }, { Cookie: cookie })).status,
    ).toBe(303);
  });

  it('refuses a host name that somebody else can own, against DNS rebinding', async () => {
    const origin = await start({ token: TOKEN, openReads: true });
    expect((await get(origin, '/', { Host: 'evil.example' })).status).toBe(400);
  });

  it('lets anybody on the machine try every action if no real system is behind it', async () => {
    const origin = await start({ openReads: true, openChanges: true });
    const page = await get(origin, '/writes');
    const fields = { proof: proofOf(page), return: '/', id: 'w1', reason: 'seen' };
    const done = await post(origin, '/console/act/writes/close', fields, { Cookie: cookieOf(page) });
    expect(done.status).toBe(303);
    expect(acted).toHaveLength(1);
    expect((await post(origin, '/console/act/writes/close', fields)).status).toBe(403);
  });

  it('shows text from upstream as text, and allows no inline script', async () => {
    const { body, headers } = await get(await start({ openReads: true }), '/writes');
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('&lt;script>alert(1)&lt;/script>');
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'; style-src 'self'; /);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('leaves every other page of the admin port unchanged', async () => {
    const origin = await start({ openReads: true });
    const { status, body, headers } = await get(origin, '/page');
    expect([status, body]).toEqual([200, 'page']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get(origin, '/nothing')).status).toBe(404);
    expect((await get(origin, '/console/assets/style')).headers['content-type']).toContain('text/css');
    for (const name of ['..%2f..%2fpackage', 'constructor', '__proto__'])
      expect((await get(origin, `/console/assets/${name}`)).status).toBe(404);
  });
});
