import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createCounters } from '../../src/cutover/counters.js';
import { chainEntry } from '../../src/cutover/stages/stageEvent.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { readWholeStore } from '../../src/store/copyStore.js';
import { connectServer } from '../../src/store/postgresServer.js';
import { openMember, toV2 } from '../cutover/support/openMember.ts';
import { realClock } from '../support/realClock.ts';
import { describeIndexStore } from '../gateway/support/indexStoreContract.ts';
import { describeSharedScans } from '../gateway/support/sharedScans.ts';
import { PASSWORD, placeOf, postgresServer } from './support/postgres.ts';
import { entry, firstStageEvent, write } from './support/records.ts';
import { waitUntil } from '../support/waitUntil.ts';

const server = postgresServer();
const newPlace = async () => placeOf(await server.database());

describe('the index of logins on a PostgreSQL server', () => {
  const opened: { close: () => Promise<void> }[] = [];
  afterEach(() => Promise.all(opened.splice(0).map(({ close }) => close())));
  const create = async () => {
    const store = await openWholeStore(await newPlace());
    opened.push(store);
    return store.index;
  };
  describeIndexStore(create);
  describeSharedScans(create);
});

describe('the store on a PostgreSQL server', () => {
  it('lets nobody change or remove an event', async () => {
    const url = await server.database();
    const { cutover, close } = await openWholeStore(placeOf(url));
    await cutover.append(firstStageEvent);
    for (const statement of [
      `update cutover_event set reason = ''`,
      'delete from cutover_event',
      'truncate cutover_event',
    ])
      await expect(server.run(url, statement)).rejects.toThrow('append-only');
    await close();
  });

  it('is readable by others while a gateway uses it', async () => {
    const serverPlace = await newPlace();
    const { cutover, close } = await openWholeStore(serverPlace);
    await cutover.append(firstStageEvent);
    expect(await (await readWholeStore(serverPlace)).cutover.events()).toEqual([firstStageEvent]);
    await close();
  });

  it('is shared by gateways: they obey one log, and each counts the requests of all', async () => {
    const serverPlace = await newPlace();
    const [firstStore, nextMember] = [
      await openMember(serverPlace, realClock),
      await openMember(serverPlace, realClock),
    ];
    const outcomes = await Promise.all([
      firstStore.ask(toV2),
      nextMember.ask({ kind: 'hold' }, 'account'),
      firstStore.ask({ kind: 'kill' }, 'account'),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => ({ ok: true, kept: true })));
    expect([firstStore, nextMember].map(({ decide }) => decide('offer', 'abc').side)).toEqual(['v2', 'v2']);
    expect(await nextMember.verify()).toEqual({ ok: true, events: 3 });
    const served = {
      resource: 'account',
      operation: 'read',
      caller: 'a0',
      side: 'v1',
      because: 'stage',
    } as const;
    for (const member of [firstStore, nextMember])
      member.served({ ...served, failed: false, signature: '200', milliseconds: 5 });
    const counted = () =>
      [firstStore, nextMember].map(
        ({ overview }) => overview().find(({ resource }) => resource === 'account')?.evidence,
      );
    await waitUntil(() => counted().every((evidence) => evidence?.v1.requests === 2));
    for (const { tick } of [firstStore, nextMember]) await tick();
    const third = await openMember(serverPlace, realClock);
    const seenOverview = third.overview().find(({ resource }) => resource === 'account');
    expect(seenOverview?.evidence.v1.requests).toBe(2);
    for (const member of [firstStore, nextMember, third]) await member.close();
  });

  it('fails while the server is down, and has all records after its restart', async () => {
    const { cutover, comparison, close } = await openWholeStore(await newPlace());
    await cutover.append(firstStageEvent);
    await server.stop();
    await expect(cutover.check()).rejects.toThrow();
    const second = chainEntry(firstStageEvent, entry);
    await expect(cutover.append(second)).rejects.toThrow();
    await expect(cutover.renew({ events: [firstStageEvent, second], writes: [write] })).rejects.toThrow(
      'ECONNREFUSED',
    );
    await server.start();
    await expect(comparison.save({ observed: [], samples: [], ended: new Map() }, 1)).rejects.toThrow();
    await cutover.renew({ events: [firstStageEvent, second], writes: [write] });
    await comparison.renew();
    await comparison.save({ observed: [], samples: [], ended: new Map() }, 1);
    await expect(cutover.check()).resolves.toBeUndefined();
    expect(await cutover.events()).toEqual([firstStageEvent, second]);
    expect(await cutover.writes()).toEqual([write]);
    await close();
  });

  it('lets a process that has no counts of its own read those of others after its restart', async () => {
    const { cutover, counters: store, close } = await openWholeStore(await newPlace());
    const counters = createCounters({ store, now: Date.now, onHealthChanged: () => undefined });
    await counters.save();
    await server.stop();
    await server.start();
    await cutover.renew({ events: [], writes: [] });
    const readCounts = () => counters.sums({ from: 0, to: 1 }, ['caller']);
    await expect(readCounts()).rejects.toThrow('opened anew');
    expect(await readCounts()).toEqual([]);
    await close();
  });

  it('takes notices again after its restart', async () => {
    const { cutover, notices, close } = await openWholeStore(await newPlace());
    await server.stop();
    await server.start();
    await cutover.renew({ events: [], writes: [] });
    const changes = { holder: 'one', added: [], ended: [], isLast: false };
    expect(await notices.exchange('webhook', changes, Date.now())).toEqual([]);
    await close();
  });

  it('has a member again after the restart of the server', async () => {
    const member = await openMember(await newPlace(), realClock);
    await server.stop();
    await waitUntil(() => member.standing('offer').degraded);
    await server.start();
    await member.tick();
    await waitUntil(() => !member.standing('offer').degraded);
    expect(await member.ask(toV2)).toEqual({ ok: true, kept: true });
    expect(member.members()).toMatchObject([{ id: member.id, live: true, leads: true }]);
    await member.close();
  });

  it('survives a stop of the server between two statements of a transaction', async () => {
    const { pool, close } = await connectServer(await newPlace());
    const client = await pool.connect();
    await client.query('begin', []);
    await server.stop();
    await expect(client.query('commit', [])).rejects.toThrow();
    client.release();
    await server.start();
    const next = await pool.connect();
    expect(await next.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] });
    next.release();
    await close();
  });

  it('refuses the tables of a newer version', async () => {
    const url = await server.database();
    await (await openWholeStore(placeOf(url))).close();
    await server.run(url, `insert into kysely_migration values ('store-900-later', '2030-01-01')`);
    await expect(openWholeStore(placeOf(url))).rejects.toThrow('written by a newer version');
  });
});

