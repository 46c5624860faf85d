import { askAdmin, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { inspectStore } from '../../src/store/sqliteStore.js';
import { startCrowdedShop } from '../support/crowdedShop.ts';
import { writeScene } from '../support/rehearsedUpstream.ts';
import { serveCli, type Served } from '../support/runCli.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { postgresServer } from '../store/support/postgres.ts';

const folder = temporaryFolder();
const server = postgresServer();
const OFFERS = 2_000;

const { request: patch } = writeScene;

function start(origin: string, store: string): Promise<Served> {
  const environment = {
    LIFEBOAT_UPSTREAM_V2: origin,
    LIFEBOAT_STORE: store,
    LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_LOG_LEVEL: 'error',
  };
  return serveCli([], { cwd: folder.path('.'), environment });
}

/** The work that was acknowledged to clients and the operator. */
interface Acknowledged {
  readonly reasons: string[];
  readonly ambiguous: string[];
  readonly found: { readonly login: string; readonly key: string }[];
}

/** Moves, writes and lookups, each kind one after the other until the process ends; `done` receives each. */
async function keepBusy(
  { gateway, admin }: Served,
  knownAcknowledged: Acknowledged,
  done: () => void,
): Promise<void> {
  const untilGone = async (step: (number: number) => Promise<boolean>) => {
    for (let number = 1; await step(number); number += 1) done();
  };
  await Promise.all([
    untilGone(async (number) => {
      const reason = `reason ${knownAcknowledged.reasons.length} ${number}`;
      // Another caller each time: a pin that changes nothing is refused.
      const caller = knownAcknowledged.reasons.length.toString(16).padStart(12, '0');
      const pin = { resource: 'account', caller, side: 'v2', reason };
      const { status } = await askAdmin(admin, '/api/stages/pin', pin);
      if (status === 200) knownAcknowledged.reasons.push(reason);
      return status === 200;
    }),
    untilGone(async () => {
      const { status, headers } = await ask(gateway, patch);
      const { 'x-request-id': id = '', 'x-lifeboat-ambiguous': mark } = headers;
      if (status === 502 && mark === '1') knownAcknowledged.ambiguous.push(id);
      return status === 502;
    }),
    untilGone(async (number) => {
      // Each key has an index of its own, which is read while the process is killed.
      const askedEntry = { login: `login-${OFFERS - number}`, key: `key-${number % 4}` };
      const path = `/v1/accounts/by-login/${askedEntry.login}`;
      const { status } = await ask(gateway, { path, headers: { Authorization: `Bearer ${askedEntry.key}` } });
      if (status === 200) knownAcknowledged.found.push(askedEntry);
      return status === 200;
    }),
  ]);
}

describe('a gateway that is killed at any moment', () => {
  it.each([
    ['a file', () => Promise.resolve('lifeboat.db')],
    ['a PostgreSQL server', () => server.database()],
  ])(
    'has every acknowledged move, ambiguous write and index entry at its next start: %s',
    async (_, name) => {
      const store = await name();
      const shop = await startCrowdedShop(OFFERS);
      const knownAcknowledged: Acknowledged = { reasons: [], ambiguous: [], found: [] };
      for (const moment of [20, 50]) {
        const running = await start(shop.origin, store);
        let steps = 0;
        await keepBusy(running, knownAcknowledged, () => {
          steps += 1;
          if (steps === moment) running.run.child.kill('SIGKILL');
        });
        expect((await running.run.ended).signal).toBe('SIGKILL');
        if (!store.includes('://')) expect(inspectStore(folder.path(store))).toBe('ok');
      }
      for (const list of [knownAcknowledged.reasons, knownAcknowledged.ambiguous, knownAcknowledged.found])
        expect(list.length).toBeGreaterThan(4);

      shop.closeLists();
      const { run, gateway, admin } = await start(shop.origin, store);
      const log = JSON.parse((await askAdmin(admin, '/api/stages/log')).body) as {
        readonly reason: string;
      }[];
      const writes = JSON.parse((await askAdmin(admin, '/api/writes')).body) as { readonly id: string }[];
      const verdict: unknown = JSON.parse((await askAdmin(admin, '/api/stages/verification')).body);
      expect(
        knownAcknowledged.reasons.filter((reason) => !log.some((event) => event.reason === reason)),
      ).toEqual([]);
      expect(knownAcknowledged.ambiguous.filter((id) => !writes.some((entry) => entry.id === id))).toEqual(
        [],
      );
      expect(verdict).toMatchObject({ ok: true });
      const statuses = await Promise.all(
        knownAcknowledged.found.map(async ({ login, key }) => {
          const path = `/v1/accounts/by-login/${login}`;
          return (await ask(gateway, { path, headers: { Authorization: `Bearer ${key}` } })).status;
        }),
      );
      expect(statuses).toEqual(statuses.map(() => 200));
      run.child.kill('SIGKILL');
      await run.ended;
    },
  );
});
