import type { AmbiguousWrite } from './ambiguousWrite';
import type { CutoverStore } from './cutoverStore';

type Kept = Pick<CutoverStore, 'addWrite' | 'noteFound'>;

/** Puts ambiguous writes on the list; one that the store refuses waits in memory until it can be written. */
export function createWriteList(store: Kept, failed: (error: unknown) => void) {
  const waiting = new Map<string, AmbiguousWrite>();

  const flush = async (): Promise<void> => {
    for (const write of [...waiting.values()]) {
      await store.addWrite(write);
      if (write.found !== undefined) await store.noteFound(write.id, write.found);
      waiting.delete(write.id);
    }
  };
  return {
    add: async (write: AmbiguousWrite): Promise<void> => {
      waiting.set(write.id, write);
      await flush().catch(failed);
    },
    noteFound: async (id: string, found: string): Promise<void> => {
      const write = waiting.get(id);
      if (write !== undefined) waiting.set(id, { ...write, found });
      else await store.noteFound(id, found).then(undefined, failed);
    },
    /** Rejects when the store fails. */
    flush,
    waiting: (): readonly AmbiguousWrite[] => [...waiting.values()],
  };
}