describe('an unusable PostgreSQL server', () => {
  const faultOf = async (url: string) => {
    const error: unknown = await connectServer(placeOf(url)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const { message, code } = error as Error & { code: string };
    expect(message).not.toContain(PASSWORD);
    return `${code} ${message.replaceAll(/:\d+\b/g, ':PORT')}`;
  };

  it('is reported with the reason, and no password', async () => {
    const url = await server.database();
    expect(await faultOf(url.replace('a-password', 'another'))).toBe(
      '28P01 127.0.0.1:PORT: password authentication failed for user "postgres"',
    );
    expect(await faultOf(url.replace(/\/d\w+$/, '/missing'))).toBe(
      '3D000 127.0.0.1:PORT: database "missing" does not exist',
    );
    expect(await faultOf(url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'))).toBe(
      'ECONNREFUSED 127.0.0.1:PORT: connect ECONNREFUSED 127.0.0.1:PORT',
    );
    expect(await faultOf(`${url}?sslmode=verify-full`)).toMatch('does not support SSL');
    await server.run(url, `alter database ${url.split('/').at(-1)} set default_transaction_read_only = on`);
    expect(await faultOf(url)).toBe('25006 127.0.0.1:PORT: it is a replica, or read-only');
  });

  it('fails at the end of the connection timeout if it is silent, which its address may set', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const connect = (query: string) =>
      connectServer({ shown: '', urls: [`postgres://postgres@127.0.0.1:${port}/name${query}`] }).catch(
        (thrown: unknown) => `${query} ${String(thrown).replace(String(port), 'PORT')}`,
      );
    const both = [connect(''), connect('?connect_timeout=1')];
    expect(await Promise.race(both)).toBe('?connect_timeout=1 Error: 127.0.0.1:PORT: timeout expired');
    expect(await both[0]).toBe(' Error: 127.0.0.1:PORT: timeout expired');
    silent.close();
  });

  it('is replaced by the next host of the address', async () => {
    const url = await server.database();
    const opened = await openWholeStore(placeOf(url.replace('@', '@127.0.0.1:1,')));
    await expect(opened.cutover.check()).resolves.toBeUndefined();
    await opened.close();
  });
});
