import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import type { Found, IndexEntry, IndexStore } from './indexStore';
import { isHit } from './isHit';

/** Logins whose offers are kept at hand. */
const MAXIMUM = 10_000;

/**
 * Puts a bounded cache in front of an index, so that a hit reads nothing from the store. It may be `freshMs` behind
 * what other instances write there: a lookup verifies every hit upstream anyway.
 */
export function createCachedIndex(store: IndexStore, clock: Clock, freshMs: number): IndexStore {
  const hits = new LRUCache<string, Found>({
    max: MAXIMUM,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  });
  const place = (partition: string, key: string) => `${partition} ${key}`;
  const drop = (partition: string, { key }: Pick<IndexEntry, 'key'>) => {
    if (key !== null) hits.delete(place(partition, key));
  };
  return {
    ...store,
    find: async (partition, key) => {
      const known = hits.get(place(partition, key));
      if (known !== undefined) return known;
      const found = await store.find(partition, key);
      if (isHit(found)) hits.set(place(partition, key), found);
      return found;
    },
    remember: async (partition, pass, entries) => {
      const kept = await store.remember(partition, pass, entries);
      for (const entry of entries) drop(partition, entry);
      return kept;
    },
    finish: async (partition, pass, at) => {
      await store.finish(partition, pass, at);
      hits.clear();
    },
    note: async (partition, entries) => {
      await store.note(partition, entries);
      for (const entry of entries) drop(partition, entry);
    },
    correct: async (partition, before, shown) => {
      await store.correct(partition, before, shown);
      for (const entry of [before, shown ?? before]) drop(partition, entry);
    },
  };
}
