import { doorWith, startAdminApp } from '../http/admin/support/openAdminPort.ts';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { startStagedGateway, storyClock } from '../support/startStagedGateway.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
const SUNSET = Date.UTC(2025, 10, 30);

describe('a gateway whose store cannot be written while it runs', () => {
  it.each([
    // The error of SQLite on a file system that is read-only or full; simulated, because root is never refused.
    ['read-only', 'attempt to write a readonly database'],
    ['full', 'database or disk is full'],
  ] as const)(
    '(%s) answers from v1 while it lives, then from v2, and reports the store',
    async (_what, lose) => {
      const path = folder.path('cutover.db');
      const { cutover: store, close } = await openWholeStore(path);
      const refuse = () => Promise.reject(new Error(lose));
      let lost = false;
      const append: typeof store.append = (event) => (lost ? refuse() : store.append(event));
      const check = () => (lost ? refuse() : store.check());
      const [v1, v2] = [
        await startUpstream(answering(200, '{"v":1}')),
        await startUpstream(answering(404, '{}')),
      ];
      const clock = storyClock(SUNSET - 86_400_000);
      const entry = { v1: v1.origin, v2: v2.origin, keys: { v1: 'one', v2: 'two' }, clock, sunset: SUNSET };
      const gateway = await startStagedGateway({ ...entry, store: { ...store, append, check } });
      const { cutover } = gateway;
      const degraded = () => cutover.alarms.current().map(({ text }) => text);
      const admin = await startAdminApp({ degraded, door: doorWith(undefined, { openReads: true }).door });
      const request = { path: '/v1/currency-offers/1', headers: { Authorization: 'Bearer one' } };
      const servedBy = async () => (await ask(gateway.origin, request)).headers['x-lifeboat-served-by'];

      const change = { kind: 'move', to: { kind: 'v2' } } as const;
      await cutover.change({ resource: 'currency-offer', change, actor: 'ada', reason: 'test', force: true });
      expect(await servedBy()).toBe('v2');
      lost = true;
      await cutover.tick();
      expect(await servedBy()).toBe('v1');
      const ready = await ask(admin.origin, { path: '/readyz' });
      expect(ready.status).toBe(200);
      expect(JSON.parse(ready.body)).toEqual({ status: 'ready', degraded: degraded() });
      expect(degraded()).toEqual([expect.stringContaining(lose)]);
      const kill = { resource: 'account', change: { kind: 'kill' }, actor: 'ada', reason: 'test' } as const;
      expect(await cutover.change(kill)).toMatchObject({ ok: true, kept: false });
      lost = false;
      await cutover.tick();
      expect([degraded(), await servedBy()]).toEqual([[expect.stringContaining('account is killed')], 'v2']);
      expect((await store.events()).map(({ resource }) => resource)).toEqual(['currency-offer', 'account']);
      clock.set(SUNSET);
      expect(await servedBy()).toBe('v2');

      await gateway.close();
      await Promise.all([admin.close(0), v1.close(), v2.close(), close()]);
    },
  );
});
