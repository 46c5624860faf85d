import { type WholeStore, openWholeStore } from '../../src/store/wholeStore';
import { createUsageRegistry } from '../../src/usage/usageRegistry';
import type { UsageRow } from '../../src/usage/usageRow';
import { memoryUsageStore, type UsageStore } from '../../src/usage/usageStore';
import { temporaryFolder } from '../support/temporaryFolder';

const DAY = 86_400_000;
const TODAY = 20_000;

const row = (more: Partial<UsageRow> = {}): UsageRow => ({
  ...{ day: TODAY, caller: '0123456789ab', program: 'bot', resource: 'account', operation: 'getAccount' },
  ...{ requests: 2, errors: 1, byV1: 0, byV2: 2, refused: 0, bodies: 0, latest: TODAY * DAY + 5 },
  traits: { 'byLogin login': 2 },
  ...more,
});

const folder = temporaryFolder();
const opened: WholeStore[] = [];

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

async function fileStore(): Promise<UsageStore> {
  const store = await openWholeStore(folder.path('usage.db'));
  opened.push(store);
  return store.usage;
}

async function registryOver(store: UsageStore, today = TODAY) {
  const health: boolean[] = [];
  const parts = { store, now: () => today * DAY, changed: ({ ok }: { ok: boolean }) => void health.push(ok) };
  const registry = createUsageRegistry(parts);
  await registry.open();
  return { registry, health };
}

const all = { from: 0, to: TODAY + 1_000 };

describe.each([
  ['in memory', () => Promise.resolve(memoryUsageStore())],
  ['in a file', fileStore],
])('the usage kept %s', (_place, open) => {
  it('adds up what was counted for one place, and shows what is not stored yet', async () => {
    const { registry } = await registryOver(await open());
    registry.add([row()]);
    await registry.tick();
    registry.add([row({ day: TODAY - 1, latest: 1 }), row({ operation: 'updateAccount', traits: {} })]);
    const sum = { requests: 4, errors: 2, byV2: 4, latest: TODAY * DAY + 5 };
    const traits = [{ trait: 'byLogin', field: 'login', requests: 4, latestDay: TODAY }];
    const expected = [
      expect.objectContaining({ operation: 'getAccount', ...sum, traits }),
      expect.objectContaining({ operation: 'updateAccount', requests: 2, traits: [] }),
    ];
    expect(await registry.lines(all)).toEqual(expected);
    await registry.tick();
    expect(await registry.lines(all)).toEqual(expected);
    expect(await registry.days(all)).toEqual([
      { day: TODAY - 1, requests: 2, errors: 1, byV1: 0, byV2: 2, refused: 0, onV1Paths: 2 },
      { day: TODAY, requests: 4, errors: 2, byV1: 0, byV2: 4, refused: 0, onV1Paths: 4 },
    ]);
    expect(await registry.lines({ ...all, caller: 'ffffffffffff' })).toEqual([]);
  });

  it('keeps four hundred days', async () => {
    const store = await open();
    const { registry } = await registryOver(store);
    registry.add([row({ day: TODAY - 400 }), row({ day: TODAY - 399 })]);
    await registry.tick();
    expect((await store.days(all)).map(({ day }) => day)).toEqual([TODAY - 399]);
  });

  it('drops the oldest days when there are too many rows', async () => {
    const store = await open();
    await store.add([row({ day: 1 }), row({ day: 2 }), row({ day: 3 })]);
    await store.prune(0, 2);
    expect((await store.days(all)).map(({ day }) => day)).toEqual([2, 3]);
  });

  it('bounds the programs of a key over restarts', async () => {
    const store = await open();
    const first = await registryOver(store);
    first.registry.add(Array.from({ length: 200 }, (_, at) => row({ program: `bot${at}` })));
    await first.registry.tick();
    const { registry } = await registryOver(store);
    registry.add([row({ program: 'one more' }), row({ program: 'bot7' })]);
    const lines = await registry.lines(all);
    expect(lines).toHaveLength(201);
    expect(lines.find(({ program }) => program === '(others)')?.requests).toBe(2);
    expect(lines.find(({ program }) => program === 'bot7')?.requests).toBe(4);
  });
});

describe('the registry of usage', () => {
  it('counts refused keys by themselves only where they were clients before', async () => {
    const { registry } = await registryOver(memoryUsageStore());
    registry.add([row({ caller: '?0123456789ab' }), row(), row({ caller: '?ffffffffffff' })]);
    expect((await registry.lines(all)).map(({ caller, requests }) => [caller, requests])).toEqual([
      ['0123456789ab', 4],
      ['(unknown key)', 2],
    ]);
  });

  it('loses and doubles nothing while the store fails, and says so', async () => {
    const kept = memoryUsageStore();
    let fails = true;
    const add: UsageStore['add'] = (rows) => (fails ? Promise.reject(new Error('full')) : kept.add(rows));
    const { registry, health } = await registryOver({ ...kept, add });
    registry.add([row()]);
    await registry.tick();
    registry.add([row()]);
    await registry.tick();
    fails = false;
    await registry.tick();
    await registry.tick();
    expect(health).toEqual([false, true]);
    expect((await kept.lines(all)).map(({ requests }) => requests)).toEqual([4]);
  });
});
