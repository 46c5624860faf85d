import { isJsonObject, type Json } from '../../contract/json';
import type { Operation } from '../../mapping/operation';
import type { Caller } from '../keys/keys';
import type { Index } from './createIndex';
import { entryOf } from './entryOf';

/** Tells the indexes of a resource what a write has made of one of its items. */
export type Learn = (operation: Operation, caller: Caller, body: Json) => Promise<void>;

/**
 * Keeps what was written, so that a new login is found at once, though a complete index has answered that it does not
 * exist. A list that was never read has nothing to be corrected: it will be read whole.
 */
export const createLearn =
  ({ store, names }: Pick<Index, 'store' | 'names'>): Learn =>
  async ({ indexes = [] }, caller, body) => {
    const data = isJsonObject(body) ? (body['data'] ?? null) : null;
    for (const index of indexes) {
      const item = index.read(data);
      const partition = names.partition(index, caller.key);
      const state = await store.state(partition);
      if (item === undefined || state === undefined) continue;
      await store.remember(partition, state, [entryOf(item, partition, names)]);
    }
  };
