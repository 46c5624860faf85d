import { LRUCache } from 'lru-cache';
import { farther, type IndexStore, noMarks } from './indexStore';
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
      const partition = partitions.get(name);
      const { completeAt, known } = partition?.state() ?? { completeAt: null, known: noMarks };
      const begun = { number: pass, nextPage: 1, total: null, beganAt: at, marks: noMarks };
      const state = { ...begun, completeAt, known };
      if (partition === undefined) partitions.set(name, createMemoryPartition(state));
      else partition.move(state);
      return done;
    },
    remember: (name, pass, entries) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass.number) return Promise.resolve(false);
      for (const entry of entries) partition.put(entry, pass.number);
      partition.move({ ...partition.state(), ...pass });
      measure(name, partition);
      return Promise.resolve(true);
    },
    finish: (name, pass, at) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass) return done;
      partition.dropBefore(pass);
      const { marks, known, completeAt, ...state } = partition.state();
      const reached = completeAt === null ? marks : farther(known, marks);
      partition.move({ ...state, marks, nextPage: null, completeAt: at, known: reached });
      measure(name, partition);
      return done;
    },
    note: (name, entries) => {
      const partition = partitions.get(name);
      if (partition === undefined) return done;
      for (const entry of entries) partition.put(entry, partition.state().number);
      measure(name, partition);
      return done;
    },
    correct: (name, { id }, shown) => {
      const partition = partitions.get(name);
      if (shown === undefined) partition?.drop(id);
      else partition?.put(shown, partition.state().number);
      return done;
    },
    advance: (name, marks) => {
      const partition = partitions.get(name);
      const state = partition?.state();
      if (state !== undefined) partition?.move({ ...state, known: farther(state.known, marks) });
      return done;
    },
    count: (name) =>
      Promise.resolve(partitions.get(name)?.count() ?? { offers: 0, unkeyed: 0, duplicates: 0 }),
  };
}
