import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { legacyAccount } from '../support/bodies.ts';
import { callSandbox } from '../support/callSandbox.ts';
import { control } from '../support/control.ts';
import { openSandbox } from '../support/openSandbox.ts';

describe('a login in a path of the v1 API', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  /** Sends a target as it is and returns the status and the login that was found. */
  async function ask(target: string): Promise<readonly [status: number, login: string | undefined]> {
    const socket = connect(sandbox.port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [`GET ${target} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${sandbox.keys.v1}`];
    socket.end([...head, 'Connection: close', '', ''].join('\r\n'), 'utf8');
    const answer = await text(socket);
    const login = /"login":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1];
    return [Number(answer.slice(9, 12)), login === undefined ? undefined : (JSON.parse(login) as string)];
  }

  it.each([
    ['john..doe', 'john..doe'],
    ['.', '.'],
    ['..', '..'],
    ['DOMAIN\\user', 'DOMAIN\\user'],
    ['DOMAIN%5Cuser', 'DOMAIN\\user'],
    ['a%2Fb', 'a/b'],
    ['a/b', 'a/b'],
    ['a/b/', 'a/b'],
    ['a%09b', 'a\tb'],
    ['my%20name', 'my name'],
    ['j%C3%BCrgen', 'jürgen'],
    ['100%', '100%'],
    ['%GG', '%GG'],
    ['a#b', 'a#b'],
    ['a+b', 'a+b'],
    ['a+b?with_data=1', 'a+b'],
  ])('written as %j finds exactly %j', async (written, login) => {
    await callSandbox(sandbox, 'POST /v2/account-offers', { ...legacyAccount, login });
    expect(await ask(`/v1/accounts/by-login/${written}`)).toEqual([200, login]);
  });

  it.each([
    '%00',
    'a%00b',
    '%FF',
    '%C0%AF',
    '%ED%A0%80',
    'a/%FF',
    'a b',
    'jürgen',
    'a/../b',
    'a/.',
    'a/%2e%2e/b',
  ])('written as %j is refused: it is no HTTP, incomparable, or names another path', async (written) => {
    expect(await ask(`/v1/accounts/by-login/${written}`)).toEqual([400, undefined]);
  });

  it('is found under no other spelling, and never appears in the log of requests', async () => {
    await callSandbox(sandbox, 'POST /v2/account-offers', { ...legacyAccount, login: 'Some/Canary one' });
    expect(await ask('/v1/accounts/by-login/Some/Canary%20one')).toEqual([200, 'Some/Canary one']);
    expect(await ask('/v1/accounts/by-login/Some/canary%20one')).toEqual([404, undefined]);
    expect(JSON.stringify((await control(sandbox, 'GET /requests')).body)).not.toMatch(/canary/i);
  });

  it('can be reset by a fault like any other call', async () => {
    const route = 'GET /v1/accounts/by-login/{accountLogin}';
    await control(sandbox, 'POST /faults', { route, count: 1, disturbance: { kind: 'reset' } });
    await expect(ask('/v1/accounts/by-login/x%20y')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
