import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { openWholeStore } from '../../src/store/wholeStore';
import { chainEntry, verifyChain } from '../../src/cutover/stages/stageEvent';
import { sourceProgram } from '../support/builtProgram';
import { temporaryFolder } from '../support/temporaryFolder';
import { describeStores, storeAt } from './support/places';
import { entry, write } from './support/records';

const folder = temporaryFolder();
const path = () => folder.path('cutover.db');

describeStores('the log of stages', (newStore) => {
  it('returns events and ambiguous writes as they were stored', async () => {
    const at = storeAt(await newStore());
    const { cutover: store, close } = await openWholeStore(at);
    const firstStageEvent = chainEntry(undefined, entry);
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
    await store.saveLabel('a', 'shop');
    await store.saveLabel('b', 'bot');
    await store.saveLabel('a', 'main');
    await store.saveLabel('b', undefined);
    await close();
    const reopenedStore = await openWholeStore(at);
    expect(await reopenedStore.cutover.labels()).toEqual(new Map([['a', 'main']]));
    await reopenedStore.close();
  });

  it('stores all of many writes, even beyond one statement, or none of them', async () => {
    const at = storeAt(await newStore());
    const { cutover: store, close } = await openWholeStore(at);
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
    const program = sourceProgram('test/store/support/appendForever.ts');
    const child = spawn(process.execPath, [...program, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === 40) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const { cutover: store, close } = await openWholeStore(storeAt(name));
    const events = await store.events();
    expect(events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(verifyChain(events)).toMatchObject({ ok: true });
    await close();
  });
});

describe('the file of stages', () => {
  it('refuses to change or remove an event of its log, and detects a change made elsewhere', async () => {
    const { cutover: store, close } = await openWholeStore(path());
    await store.append(chainEntry(undefined, entry));
    await close();
    const database = new DatabaseSync(path());
    expect(() => database.exec(`update cutover_event set actor = 'eve'`)).toThrow('append-only');
    expect(() => database.exec('delete from cutover_event')).toThrow('append-only');
    database.exec('drop trigger cutover_event_no_update');
    database.exec(`update cutover_event set actor = 'eve'`);
    database.close();
    const reopenedStore = await openWholeStore(path());
    expect(verifyChain(await reopenedStore.cutover.events())).toMatchObject({ ok: false, seq: 1 });
    await reopenedStore.close();
  });
});
