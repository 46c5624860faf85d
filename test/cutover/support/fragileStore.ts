import { openMemoryStore } from '../../../src/store/wholeStore.js';

type Work = (...values: never[]) => Promise<unknown>;

/** Creates a store whose writes and counts fail while `broken` is true; its content stays readable through `sound`. */
export async function fragileStore() {
  const { cutover: sound, counters: soundCounters } = await openMemoryStore();
  const failing = { broken: false };
  const guarded = <Store extends object>(store: Store, ...names: readonly (keyof Store)[]): Store => {
    const works = names.map((name) => {
      const work = store[name] as Work;
      const guard: Work = (...values) =>
        failing.broken ? Promise.reject(new Error('disk gone')) : work(...values);
      return [name, guard];
    });
    return { ...store, ...(Object.fromEntries(works) as Partial<Store>) };
  };
  return {
    store: guarded(sound, 'append', 'addWrites', 'noteFound', 'closeWrite', 'check'),
    counters: guarded(soundCounters, 'add', 'sums', 'prune', 'trim'),
    sound,
    failing,
  };
}
