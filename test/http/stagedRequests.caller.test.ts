import { digestKey, exchangeKeys, passKeysOn } from '../../src/gateway/keys/clientKeys';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable';
import { presentedCaller } from '../../src/http/stagedRequests';
import { type StartedWhole, startWhole } from '../support/startWhole';
import { ask } from '../support/talk';
import { temporaryFolder } from '../support/temporaryFolder';

const nobody = exchangeKeys([]);
const folder = temporaryFolder();
let whole: StartedWhole | undefined;

afterEach(() => whole?.close());

describe('the key that a request shows', () => {
  it('is told by its fingerprint, however long it is, and nothing else is', () => {
    const { caller } = presentedCaller('Bearer key-1', passKeysOn);
    expect(caller).toBe(digestKey('key-1').toString('hex', 0, 6));
    expect(presentedCaller('Bearer key-1', nobody).caller).toBe(caller);
    const long = 'k'.repeat(4_000);
    expect(presentedCaller(`bearer  ${long}`, passKeysOn).caller).toBe(digestKey(long).toString('hex', 0, 6));
    for (const none of [undefined, '', 'Bearer', 'Basic a2V5', 'Bearer two words']) {
      expect(presentedCaller(none, passKeysOn)).toEqual({});
    }
  });

  it('stands in the log also when the table does not know it', async () => {
    const created = '2025-01-01';
    const v1 = digestKey('known').toString('hex');
    const keys = [{ name: 'shop', v1, v2: [{ value: 'v2-key' }] as [{ value: string }], created }];
    await writeKeyFile(folder.path('keys.yaml'), { keys });
    whole = await startWhole({
      LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:1',
      LIFEBOAT_KEYS_EXCHANGE: folder.path('keys.yaml'),
    });
    const headers = { authorization: 'Bearer unknown' };
    expect((await ask(whole.gateway, { path: '/v1/accounts/1', headers })).status).toBe(401);
    const { caller } = presentedCaller(headers.authorization, nobody);
    expect(await whole.logged('request')).toMatchObject({ problem: 'unauthenticated', caller });
  });
});
