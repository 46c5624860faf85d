import type { StoredIndex } from '../../../src/gateway/lookup/indexStore.js';

type Call = (...values: never[]) => Promise<unknown>;

/** The same index, each call of which is made by `use`, or refused. */
export const indexThrough = (
  index: StoredIndex,
  use: (name: keyof StoredIndex, call: () => Promise<unknown>) => Promise<unknown>,
): StoredIndex =>
  new Proxy(index, {
    get: (store, name: keyof StoredIndex) => {
      // A promise asks whatever it is resolved with for `then`.
      if (!(name in store)) return undefined;
      return (...values: never[]) => use(name, () => (store[name] as Call)(...values));
    },
  });
