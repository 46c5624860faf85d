import { request } from 'undici';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { callSandbox } from '../support/callSandbox';
import { control } from '../support/control';
import { openSandbox } from '../support/openSandbox';

describe('the control API', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  it('shows the received requests, with secrets masked', async () => {
    await callSandbox(sandbox, `GET /v1/accounts/by-login/${sandbox.sampleLogin}`);
    await callSandbox(sandbox, 'POST /v2/account-offers', {
      login: 'canary-login',
      password: 'canary-password',
      credentials: ['canary-credential'],
      title: 'shown',
    });
    const { body } = await control(sandbox, 'GET /requests');
    const shownText = JSON.stringify(body);
    expect(shownText).toContain('/v1/accounts/by-login/***');
    expect(shownText).toContain('"title":"shown"');
    expect(shownText).not.toMatch(/canary|eyJ/);
    expect(shownText).not.toContain(sandbox.sampleLogin);
    await control(sandbox, 'DELETE /requests');
    expect(sandbox.requests()).toEqual([]);
  });

  it.each([
    ['from a page in a browser', { origin: 'https://evil.example' }],
    ['under a name that is not this machine’s', { host: 'evil.example' }],
  ])('refuses requests %s', async (_what, headers) => {
    const answer = await request(`${sandbox.origin}/_sandbox/keys`, { headers });
    expect(answer.statusCode).toBe(403);
    await answer.body.dump();
  });

  it('has no path within the API', async () => {
    expect((await callSandbox(sandbox, 'GET /v2/_sandbox/faults')).status).toBe(404);
  });
});
