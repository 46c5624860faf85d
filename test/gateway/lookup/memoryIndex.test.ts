import { createMemoryIndex } from '../../../src/gateway/lookup/indexStore.js';
import { describeIndexStore } from '../support/indexStoreContract.ts';

describe('an index in memory', () => {
  describeIndexStore(() => Promise.resolve(createMemoryIndex(100)));

  it('drops the least recently used partition if it holds too many offers', async () => {
    const store = createMemoryIndex(6);
    const pass = { number: 1, nextPage: 2, total: 2, beganAt: 0, marks: { id: null, changed: null } };
    const fill = async (partition: string, count: number) => {
      await store.begin(partition, 1, 0);
      const entries = Array.from({ length: count }, (_, id) => ({
        id: String(id),
        key: 'k',
        preferred: true,
        changed: null,
      }));
      return store.remember(partition, pass, entries);
    };
    expect([await fill('a', 2), await fill('b', 2)]).toEqual([true, true]);
    await store.find('a', 'k');
    await fill('c', 3);
    expect(await store.state('b')).toBeUndefined();
    expect((await store.find('a', 'k')).candidates).toHaveLength(2);
    expect(await store.remember('b', pass, [])).toBe(false);
  });
});
