import { callSandbox } from '../support/callSandbox';
import { openSandbox } from '../support/openSandbox';
import { createTestClock } from '../support/testClock';

const SUNSET = Date.UTC(2025, 10, 30);

describe('the sunset of v1', () => {
  it('section 9: is announced on every v1 answer until it arrives, and then v1 answers 410', async () => {
    const clock = createTestClock(SUNSET - 1);
    const sandbox = await openSandbox({ offers: 3, clock });
    const call = `GET /v1/accounts/by-login/${sandbox.sampleLogin}`;
    const announced = { deprecation: '@1748736000', sunset: 'Sun, 30 Nov 2025 00:00:00 GMT' };

    expect(await callSandbox(sandbox, call)).toMatchObject({ status: 200, headers: announced });
    clock.advance(1);
    const gone = await callSandbox(sandbox, call);
    expect(gone).toMatchObject({ status: 410, headers: announced });
    expect(gone.body).toEqual({ message: 'API v1 has been discontinued. Use API v2.' });
    expect((await callSandbox(sandbox, 'GET /v1/accounts', undefined, null)).status).toBe(410);
    expect((await callSandbox(sandbox, 'GET /v2/games')).status).toBe(200);
    await sandbox.close();
  });

  it('can be moved to another day', async () => {
    const clock = createTestClock(SUNSET);
    const sandbox = await openSandbox({ offers: 3, clock, v1Sunset: SUNSET + 1 });
    expect((await callSandbox(sandbox, 'GET /v1/accounts')).status).toBe(200);
    await sandbox.close();
  });
});
