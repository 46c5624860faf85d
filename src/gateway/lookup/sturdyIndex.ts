import type { IndexStore } from './indexStore';

/**
 * Serves an index from memory from the first failure of its store on: the gateway works without its store, and says
 * so. It stays there until the next start, so that an index is never half here and half there.
 */
export function createSturdyIndex(
  store: IndexStore,
  memory: IndexStore,
  failed: (error: unknown) => void,
): IndexStore {
  let current = store;
  const attempt = async <Value>(operation: (index: IndexStore) => Promise<Value>): Promise<Value> => {
    const used = current;
    try {
      return await operation(used);
    } catch (error) {
      if (used === memory) throw error;
      if (current === store) failed(error);
      current = memory;
      return operation(memory);
    }
  };
  return {
    find: (...given) => attempt((index) => index.find(...given)),
    state: (...given) => attempt((index) => index.state(...given)),
    begin: (...given) => attempt((index) => index.begin(...given)),
    remember: (...given) => attempt((index) => index.remember(...given)),
    finish: (...given) => attempt((index) => index.finish(...given)),
    amend: (...given) => attempt((index) => index.amend(...given)),
    forget: (...given) => attempt((index) => index.forget(...given)),
    count: (...given) => attempt((index) => index.count(...given)),
  };
}
