import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callApi } from '../http/admin/support/openAdminPort.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { settingsOfKeys, settingsOnV1 } from '../support/settingsOf.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

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
  startedWhole = await startWhole({
    ...settingsOnV1(sandbox.origin),
    ...(await settingsOfKeys(folder.path('.'), sandbox.keys)),
    LIFEBOAT_COMPARISON_SAMPLE: '100',
    LIFEBOAT_COMPARISON_RULES: folder.path('rules.yaml'),
    LIFEBOAT_NOTIFY_WEBHOOK: `${receiver.origin}/hook`,
    LIFEBOAT_NOTIFY_SECRET: SECRET,
  });
});

describe('an agreed difference that expires', () => {
  it('is sent to the webhook, signed, once before it expires and once when the hidden difference shows again', async () => {
    const move = { resource: 'account', to: 'shadow', reason: 'to see' };
    expect((await callApi(startedWhole.admin, '/stages/move', move)).status).toBe(200);
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
