import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Sample } from '../../src/comparison/keep/keptSample.js';
import { isServerUrl } from '../../src/config/storePlace.js';
import { LISTED_MS } from '../../src/cutover/members/memberStore.js';
import { chainEntry, verifyChain } from '../../src/cutover/stages/stageEvent.js';
import { inspectStore } from '../../src/store/sqliteStore.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { sourceProgram } from '../support/builtProgram.ts';
import { realClock } from '../support/realClock.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { describeStores, storeAt } from './support/places.ts';
import { entry, firstStageEvent, observed, write } from './support/records.ts';

/** Runs a program on a store, kills it after so many lines, and returns the number in its last one. */
async function killedAfter(lines: number, program: string, store: string): Promise<number> {
  const words = [...sourceProgram(program), store];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const endedPromise = once(child, 'exit');
  let acknowledged = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line);
    if (acknowledged === lines) child.kill('SIGKILL');
  }
  await endedPromise;
  return acknowledged;
}

const BATCH = 20;
const sample = (id: string, at: number): Sample => ({
  id,
  at,
  resource: 'account',
  operation: 'getAccount',
  raw: [],
  v1: { status: 200, body: '' },
  v2: { status: 200, body: '' },
});
const bounds = { pairs: 3, age: 100 };
const me = { id: 'a', name: 'host 1', secret: 's', serves: true, obeys: 0, acts: true, alarms: [] };

