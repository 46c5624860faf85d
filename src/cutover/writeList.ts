import { LRUCache } from 'lru-cache';
import { createWaitingEntries, type Journal, createSharedRounds } from '../contract/journal';
import type { AmbiguousWrite, CutoverStore, ListedWrite } from './cutoverStore';
import type { Notice } from './notices';

type Kept = Pick<CutoverStore, 'writes' | 'addWrites' | 'noteFound' | 'closeWrite'>;

/** Maximum number of closed writes in memory, which restore a lost file; the oldest are dropped first. */
const MAX_CLOSED = 1_000;

function createHeldWrites() {
  const open = new Map<string, AmbiguousWrite>();
  const closed = new LRUCache<string, AmbiguousWrite>({ max: MAX_CLOSED });
  return {
    writeOf: (id: string): AmbiguousWrite | undefined => open.get(id) ?? closed.get(id),
    keepWrite: (write: AmbiguousWrite): void => {
      const [to, from] = write.closed === undefined ? [open, closed] : [closed, open];
      from.delete(write.id);
      to.set(write.id, write);
    },
    listWrites: (): readonly AmbiguousWrite[] => [...open.values(), ...closed.values()],
  };
}

/** Creates the list of ambiguous writes. A write that the store refuses waits in memory until it can be stored. */
export function createWriteList(store: Kept, onFailed: (error: unknown) => void) {
  const waitingWrites = createWaitingEntries<AmbiguousWrite>({ keyOf: ({ id }) => id });
  const heldWrites = createHeldWrites();

  const changeWrite = (id: string, members: Partial<AmbiguousWrite>): void => {
    const write = waitingWrites.get(id) ?? heldWrites.writeOf(id);
    if (write === undefined) return;
    const changed = { ...write, ...members };
    heldWrites.keepWrite(changed);
    if (waitingWrites.get(id) !== undefined) waitingWrites.add(changed);
  };

  const flush = createSharedRounds(() => waitingWrites.drain(store.addWrites));
  return {
    /** Reads the writes of all processes from the store. Rejects if it fails. */
    readWrites: async (): Promise<void> => {
      for (const write of await store.writes()) {
        // What waits, or was closed here meanwhile, is later than what was read.
        const isLater =
          waitingWrites.get(write.id) !== undefined || heldWrites.writeOf(write.id)?.closed !== undefined;
        if (!isLater) heldWrites.keepWrite(write);
      }
    },
    addToList: async (writes: readonly AmbiguousWrite[]): Promise<void> => {
      for (const write of writes) {
        waitingWrites.add(write);
        heldWrites.keepWrite(write);
      }
      await flush().catch(onFailed);
    },
    noteFound: async (id: string, finding: string): Promise<void> => {
      changeWrite(id, { found: finding });
      if (waitingWrites.get(id) === undefined) await store.noteFound(id, finding).then(undefined, onFailed);
    },
    /** Closes a write. Resolves to false for an unknown write. Rejects if the store fails for a stored one. */
    closeListed: async (id: string, closed: NonNullable<AmbiguousWrite['closed']>): Promise<boolean> => {
      const isThere = waitingWrites.get(id) !== undefined || (await store.closeWrite(id, closed));
      if (isThere) changeWrite(id, { closed });
      return isThere;
    },
    /** Stores all waiting writes. Rejects if the store fails. */
    flush,
    /** Returns all writes in memory, for a store that has lost them. */
    all: heldWrites.listWrites,
    /** Returns the list, including writes not stored yet. Rejects if the store fails. */
    listWithWaiting: async (): Promise<readonly AmbiguousWrite[]> => {
      const unwritten = waitingWrites.all();
      const byId = [...(await store.writes()), ...unwritten].map((write) => [write.id, write] as const);
      return [...new Map(byId).values()];
    },
  };
}

/** Write that was running when its process ended, with the instant (clock ms) at which it was sent. */
export type LeftWrite = ListedWrite & Pick<AmbiguousWrite, 'at'>;

/** Words the notices of writes that were running when a process ended: one for each resource, which names the first. */
function noticesOfLeftWrites(writes: readonly ListedWrite[], now: number): readonly Notice[] {
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

interface WritingParts {
  readonly list: ReturnType<typeof createWriteList>;
  readonly journal: Pick<Journal, 'health'>;
  readonly notify: (notice: Notice) => void;
  readonly now: () => number;
}

/** Returns the functions of a cutover that concern the list of ambiguous writes. */
export function createWriteCommands({ list, notify, journal, now }: WritingParts) {
  return {
    /** Adds an ambiguous write to the list. Resolves once it is stored or the store has failed. */
    ambiguous: async ({
      executed = false,
      ...write
    }: ListedWrite & { readonly executed?: boolean }): Promise<void> => {
      const { id, target, problem, side, resource } = write;
      const knowledge = executed ? 'was executed, without its answer,' : 'may have been executed';
      const text = `${target} ${knowledge} by ${side} (${problem}, request ${id})`;
      notify({ kind: 'ambiguousWrite', resource, id, at: now(), text });
      const finding = executed ? 'executed' : undefined;
      await list.addToList([{ ...write, at: now(), found: finding, closed: undefined }]);
    },
    /** Adds the unexecuted parts of a write to the list, all in one transaction. */
    undone: (writes: readonly ListedWrite[]): Promise<void> =>
      list.addToList(
        writes.map((write) => ({ ...write, at: now(), found: 'not executed', closed: undefined })),
      ),
    /**
     * Adds writes that were running when a process ended, all in one transaction, with one notice for each resource.
     * Resolves to those that were not listed before, and whether they are stored. Rejects if the store fails.
     */
    leftBehind: async (writes: readonly LeftWrite[]) => {
      const knownIds = new Set((await list.listWithWaiting()).map(({ id }) => id));
      const added: readonly LeftWrite[] = writes.filter(({ id }) => !knownIds.has(id));
      for (const notice of noticesOfLeftWrites(added, now())) notify(notice);
      await list.addToList(added.map((write) => ({ ...write, found: undefined, closed: undefined })));
      return { added, isKept: journal.health().ok };
    },
    noteFound: list.noteFound,
    writes: list.listWithWaiting,
    /** Closes an open write of the list. Resolves to false for an unknown write. */
    closeWrite: (id: string, by: string, note: string) => list.closeListed(id, { at: now(), by, note }),
  };
}
