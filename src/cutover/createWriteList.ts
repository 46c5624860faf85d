import type { AmbiguousWrite } from './ambiguousWrite';
import type { CutoverStore } from './cutoverStore';

type Kept = Pick<CutoverStore, 'writes' | 'addWrite' | 'noteFound' | 'closeWrite'>;

/** Puts ambiguous writes on the list; one that the store refuses waits in memory until it can be written. */
export function createWriteList(store: Kept, failed: (error: unknown) => void) {
  const waiting = new Map<string, AmbiguousWrite>();
  const all = new Map<string, AmbiguousWrite>();

  const change = (id: string, members: Partial<AmbiguousWrite>): void => {
    for (const writes of [waiting, all]) {
      const write = writes.get(id);
      if (write !== undefined) writes.set(id, { ...write, ...members });
    }
  };

  const flush = async (): Promise<void> => {
    for (const write of [...waiting.values()]) {
      await store.addWrite(write);
      if (write.found !== undefined) await store.noteFound(write.id, write.found);
      waiting.delete(write.id);
    }
  };
  return {
    /** Goes on from what the store holds. Rejects when it fails. */
    open: async (): Promise<void> => {
      for (const write of await store.writes()) all.set(write.id, write);
    },
    add: async (write: AmbiguousWrite): Promise<void> => {
      waiting.set(write.id, write);
      all.set(write.id, write);
      await flush().catch(failed);
    },
    noteFound: async (id: string, found: string): Promise<void> => {
      change(id, { found });
      if (!waiting.has(id)) await store.noteFound(id, found).then(undefined, failed);
    },
    /** False when there is no such write. Rejects when the store fails. */
    close: async (id: string, closed: NonNullable<AmbiguousWrite['closed']>): Promise<boolean> => {
      const isThere = await store.closeWrite(id, closed);
      if (isThere) change(id, { closed });
      return isThere;
    },
    /** Rejects when the store fails. */
    flush,
    /** Every write, also those that wait. */
    all: (): readonly AmbiguousWrite[] => [...all.values()],
    waiting: (): readonly AmbiguousWrite[] => [...waiting.values()],
  };
}
