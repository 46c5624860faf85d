import { LRUCache } from 'lru-cache';
import type { IndexStore } from './indexStore';
import { createMemoryPartition, type MemoryPartition } from './memoryPartition';

const done = Promise.resolve();

/**
 * An index in memory, lost with the process. Holds at most `maximumOffers` offers over all partitions; beyond that
 * the partition that was used least recently is dropped whole, and read anew when it is asked again.
 */
export function createMemoryIndex(maximumOffers: number): IndexStore {
  const partitions = new LRUCache<string, MemoryPartition>({
    maxSize: maximumOffers,
    sizeCalculation: (partition) => Math.max(partition.count().offers, 1),
  });
  // The cache measures only what it has not seen before.
  const measure = (name: string, partition: MemoryPartition) => partitions.set(name, { ...partition });
  return {
    find: (name, key) =>
      Promise.resolve(partitions.get(name)?.find(key) ?? { candidates: [], complete: false }),
    state: (name) => Promise.resolve(partitions.get(name)?.state()),
    begin: (name, pass, at) => {
      const known = partitions.get(name);
      const completeAt = known?.state().completeAt ?? null;
      const state = { number: pass, nextPage: 1, total: null, beganAt: at, completeAt };
      if (known === undefined) partitions.set(name, createMemoryPartition(state));
      else known.move(state);
      return done;
    },
    remember: (name, pass, entries) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass.number) return Promise.resolve(false);
      for (const entry of entries) partition.put(entry, pass.number);
      partition.move({ ...pass, completeAt: partition.state().completeAt });
      measure(name, partition);
      return Promise.resolve(true);
    },
    finish: (name, pass, at) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass) return done;
      partition.dropBefore(pass);
      partition.move({ ...partition.state(), nextPage: null, completeAt: at });
      measure(name, partition);
      return done;
    },
    amend: (name, entry) => {
      const partition = partitions.get(name);
      if (partition?.get(entry.id) !== undefined) partition.put(entry, partition.state().number);
      return done;
    },
    forget: (name, { id, key }) => {
      const partition = partitions.get(name);
      if (partition === undefined || partition.get(id)?.key !== key) return done;
      partition.drop(id);
      partition.move({ ...partition.state(), nextPage: null, completeAt: null });
      return done;
    },
    count: (name) =>
      Promise.resolve(partitions.get(name)?.count() ?? { offers: 0, unkeyed: 0, duplicates: 0 }),
  };
}
