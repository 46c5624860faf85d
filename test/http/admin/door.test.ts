import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { adminPorts, callApi as call } from './support/openAdminPort.ts';

const folder = temporaryFolder();
const open = adminPorts();

describe('named tokens', () => {
  it('are made, used and removed, and refused at once after that', async () => {
    const file = folder.path('tokens.json');
    const cutover = await openTestCutover();
    const origin = await open(cutover, { file });
    const madeEntry = (await call(origin, '/tokens/add', { name: 'bob', role: 'operator' })).body;
    const { token } = madeEntry as { token: string };
    const asBob = { Authorization: `Bearer ${token}` };
    expect((await call(origin, '/stages/hold', { resource: 'offer', reason: 'mine' }, asBob)).status).toBe(
      200,
    );
    expect(cutover.events()).toMatchObject([{ actor: 'bob', reason: 'mine' }]);
    expect((await call(origin, '/tokens/remove', { name: 'bob' }, asBob)).status).toBe(403);
    expect((await call(origin, '/tokens')).body).toEqual([
      { name: 'admin', role: 'admin', isSetting: true },
      { name: 'bob', role: 'operator', isSetting: false },
    ]);
    expect((await call(origin, '/tokens/add', { name: 'bob', role: 'admin' })).status).toBe(409);
    expect((await call(origin, '/tokens/remove', { name: 'bob' })).status).toBe(200);
    expect((await call(origin, '/stages', undefined, asBob)).status).toBe(401);
  });

  it('block their address for a minute after ten wrong tokens in a minute', async () => {
    let at = 1;
    const failed: string[] = [];
    const clock = { steady: () => at };
    const failing = { clock, reportFailedLogin: (address: string) => void failed.push(address) };
    const origin = await open(await openTestCutover(), failing);
    const wrong = { Authorization: 'Bearer wrong' };
    for (let time = 0; time < 10; time += 1)
      expect((await call(origin, '/stages', undefined, wrong)).status).toBe(401);
    expect((await call(origin, '/stages')).status).toBe(429);
    expect(failed).toEqual(Array.from({ length: 10 }, () => '127.0.0.1'));
    at += 60_001;
    expect((await call(origin, '/stages')).status).toBe(200);
  });
});

describe('a trusted proxy', () => {
  it('alone names its user, who acts as operator', async () => {
    const cutover = await openTestCutover();
    const user = { Authorization: '', 'X-User': 'eve@example.com' };
    const proxy = { header: 'X-User', addresses: ['127.0.0.1'] };
    const origin = await open(cutover, { proxy });
    const hold = { resource: 'offer', reason: 'mine' };
    expect((await call(origin, '/stages/hold', hold, user)).status).toBe(200);
    expect(cutover.events()).toMatchObject([{ actor: 'eve@example.com' }]);
    expect((await call(origin, '/tokens/remove', { name: 'bob' }, user)).status).toBe(403);
    const named = { ...user, 'X-User': 'Lifeboat' };
    expect((await call(origin, '/stages/hold', hold, named)).status).toBe(401);
    const elsewhere = await open(cutover, { proxy: { ...proxy, addresses: ['10.0.0.5'] } });
    expect((await call(elsewhere, '/stages/hold', hold, user)).status).toBe(401);
  });
});
