import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { CounterSum } from '../../src/cutover/counters.js';
import { EvidenceRegistry } from '../../src/cutover/evidence/evidenceRegistry.js';
import { copyStore, readWholeStore } from '../../src/store/copyStore.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { DAY_COLUMNS, daysOf, LINE_COLUMNS, linesOf } from '../../src/usage/usageLines.js';
import { isServerUrl } from '../../src/config/storePlace.js';
import { describeStores, storeAt } from './support/places.ts';
import { placeOf, postgresServer } from './support/postgres.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const DAY = 86_400_000;
const ALL = { from: 0, to: 30_000 * DAY };

/** Requests, errors, by v1, by v2, refused by a brownout, bodies, latest. */
const days = {
  'mixed bot': [20, 9, 5, 8, 3, 4, 20_000 * DAY + 9],
  'failing bot': [7, 7, 2, 4, 0, 0, 20_000 * DAY + 1],
  'sound bot': [6, 0, 6, 0, 0, 6, 20_000 * DAY + 2],
};

const statements = [
  'drop table counter',
  `delete from kysely_migration where name = 'usage-002-counters'`,
  `create table usage_day (day integer, caller text, program text, resource text, operation text, requests bigint,
    errors bigint, by_v1 bigint, by_v2 bigint, refused bigint, bodies bigint, latest bigint)`,
  `create table usage_trait (day integer, caller text, program text, resource text, operation text, trait text, requests bigint)`,
  ...Object.entries(days).map(
    ([program, counts]) =>
      `insert into usage_day values (20000, '0123456789ab', '${program}', 'account', 'getAccount', ${counts.join()})`,
  ),
  `insert into usage_trait values (20000, '0123456789ab', 'mixed bot', 'account', 'getAccount', 'byLogin login', 3)`,
];

