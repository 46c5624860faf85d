import { join } from 'node:path';
import { createClosers } from '../../../src/runtime/closers.js';
import { keepEvidence } from '../../../src/runtime/stores/keepRounds.js';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import type { SeenPair } from '../../../src/comparison/keep/observation.js';
import { createAlarms } from '../../../src/cutover/alarms.js';
import { verifyChain } from '../../../src/cutover/stages/stageEvent.js';
import { createMemoryIndex, noMarks } from '../../../src/gateway/lookup/indexStore.js';
import { createSturdyIndex } from '../../../src/gateway/lookup/lookups.js';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { fakeClock } from '../../gateway/support/fakeClock.ts';
import type { SmallDisk } from '../../support/smallDisk.ts';

const MAX_WRITES = 5_000;

const closers = createClosers((error) => {
  throw error;
});

async function openIndex(file: string) {
  const { index, close } = await openWholeStore(file);
  closers.add(close);
  return index;
}

/** An index that meets a full disk while it is filled, and has room again later. */
export async function indexStory({ path, fill, free }: SmallDisk) {
  const file = join(path, 'index.db');
  const clock = fakeClock();
  const reported: string[] = [];
  const index = createSturdyIndex({
    store: await openIndex(file),
    memory: () => createMemoryIndex(10_000),
    clock,
    changed: (health) => reported.push(health.ok ? 'recovered' : health.reason),
  });
  const keyOf = (id: string): string => id.padEnd(64, '.');
  const remember = (pass: number, page: number): Promise<boolean> => {
    const ids = Array.from({ length: 50 }, (_, at) => `${page}-${at}`);
    const entries = ids.map((id) => ({ id, key: keyOf(id), preferred: true, changed: null }));
    return index.remember(
      'p',
      { number: pass, nextPage: 2, total: null, beganAt: 1, marks: noMarks },
      entries,
    );
  };
  const finds = async (id: string) => (await index.find('p', keyOf(id))).candidates.length;

  await index.begin('p', 1, 1);
  fill();
  for (let page = 0; page < MAX_WRITES && reported.length === 0; page += 1) await remember(1, page);
  await index.begin('p', 1, 1);
  await remember(1, 7);
  clock.advance(15_000); // the file is tried, and still full
  const meanwhile = await finds('7-1');
  free();
  clock.advance(15_000);
  await index.begin('p', 2, 2);
  await remember(2, 9);
  await closers.closeAll();
  const repeatedStoredIndex = await openIndex(file);
  const keptCount = (await repeatedStoredIndex.find('p', keyOf('9-1'))).candidates.length;
  await closers.closeAll();
  return { reported, meanwhile, kept: keptCount };
}

/** A cutover at stage v2 that meets a full disk, is killed then, and has room again later. */
export async function cutoverStory({ path, fill, free }: SmallDisk) {
  const file = join(path, 'cutover.db');
  const { cutover: store, close } = await openWholeStore(file);
  const cutover = await openTestCutover({ store });
  await cutover.moveTo({ kind: 'v2' });
  const ask = (change: Parameters<typeof cutover.change>[0]['change']) =>
    cutover.change({ resource: 'offer', change, actor: 'ada', reason: 'x'.repeat(1_000) });
  fill();
  let acknowledged = 1;
  const pinTo = (side: 'v1' | 'v2') => ask({ kind: 'pin', caller: 'aaaaaaaaaaaa', side });
  while (acknowledged < MAX_WRITES && (await pinTo(acknowledged % 2 === 0 ? 'v1' : 'v2')).ok)
    acknowledged += 1;
  await cutover.tick();
  await cutover.tick();
  const meanwhile = cutover.decide('offer', 'a');
  await cutover.ambiguous({
    ...({ side: 'v2', problem: 'upstreamTimeout' } as const),
    id: 'r-1',
    resource: 'offer',
    operation: 'o',
    target: 'PATCH /v1/offers/1',
    caller: 'a',
  });
  const killed = await ask({ kind: 'kill' });
  free();
  await cutover.tick();
  const { ok: healthy } = cutover.health();
  await close();

  const reopenedStore = await openWholeStore(file);
  const events = await reopenedStore.cutover.events();
  const writes = (await reopenedStore.cutover.writes()).map(({ id }) => id);
  await reopenedStore.close();
  const reported = cutover.notices.map(({ kind }) => kind).filter((kind) => /degraded|recovered/.test(kind));
  const last = events.at(-1)?.change.kind;
  const lost = acknowledged + 1 - events.length;
  return { reported, meanwhile, killed, healthy, last, lost, whole: verifyChain(events).ok, writes };
}

/** A comparison that meets a full disk while evidence comes in, and has room again later. */
export async function comparisonStory({ path, fill, free }: SmallDisk) {
  const file = join(path, 'comparison.db');
  const bounds = { pairs: 1_000_000, age: 1e15 };
  const { comparison: store, close } = await openWholeStore(file, bounds);
  const clock = fakeClock();
  const reported: string[] = [];
  const waiting: SeenPair[] = [];
  let seenCount = 0;
  const flush = async (): Promise<void> => {
    for (let more = 0; more < 50; more += 1) {
      seenCount += 1;
      waiting.push({
        id: `${seenCount}`,
        at: 1,
        epoch: 'e',
        resource: 'account',
        operation: 'getAccount',
        caller: '',
        request: 'r'.repeat(200),
        signature: 's',
        outcome: 'compared',
        differences: [],
      });
    }
    await store.save({ observed: waiting, samples: [], ended: new Map() }, 2);
    waiting.length = 0;
  };
  const alarms = createAlarms(clock.now, ({ kind }) => reported.push(kind));
  keepEvidence({ flush, store, alarms, clock }, closers);
  const round = async (): Promise<void> => {
    clock.advance(5_000);
    while (clock.pending() === 0) await new Promise(setImmediate);
  };
  fill();
  for (let rounds = 0; rounds < MAX_WRITES && reported.length === 0; rounds += 1) await round();
  await round();
  const meanwhile = alarms.current().length === 0;
  free();
  await round();
  const healthy = alarms.current().length === 0;
  await closers.closeAll();
  await close();
  const reopenedStore = await openWholeStore(file, bounds);
  const lost = seenCount - (await reopenedStore.comparison.observed(['e'])).length;
  await reopenedStore.close();
  return { reported, meanwhile, healthy, lost };
}
