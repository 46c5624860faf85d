import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import request from 'supertest';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const TOKEN = 'a-token-of-more-than-thirty-two-characters';
const SECRET = 'a secret that only the receiver knows too';
const DAY = 86_400_000;

const dayIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** Two agreed differences of every account: one is about to expire, one has. */
const rules = () =>
  [
    'ignore:',
    `  - { path: 'data.attributes.*', kind: value, comparator: ignore, reason: a trend, owner: ada, expires: ${dayIn(5)} }`,
    `  - { path: 'data.[].attributes.*', comparator: ignore, reason: sold elsewhere, owner: bob, expires: ${dayIn(-5)} }`,
    '',
  ].join('\n');

const folder = temporaryFolder();
let sandbox: Sandbox;
let receiver: ScriptedUpstream;
let startedWhole: StartedWhole;

const delivered = () =>
  receiver.requests.map(({ body }) => JSON.parse(body) as { kind: string; text: string });

/** Takes notices; resolves with one of this kind. */
const received = (kind: string): Promise<void> =>
  new Promise((resolve) => {
    receiver.play({
      request: ({ body }, socket) => {
        socket.write(reply(200, 'ok'));
        if (body.includes(`"${kind}"`)) resolve();
      },
    });
  });

beforeEach(async () => {
  sandbox = await openSandbox({ offers: 6 });
  receiver = await startUpstream();
  writeFileSync(folder.path('rules.yaml'), rules());
  const v1 = digestKey(sandbox.keys.v1).toString('hex');
  const keys = [{ name: 'bot', v1, v2: [{ value: sandbox.keys.v2 }], created: '2025-01-01' }];
  writeFileSync(folder.path('keys.yaml'), JSON.stringify({ keys }), { mode: 0o600 });
  startedWhole = await startWhole({
    LIFEBOAT_UPSTREAM_V1: sandbox.origin,
    LIFEBOAT_UPSTREAM_V2: sandbox.origin,
    LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_KEYS_EXCHANGE: folder.path('keys.yaml'),
    LIFEBOAT_CUTOVER_START: 'v1',
    LIFEBOAT_COMPARISON_SAMPLE: '100',
    LIFEBOAT_COMPARISON_RULES: folder.path('rules.yaml'),
    LIFEBOAT_NOTIFY_WEBHOOK: `${receiver.origin}/hook`,
    LIFEBOAT_NOTIFY_SECRET: SECRET,
  });
});

afterEach(async () => {
  await startedWhole.close();
  await receiver.close();
  await sandbox.close();
});

async function toShadow(): Promise<void> {
  const moved = await request(startedWhole.admin)
    .post('/api/stages/move')
    .auth(TOKEN, { type: 'bearer' })
    .send({ resource: 'account', to: 'shadow', by: 'ada', reason: 'to see' });
  expect(moved.status).toBe(200);
}

describe('an agreed difference that expires', () => {
  it('is sent to the webhook, signed, once before it expires and once when the hidden difference shows again', async () => {
    await toShadow();
    const headers = { Authorization: `Bearer ${sandbox.keys.v1}` };
    const read = async (path: string): Promise<void> => {
      for (let time = 0; time < 3; time += 1) {
        expect(await ask(startedWhole.gateway, { path, headers })).toMatchObject({ status: 200 });
      }
    };
    const expiring = received('expiringRule');
    await read(`/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`);
    await expiring;
    const expired = received('expiredRule');
    await read('/v1/accounts?page=1');
    await expired;
    await startedWhole.close();
    const notices = delivered().filter(({ kind }) => kind.endsWith('Rule'));
    expect(notices).toHaveLength(2);
    expect(notices).toMatchObject([
      {
        kind: 'expiringRule',
        resource: 'account',
        text: `The agreed difference at data.attributes.* (line 2: a trend; ada) expires on ${dayIn(5)} and still hides what differs in getAccountByLogin.`,
      },
      {
        kind: 'expiredRule',
        resource: 'account',
        text: `The agreed difference at data.[].attributes.* (line 3: sold elsewhere; bob) expired on ${dayIn(-5)}, and what it hid in listAccounts counts again.`,
      },
    ]);
    for (const sent of receiver.requests.filter(({ path }) => path === '/hook')) {
      const { 'x-lifeboat-timestamp': at = '', 'x-lifeboat-signature': signature } = sent.headers;
      const expected = createHmac('sha256', SECRET).update(`${at}.${sent.body}`).digest('hex');
      expect(signature).toBe(`v1=${expected}`);
    }
  });
});