async function run(location: string, all = statements): Promise<void> {
  if (!isServerUrl(location)) {
    const database = new DatabaseSync(location);
    for (const statement of all) database.exec(statement);
    database.close();
    return;
  }
  const client = new Client(location);
  await client.connect();
  try {
    for (const statement of all) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a store as earlier versions left it, with a table of days and one of traits. */
async function formerStore(location: string): Promise<string> {
  await (await openWholeStore(storeAt(location))).close();
  await run(location);
  return location;
}

describeStores('the usage by days that an earlier version counted', (newStore) => {
  it('becomes counters with the same sums', async () => {
    const { counters, close } = await openWholeStore(storeAt(await formerStore(await newStore())));
    const lines = linesOf(await counters.sums(ALL, LINE_COLUMNS));
    for (const [program, [requests, errors, byV1, byV2, refused, bodies, latestAt]] of Object.entries(days))
      expect(lines.find((line) => line.program === program)).toMatchObject({
        requests,
        errors,
        byV1,
        byV2,
        refused,
        bodies,
        latest: latestAt,
        traits: program === 'mixed bot' ? [{ trait: 'byLogin', field: 'login', requests: 3 }] : [],
      });
    expect(lines).toHaveLength(3);
    expect(daysOf(await counters.sums(ALL, DAY_COLUMNS))).toEqual([
      { day: 20_000, requests: 33, errors: 16, byV1: 13, byV2: 12, refused: 3, onV1Paths: 33 },
    ]);
    const sides: readonly CounterSum<'side' | 'outcome'>[] = await counters.sums(ALL, ['side', 'outcome']);
    expect(sides.reduce((sum, { requests }) => sum + requests, 0)).toBe(33);
    await close();
  });
});

describeStores('the evidence that an earlier version stored', (newStore) => {
  it('becomes counters of the gate', async () => {
    const location = await newStore();
    await (await openWholeStore(storeAt(location))).close();
    const day = {
      since: 20_000 * DAY + 5,
      v1: { requests: 3, errors: 0, latency: [[8, 3]] },
      v2: { requests: 4, errors: 1, latency: [[8, 4]] },
      attempted: [['readOffer', 9]],
      tooCostly: [['readOffer', 2]],
      callers: [['a', { served: 7, compared: 1 }]],
    };
    await run(location, [
      `delete from kysely_migration where name = 'usage-004-evidence'`,
      'create table cutover_evidence (resource text, epoch text, counts text)',
      `insert into cutover_evidence values ('offer', 'e1', '${JSON.stringify([day, day])}')`,
    ]);
    const { counters, close } = await openWholeStore(storeAt(location));
    const registry = new EvidenceRegistry(() => 20_001 * DAY);
    const resources = [{ name: 'offer', operations: [], epoch: 'e1' }];
    await registry.openEpochs(resources, { readAtRest: (work) => work(counters.sums, () => []) }, () => 0);
    expect(registry.evidenceOf('offer')).toMatchObject({
      since: 20_000 * DAY,
      compared: 0,
      v1: { requests: 6, errors: 0, latency: new Map([[8, 6]]) },
      v2: { requests: 8, errors: 2, latency: new Map([[8, 8]]) },
      attempted: new Map([['readOffer', 18]]),
      tooCostly: new Map([['readOffer', 4]]),
      callers: new Map([['a', { served: 14, compared: 0 }]]),
    });
    await close();
  });
});

describeStores('a store whose tables a process of this version has changed', (newStore) => {
  it('still takes the heartbeats of a process of an earlier version', async () => {
    const location = await newStore();
    await (await openWholeStore(storeAt(location))).close();
    await run(location, [
      `delete from kysely_migration where name = 'store-007-member-alarms'`,
      'alter table member drop column alarms',
    ]);
    const { members, close } = await openWholeStore(storeAt(location));
    const [now, obeys] = [Date.now(), 4];
    const columns = 'id, name, obeys, secret, serves, started_at, beat_at';
    await run(location, [
      `insert into member (${columns}) values ('old', 'host 1', ${obeys}, 's', 1, ${now}, ${now})
        on conflict (id) do update set obeys = excluded.obeys, beat_at = excluded.beat_at`,
    ]);
    expect((await members.list(now)).members).toMatchObject([{ id: 'old', obeys, serves: true, alarms: [] }]);
    await close();
  });
});

describe('a store with usage by days', () => {
  const folder = temporaryFolder();
  it('is not copied before its migration, because its usage would be missing', async () => {
    const from = await formerStore(folder.path('former.db'));
    await run(from, ['drop table document']);
    const copied = copyStore({ at: from, name: 'former' }, { at: folder.path('new.db'), name: 'new' }, 1);
    await expect(copied).rejects.toThrow('former: an older version wrote it');
  });
});

const keptSample = {
  id: 's',
  at: 7,
  resource: 'account',
  operation: 'getAccount',
  raw: [],
  v1: { status: 200, body: '' },
  v2: { status: 200, body: '' },
};
/** Statements that give a store the tables that version 0.1.0 had in place of documents. */
const manyTables = [
  'drop table document',
  `delete from kysely_migration where name = 'store-006-documents'`,
  'create table cutover_probe (id integer primary key, probes integer not null)',
  'insert into cutover_probe values (1, 1)',
  'create table cutover_label (caller text primary key, name text not null)',
  `insert into cutover_label values ('a', 'shop'), ('b', 'bot')`,
  'create table comparison_outcome (operation text, outcome text, count bigint)',
  `insert into comparison_outcome values ('getAccount', 'compared', 3), ('getAccount', 'too_costly', 1)`,
  'create table comparison_sample (id text primary key, at bigint, sample text)',
  `insert into comparison_sample values ('s', 7, '${JSON.stringify(keptSample)}')`,
  'create table member_lease (name text primary key, holder text, token bigint, until bigint)',
  `insert into member_lease values ('doer', 'gone', 4, 0)`,
];

const outcomes = new Map([['getAccount', new Map(Object.entries({ compared: 3, too_costly: 1 }))]]);
const names = new Map(Object.entries({ a: 'shop', b: 'bot' }));

describeStores('the small tables of an earlier version', (newStore) => {
  it('become documents, with the names, samples, outcomes and the token of the leader', async () => {
    const location = await newStore();
    await (await openWholeStore(storeAt(location))).close();
    await run(location, manyTables);
    const { cutover, comparison, members, close } = await openWholeStore(storeAt(location));
    expect(await cutover.labels()).toEqual(names);
    expect(await comparison.ended()).toEqual(outcomes);
    expect(await comparison.sample('s')).toEqual(keptSample);
    const me = { id: 'own', name: 'host 1', secret: 's', serves: true, obeys: 0, acts: true, alarms: [] };
    expect((await members.beat(me, 1)).lease).toEqual({ holder: 'own', token: 5 });
    await expect(run(location, ['select * from cutover_label'])).rejects.toThrow(/cutover_label/);
    await close();
  });

  it('are read without a change, as by a command beside a running gateway of that version', async () => {
    const location = await newStore();
    await (await openWholeStore(storeAt(location))).close();
    await run(location, manyTables);
    const { cutover, comparison, close } = await readWholeStore(storeAt(location));
    expect(await cutover.labels()).toEqual(names);
    expect([await comparison.ended(), await comparison.sample('s')]).toEqual([outcomes, keptSample]);
    await close();
    await run(location, ['select * from cutover_label']);
  });
});

describe('the small tables of an earlier version that a gateway still writes, on a PostgreSQL server', () => {
  const server = postgresServer();
  it('are taken over with what it writes until they are gone', async () => {
    const url = await server.database();
    await (await openWholeStore(placeOf(url))).close();
    await run(url, manyTables);
    const [writer, observer] = [new Client(url), new Client(url)];
    await Promise.all([writer.connect(), observer.connect()]);
    await writer.query(`begin; insert into cutover_label values ('late', 'desk')`);
    const opening = openWholeStore(placeOf(url));
    const isWaiting = async (): Promise<boolean> => {
      const query = `select 1 from pg_locks where not granted and relation = 'cutover_label'::regclass`;
      return (await observer.query(query)).rows.length > 0;
    };
    while (!(await isWaiting())) await pause(5);
    await writer.query('commit');
    const { cutover, close } = await opening;
    expect(await cutover.labels()).toEqual(new Map([...names, ['late', 'desk']]));
    await Promise.all([close(), writer.end(), observer.end()]);
  });
});
