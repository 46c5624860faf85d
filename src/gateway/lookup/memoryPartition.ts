import type { Found, IndexCount, IndexEntry, PartitionState } from './indexStore';

/** One caller's offers in memory. */
export interface MemoryPartition {
  readonly state: () => PartitionState;
  readonly move: (state: PartitionState) => void;
  readonly find: (key: string) => Found;
  /** Keeps an entry, unless a later state of that offer is known; seen it is either way. */
  readonly put: (entry: IndexEntry, pass: number) => void;
  readonly drop: (id: string) => void;
  /** Drops what no pass from this one on has seen. */
  readonly dropBefore: (pass: number) => void;
  readonly count: () => IndexCount;
}

const isEarlier = ({ changed: one }: IndexEntry, { changed: other }: IndexEntry): boolean =>
  one !== null && other !== null && one < other;

/** An empty partition. */
export function createMemoryPartition(initial: PartitionState): MemoryPartition {
  const offers = new Map<string, { readonly entry: IndexEntry; readonly pass: number }>();
  const idsByKey = new Map<IndexEntry['key'], Set<string>>();
  let state = initial;

  const drop = (id: string) => {
    const known = offers.get(id);
    if (known === undefined) return;
    const { key } = known.entry;
    const ids = idsByKey.get(key);
    offers.delete(id);
    ids?.delete(id);
    if (ids?.size === 0) idsByKey.delete(key);
  };
  return {
    state: () => state,
    move: (next) => {
      state = next;
    },
    find: (key) => ({
      candidates: [...(idsByKey.get(key) ?? [])].flatMap((id) => offers.get(id)?.entry ?? []),
      complete: state.completeAt !== null,
    }),
    put: (seen, pass) => {
      const known = offers.get(seen.id)?.entry;
      const entry = known !== undefined && isEarlier(seen, known) ? known : seen;
      drop(entry.id);
      offers.set(entry.id, { entry, pass });
      idsByKey.set(entry.key, (idsByKey.get(entry.key) ?? new Set()).add(entry.id));
    },
    drop,
    dropBefore: (pass) => {
      for (const [id, offer] of offers) if (offer.pass < pass) drop(id);
    },
    count: () => {
      const unkeyed = idsByKey.get(null)?.size ?? 0;
      const logins = idsByKey.size - (unkeyed === 0 ? 0 : 1);
      return { offers: offers.size, unkeyed, duplicates: offers.size - unkeyed - logins };
    },
  };
}