describeStores('a store', (newStore) => {
  it('returns events and ambiguous writes as they were stored', async () => {
    const at = storeAt(await newStore());
    const { cutover: store, close } = await openWholeStore(at);
    await store.append(firstStageEvent);
    await store.append(
      chainEntry(firstStageEvent, { ...entry, change: { kind: 'move', to: { kind: 'canary', percent: 5 } } }),
    );
    await store.addWrites([write, { ...write, id: 'r-0', problem: 'upstreamFailed' }]);
    await store.addWrites([write, write]);
    await close();

    const reopenedStore = await openWholeStore(at);
    expect(verifyChain(await reopenedStore.cutover.events())).toEqual({ ok: true, events: 2 });
    expect(await reopenedStore.cutover.noteFound('r-1', 'as written')).toBe(true);
    const closed = { at: 9, by: 'ada', note: 'seen in the shop' };
    expect([
      await reopenedStore.cutover.closeWrite('r-1', closed),
      await reopenedStore.cutover.closeWrite('r-2', closed),
    ]).toEqual([true, false]);
    expect(await reopenedStore.cutover.writes()).toEqual([
      { ...write, id: 'r-0', problem: 'upstreamFailed' },
      { ...write, found: 'as written', closed },
    ]);
    await expect(reopenedStore.cutover.check()).resolves.toBeUndefined();
    await reopenedStore.close();
  });

  it('returns the names of callers', async () => {
    const at = storeAt(await newStore());
    const { cutover: store, close } = await openWholeStore(at);
    for (const [caller, name] of [['a', 'shop'], ['b', 'bot'], ['a', 'main'], ['b']] as const)
      await store.saveLabel(caller, name);
    await close();
    const reopenedStore = await openWholeStore(at);
    expect(await reopenedStore.cutover.labels()).toEqual(new Map([['a', 'main']]));
    await reopenedStore.close();
  });

  it('stores all of many writes, even beyond one statement, or none of them', async () => {
    const { cutover: store, close } = await openWholeStore(storeAt(await newStore()));
    const named = Array.from({ length: 1_001 }, (_, number) => ({ ...write, id: `r-${number}` }));
    const unfit = { ...write, id: 'unfit', at: Number.NaN };
    await expect(store.addWrites([...named, unfit])).rejects.toThrow(/NOT NULL|invalid input/);
    expect(await store.writes()).toEqual([]);
    await store.addWrites(named);
    expect(await store.writes()).toHaveLength(1_001);
    await close();
  });

  it('loses no acknowledged event, whenever the process is killed', async () => {
    const name = await newStore();
    const acknowledged = await killedAfter(40, 'test/store/support/appendForever.ts', name);
    const { cutover: store, close } = await openWholeStore(storeAt(name));
    const events = await store.events();
    expect(events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(verifyChain(events)).toMatchObject({ ok: true });
    await close();
  });

  it('keeps counts, observations of an epoch and samples over a restart, for its owner only', async () => {
    const name = await newStore();
    const at = storeAt(name);
    const firstOwnStore = await openWholeStore(at, bounds);
    const ended = new Map([['getAccount', new Map([['compared', 2] as const, ['queue_full', 5] as const])]]);
    const [old, late] = [observed('a', 1, 'e1'), observed('b', 2, 'e2')];
    await firstOwnStore.comparison.save({ observed: [old, late], samples: [sample('a', 1)], ended }, 10);
    await firstOwnStore.close();
    const second = await openWholeStore(at, bounds);
    expect(await second.comparison.ended()).toEqual(ended);
    expect(await second.comparison.observed(['e1'])).toEqual([old]);
    expect(await second.comparison.latest()).toEqual([late]);
    expect(await second.comparison.sample('a')).toEqual(sample('a', 1));
    expect(await second.comparison.sample('b')).toBeUndefined();
    await second.close();
    if (at === name) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  it('deletes observations and samples that are too old, and the oldest of too many', async () => {
    const { comparison: store, close } = await openWholeStore(storeAt(await newStore()), bounds);
    const many = [1, 50, 60, 70, 80].map((at) => observed(String(at), at, 'e1'));
    await store.save({ observed: many, samples: [sample('old', 1)], ended: new Map() }, 120);
    expect((await store.observed(['e1'])).map(({ id }) => id)).toEqual(['60', '70', '80']);
    expect(await store.sample('old')).toBeUndefined();
    await store.save({ observed: [], samples: [], ended: new Map() }, 175);
    expect((await store.observed(['e1'])).map(({ id }) => id)).toEqual(['80']);
    await close();
  });

  it('deletes the oldest of too many samples, and no name, outcome or lease beside them', async () => {
    const { comparison: store, cutover, members, close } = await openWholeStore(storeAt(await newStore()));
    const { lease } = await members.beat(me, 0);
    await cutover.saveLabel('s0', 'shop');
    const ended = new Map([['getAccount', new Map([['compared', 2] as const])]]);
    const samples = Array.from({ length: 501 }, (_, at) => sample(`s${at}`, at));
    await store.save({ observed: [], samples, ended }, 1);
    expect([await store.sample('s0'), (await store.sample('s1'))?.at]).toEqual([undefined, 1]);
    expect(await cutover.labels()).toEqual(new Map([['s0', 'shop']]));
    expect(await store.ended()).toEqual(ended);
    expect((await members.beat(me, 1)).lease).toEqual(lease);
    await close();
  });

  it('stores more observations in one batch than fit in one statement', async () => {
    const many = { pairs: 5_000, age: 100 };
    const { comparison: store, close } = await openWholeStore(storeAt(await newStore()), many);
    const all = Array.from({ length: 1_200 }, (_, id) => observed(String(id), 1, 'e1'));
    await store.save({ observed: all, samples: [], ended: new Map() }, 2);
    expect(await store.observed(['e1'])).toHaveLength(1_200);
    await close();
  });

  it('loses at most the running batch of a killed process, has no partial batch, and is intact', async () => {
    const name = await newStore();
    const acknowledged = await killedAfter(15, 'test/support/fillComparison.ts', name);
    if (!isServerUrl(name)) expect(inspectStore(name)).toBe('ok');
    const { comparison, close } = await openWholeStore(storeAt(name), { pairs: 1_000_000, age: 1e9 });
    const { length } = await comparison.observed(['e']);
    const counted = (await comparison.ended()).get('getAccount')?.get('compared') ?? 0;
    await close();
    expect(acknowledged).toBeGreaterThanOrEqual(15);
    expect(length).toBeGreaterThanOrEqual(acknowledged * BATCH);
    expect(length).toBeLessThanOrEqual((acknowledged + 1) * BATCH);
    expect(length % BATCH).toBe(0);
    expect(counted).toBe(length);
  });

  it('tells its members when one of them has written', async () => {
    const place = storeAt(await newStore());
    const [ownStore, nextOwnStore] = [await openWholeStore(place), await openWholeStore(place)];
    let stop = (): void => undefined;
    const heard = new Promise<void>((resolve) => {
      stop = nextOwnStore.members.watch(resolve, { clock: realClock, isNeeded: () => true });
    });
    await ownStore.members.beat(me, 0);
    await ownStore.members.leave('a');
    await heard;
    stop();
    for (const { close } of [ownStore, nextOwnStore]) await close();
  });

  it('lists its members until they have been silent for a minute', async () => {
    const name = await newStore();
    const { members, close } = await openWholeStore(storeAt(name));
    const { now } = await members.beat(me, 1_000);
    const listed = async (at: number) => (await members.list(at)).members.map(({ id }) => id);
    expect(await listed(now)).toEqual(['a']);
    // A server has a clock of its own.
    if (!isServerUrl(name)) {
      expect(await listed(now + LISTED_MS - 1)).toEqual(['a']);
      expect(await listed(now + LISTED_MS)).toEqual([]);
    }
    await close();
  });
});

describe('the file of a store', () => {
  const folder = temporaryFolder();
  it('refuses to change or remove an event of its log, and detects a change made elsewhere', async () => {
    const path = folder.path('cutover.db');
    const { cutover: store, close } = await openWholeStore(path);
    await store.append(firstStageEvent);
    await close();
    const database = new DatabaseSync(path);
    expect(() => database.exec(`update cutover_event set actor = 'eve'`)).toThrow('append-only');
    expect(() => database.exec('delete from cutover_event')).toThrow('append-only');
    database.exec('drop trigger cutover_event_no_update');
    database.exec(`update cutover_event set actor = 'eve'`);
    database.close();
    const reopenedStore = await openWholeStore(path);
    expect(verifyChain(await reopenedStore.cutover.events())).toMatchObject({ ok: false, seq: 1 });
    await reopenedStore.close();
  });
});
