import { readFileSync, statSync } from 'node:fs';
import request from 'supertest';
import { recordAnswers } from '../../../src/cli/recording/recordingCommands.js';
import { digestKey } from '../../../src/gateway/keys/clientKeys.js';
import { idsIn } from './support/replayRoom.ts';
import { TOKEN } from '../../http/admin/support/openAdminPort.ts';
import { settingsOnV1 } from '../../support/settingsOf.ts';
import { startWhole } from '../../support/startWhole.ts';
import { ask } from '../../support/talk.ts';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { openSandbox } from '../../sandbox/support/openSandbox.ts';

const folder = temporaryFolder();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

describe('lifeboat record', () => {
  it('writes the answers of v1 through a running gateway, without login, password or key', async () => {
    const startedWhole = await startWhole(settingsOnV1(sandbox.origin));
    let hasBegun = (): void => undefined;
    const begunPromise = new Promise<void>((resolve) => (hasBegun = resolve));
    const recorded = recordingTerminal();
    const complain = (line: string): void => {
      recorded.complain(line);
      hasBegun();
    };
    const terminal = { ...recorded, complain };
    const file = folder.path('v1.ndjson');
    const headers = { Authorization: `Bearer ${sandbox.keys.v1}` };
    const entry = { file, admin: startedWhole.admin, count: 3 };
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    // A second recording is running: its exchanges are not taken, nor are earlier ones.
    await request(startedWhole.admin)
      .get('/api/differences/recording?after=0')
      .auth(TOKEN, { type: 'bearer' });
    expect((await ask(startedWhole.gateway, { path: offer, headers })).status).toBe(200);
    const endedPromise = recordAnswers(entry, { environment: { LIFEBOAT_ADMIN_TOKEN: TOKEN }, terminal });
    await begunPromise;
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    for (const path of [login, '/v1/accounts?page=1', offer]) {
      expect((await ask(startedWhole.gateway, { path, headers })).status).toBe(200);
    }
    const code = await endedPromise;
    const without = await request(startedWhole.admin).get('/api/differences/recording?after=0');
    await startedWhole.close();

    expect([code, terminal.out, without.status]).toEqual([0, [`3 exchanges recorded in ${file}`], 401]);
    const text = readFileSync(file, 'utf8');
    const caller = digestKey(sandbox.keys.v1).toString('hex', 0, 6);
    expect(text.match(new RegExp(`"caller":"${caller}"`, 'g'))).toHaveLength(3);
    expect(new Set(idsIn(file)).size).toBe(3);
    expect(terminal.err).toEqual([`recording to ${file} from now on`]);
    expect(text).toContain('/v1/accounts/by-login/(secret)');
    expect(text).toContain('"type\\":\\"accounts');
    for (const secret of [sandbox.sampleLogin, sandbox.keys.v1, sandbox.keys.v2]) {
      expect(text).not.toContain(secret);
    }
    expect(text.match(/password\\":\\"\(secret\)/g)?.length).toBeGreaterThan(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
