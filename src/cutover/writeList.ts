import { LRUCache } from 'lru-cache';
import { createWaiting, shareRounds } from '../contract/journal';
import { queueNews } from './stages/memberNews';
import type { AmbiguousWrite, CutoverStore, ListedWrite } from './cutoverStore';
import type { Notice } from './notices';

type Kept = Pick<CutoverStore, 'writes' | 'addWrites' | 'noteFound' | 'closeWrite'>;

/** Maximum number of closed writes in memory, which restore a lost file; the oldest are dropped first. */
const MOST_CLOSED = 1_000;

function createHeld() {
  const open = new Map<string, AmbiguousWrite>();
  const closed = new LRUCache<string, AmbiguousWrite>({ max: MOST_CLOSED });
  return {
    of: (id: string): AmbiguousWrite | undefined => open.get(id) ?? closed.get(id),
    keep: (write: AmbiguousWrite): void => {
      const [to, from] = write.closed === undefined ? [open, closed] : [closed, open];
      from.delete(write.id);
      to.set(write.id, write);
    },
    all: (): readonly AmbiguousWrite[] => [...open.values(), ...closed.values()],
  };
}

/** Words the notices of writes that were running when a process ended: one for each resource, which names the first. */
export function leftNotices(writes: readonly ListedWrite[], now: number): readonly Notice[] {
  const resources = new Set(writes.map(({ resource }) => resource));
  return [...resources].flatMap((resource) => {
    const [firstLeftWrite, ...more] = writes.filter((write) => write.resource === resource);
    if (firstLeftWrite === undefined) return [];
    const { id, target, side } = firstLeftWrite;
    const othersText = more.length === 0 ? '' : `, and ${more.length} more`;
    const text = `${target} may have been executed by ${side} (processEnded, request ${id})${othersText}`;
    return [{ kind: 'ambiguousWrite' as const, resource, id, at: now, text }];
  });
}

/** Creates the list of ambiguous writes; a write that the store refuses waits in memory until it can be stored. */
export function createWriteList(store: Kept, failed: (error: unknown) => void) {
  const waiting = createWaiting<AmbiguousWrite>({ keyOf: ({ id }) => id });
  const heldWrites = createHeld();
  const changes = queueNews<AmbiguousWrite>((write) => {
    // The changes of two processes may arrive in any order; a closed write stays closed.
    if (write.closed !== undefined || heldWrites.of(write.id)?.closed === undefined) heldWrites.keep(write);
  });

  const change = (id: string, members: Partial<AmbiguousWrite>): void => {
    const write = waiting.get(id) ?? heldWrites.of(id);
    if (write === undefined) return;
    const changed = { ...write, ...members };
    heldWrites.keep(changed);
    changes.add(changed);
    if (waiting.get(id) !== undefined) waiting.add(changed);
  };

  const flush = shareRounds(() => waiting.drain(store.addWrites));
  return {
    /** Loads the list from the store. Rejects if it fails. */
    open: async (): Promise<void> => {
      for (const write of await store.writes()) heldWrites.keep(write);
    },
    add: async (writes: readonly AmbiguousWrite[]): Promise<void> => {
      for (const write of writes) {
        waiting.add(write);
        heldWrites.keep(write);
        changes.add(write);
      }
      await flush().catch(failed);
    },
    noteFound: async (id: string, finding: string): Promise<void> => {
      change(id, { found: finding });
      if (waiting.get(id) === undefined) await store.noteFound(id, finding).then(undefined, failed);
    },
    /**
     * Closes a write; resolves to false for an unknown write. Rejects if a stored write cannot be closed because the
     * store fails.
     */
    close: async (id: string, closed: NonNullable<AmbiguousWrite['closed']>): Promise<boolean> => {
      const isThere = waiting.get(id) !== undefined || (await store.closeWrite(id, closed));
      if (isThere) change(id, { closed });
      return isThere;
    },
    /** Stores all waiting writes. Rejects if the store fails. */
    flush,
    /** Added and changed writes. */
    news: changes.part,
    /** Returns all writes in memory, for a store that has lost them. */
    all: heldWrites.all,
    /** Returns the list, including writes not stored yet. Rejects if the store fails. */
    writes: async (): Promise<readonly AmbiguousWrite[]> => {
      const unwritten = waiting.all();
      const byId = [...(await store.writes()), ...unwritten].map((write) => [write.id, write] as const);
      return [...new Map(byId).values()];
    },
  };
}
