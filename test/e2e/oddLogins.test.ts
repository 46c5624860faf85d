import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callSandbox } from '../sandbox/support/callSandbox.ts';
import { TOKEN } from '../http/admin/support/openAdminPort.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { settingsOnV1 } from '../support/settingsOf.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask, requestText, talk } from '../support/talk.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { newAccount } from './support/envelopes.ts';

/** A login, and how a client may write it into the path. */
const logins: readonly (readonly [login: string, written: string])[] = [
  ['wren@login', 'wren@login'],
  ['wren@login', 'wren%40login'],
  ['a+b c', 'a+b%20c'],
  ['a+b c', 'a%2Bb%20c'],
  ['john..doe', 'john..doe'],
  ['DOMAIN\\user', 'DOMAIN\\user'],
  ['DOMAIN\\user', 'DOMAIN%5Cuser'],
  ['a/b', 'a%2Fb'],
  ['a/b', 'a/b'],
  ['.', '.'],
  ['..', '..'],
  ['..', '%2e%2E'],
  ['../../games', '..%2F..%2Fgames'],
  ['tab\there', 'tab%09here'],
  ['two words', 'two%20words'],
  ['jürgen', 'j%C3%BCrgen'],
  ['100%', '100%'],
];

const path = (written: string): string => `/v1/accounts/by-login/${written}`;

describe('the lookup of an account by an odd login', () => {
  let sandbox: Sandbox;
  let startedWhole: StartedWhole;
  const madeMap = new Map<string, string>();

  beforeAll(async () => {
    sandbox = await openSandbox();
    startedWhole = await startWhole({ LIFEBOAT_UPSTREAM_V2: sandbox.origin });
    for (const login of new Set(logins.map(([each]) => each)).values()) {
      const account = {
        ...newAccount('emberfall-legends', login),
        account_data: { level: 60, rank: 'Gold' },
      };
      const created = await callSandbox(
        { ...sandbox, origin: startedWhole.gateway },
        'POST /v1/accounts',
        account,
        sandbox.keys.v2,
      );
      expect([login, created.status]).toEqual([login, 201]);
      madeMap.set(login, JSON.stringify(created.body['data']));
    }
  });

  it.each(logins)('finds the account of %j, written %j', async (login, written) => {
    const headers = { Authorization: `Bearer ${sandbox.keys.v2}` };
    const answer = await ask(startedWhole.gateway, { path: path(written), headers });
    expect(answer.status).toBe(200);
    const foundEntry = JSON.parse(Buffer.from(answer.body, 'latin1').toString()) as { data: { id: string } };
    expect(foundEntry.data.id).toBe((JSON.parse(madeMap.get(login) ?? '{}') as { id: string }).id);
    for (const { target } of sandbox.requests()) {
      expect(target).toMatch(/^\/v2\/account-offers(?:\/\d+)?(?:\?[\w=&-]*)?$/);
    }
  });

  it.each(['%00', 'a%00b', '%ff', 'a%C0%AFb', '../7', 'a/%2e%2e/7'])('answers 400 to %j', async (written) => {
    const countBefore = sandbox.requests().length;
    const headers = { Authorization: `Bearer ${sandbox.keys.v2}` };
    const request = requestText({ path: path(written), headers });
    const answer = await talk(startedWhole.gateway, Buffer.from(request, 'latin1'));
    expect([answer.status, answer.body]).toEqual([400, '{"message":"The path is not valid."}']);
    expect(sandbox.requests()).toHaveLength(countBefore);
  });
});

describe('a login on its way to v1', () => {
  let v1: ScriptedUpstream;
  let v2: ScriptedUpstream;
  let startedWhole: StartedWhole;
  const headers = { Authorization: 'Bearer key-1' };

  beforeAll(async () => {
    [v1, v2] = await Promise.all([startUpstream(), startUpstream()]);
    v1.play(answering(200, '{"data":"of v1"}'));
    v2.play(answering(500, '{}'));
    startedWhole = await startWhole({
      ...settingsOnV1(v1.origin, v2.origin),
      LIFEBOAT_COMPARISON_SAMPLE: '0',
    });
  });

  const force = { 'X-Lifeboat-Token': TOKEN, 'X-Lifeboat-Force': 'v2' };
  const inOneSegment = /^\/v1\/accounts\/by-login\/[^/\\]+\?a=1$/;

  it.each([
    ['DOMAIN\\user', 'DOMAIN%5Cuser'],
    ['a/b', 'a%2Fb'],
    ['john..doe', 'john..doe'],
    ['100%', '100%25'],
    ['..a', '..a'],
  ])("is encoded again, %j as %j, at stage v1 and where v1 answers in v2's place", async (written, sent) => {
    const askedEntry = { path: `${path(written)}?a=1`, headers };
    expect((await ask(startedWhole.gateway, askedEntry)).body).toBe('{"data":"of v1"}');
    expect(v1.requests.at(-1)?.path).toBe(`${path(sent)}?a=1`);
    expect(v1.requests.at(-1)?.path).toMatch(inOneSegment);
  });

  it.each(['.', '..', '%2e%2e', '..%2fx', 'a%5C..%5Cb'])(
    'is not sent to v1 if a server on the way would remove a part of %j',
    async (written) => {
      const countBefore = v1.requests.length;
      const refused = await ask(startedWhole.gateway, { path: path(written), headers });
      expect([refused.status, refused.body]).toEqual([400, '{"message":"The path is not valid."}']);
      const answered = await ask(startedWhole.gateway, {
        path: path(written),
        headers: { ...headers, ...force },
      });
      expect(answered.status).toBe(502);
      expect(v1.requests).toHaveLength(countBefore);
    },
  );
});
