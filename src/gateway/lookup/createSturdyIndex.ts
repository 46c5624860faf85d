import type { Clock } from '../clock';
import type { IndexStore, KeptIndexStore } from './indexStore';

/** How long (ms) a store that has failed is left alone before it is tried again. */
const REST = 15_000;

export interface SturdyParts {
  readonly store: KeptIndexStore;
  /** Makes an empty index for as long as the store is away. */
  readonly memory: () => IndexStore;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
  readonly recovered: () => void;
}

/**
 * Serves an index from memory while its store fails, and tries the store again every now and then: the gateway works
 * without its store, and says so. An index is never half here and half there: memory begins empty, and the store,
 * which has missed what memory has seen, is read anew when it is back.
 */
export function createSturdyIndex({ memory, clock, failed, recovered, ...parts }: SturdyParts): IndexStore {
  let { store } = parts;
  let stand: IndexStore | undefined;
  let restUntil = 0;

  const standIn = (error: unknown): IndexStore => {
    restUntil = clock.steady() + REST;
    if (stand === undefined) failed(error);
    return (stand ??= memory());
  };
  const tryAgain = async (): Promise<void> => {
    if (stand === undefined || clock.steady() < restUntil) return;
    restUntil = clock.steady() + REST; // whoever comes meanwhile does not try too
    try {
      // Seconds of the epoch: no pass has had this number, so none that began elsewhere goes on here.
      store = await store.renew(Math.floor(clock.now() / 1000));
    } catch {
      return;
    }
    stand = undefined;
    recovered();
  };
  const attempt = async <Value>(operation: (index: IndexStore) => Promise<Value>): Promise<Value> => {
    await tryAgain();
    if (stand !== undefined) return operation(stand);
    try {
      return await operation(store);
    } catch (error) {
      return operation(standIn(error));
    }
  };
  return {
    find: (...given) => attempt((index) => index.find(...given)),
    state: (...given) => attempt((index) => index.state(...given)),
    begin: (...given) => attempt((index) => index.begin(...given)),
    remember: (...given) => attempt((index) => index.remember(...given)),
    finish: (...given) => attempt((index) => index.finish(...given)),
    note: (...given) => attempt((index) => index.note(...given)),
    correct: (...given) => attempt((index) => index.correct(...given)),
    advance: (...given) => attempt((index) => index.advance(...given)),
    count: (...given) => attempt((index) => index.count(...given)),
  };
}
