import { digestKey, presentedFingerprint } from '../../src/gateway/keys/clientKeys';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable';
import { type StartedWhole, startWhole } from '../support/startWhole';
import { ask } from '../support/talk';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
let startedWhole: StartedWhole | undefined;

afterEach(() => startedWhole?.close());

describe('the key of a request', () => {
  it('is logged as its fingerprint only, at any length', () => {
    expect(presentedFingerprint('Bearer key-1')).toBe(digestKey('key-1').toString('hex', 0, 6));
    const long = 'k'.repeat(4_000);
    expect(presentedFingerprint(`bearer  ${long}`)).toBe(digestKey(long).toString('hex', 0, 6));
    for (const none of [undefined, '', 'Bearer', 'Basic a2V5', 'Bearer two words']) {
      expect(presentedFingerprint(none)).toBeUndefined();
    }
  });

  it('is logged even if the table does not contain it', async () => {
    const created = '2025-01-01';
    const v1 = digestKey('known').toString('hex');
    const keys = [{ name: 'shop', v1, v2: [{ value: 'v2-key' }] as [{ value: string }], created }];
    await writeKeyFile(folder.path('keys.yaml'), { keys });
    startedWhole = await startWhole({
      LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:1',
      LIFEBOAT_KEYS_EXCHANGE: folder.path('keys.yaml'),
    });
    const headers = { authorization: 'Bearer unknown' };
    expect((await ask(startedWhole.gateway, { path: '/v1/accounts/1', headers })).status).toBe(401);
    const caller = presentedFingerprint(headers.authorization);
    expect(await startedWhole.logged('request')).toMatchObject({ problem: 'unauthenticated', caller });
  });
});
