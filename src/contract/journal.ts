/** Health of a store: reliable, or failing since an instant (clock ms). */
export type Health =
  | { readonly ok: true }
  | { readonly ok: false; readonly since: number; readonly reason: string };

/** Returns the message of what was thrown. */
function reasonOf(thrown: unknown): string {
  const message =
    typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined;
  return typeof message === 'string' ? message : String(thrown);
}

/** Steps of one round; each rejects when the store fails. */
interface Round {
  /** Checks a store that seems reliable. */
  readonly check?: () => Promise<void>;
  /** Opens a failing store again. */
  readonly renew: () => Promise<void>;
  /** Writes all waiting entries. */
  readonly save?: () => Promise<void>;
}

/** Writes behind a store that may fail: an entry that cannot be written waits in memory, and each round tries again. */
export interface Journal {
  readonly health: () => Health;
  /** Notes a failure. Only the first one counts until the store has recovered. */
  readonly onError: (error: unknown) => void;
  /** Passes on what a store gives. After its failure the next round renews it, even if no entry waits. */
  readonly noteFailureOf: <Value>(given: Promise<Value>) => Promise<Value>;
  /** Checks the store, renews it if it fails, and writes the waiting entries. Never rejects. */
  readonly attend: (round: Round) => Promise<void>;
}

/** Creates a journal. `changed` is called when the store begins to fail and when it has recovered. */
export function createJournal(now: () => number, reportHealth: (health: Health) => void): Journal {
  let health: Health = { ok: true };
  const noteFailure = (error: unknown): void => {
    if (!health.ok) return;
    health = { ok: false, since: now(), reason: reasonOf(error) };
    reportHealth(health);
  };
  return {
    health: () => health,
    onError: noteFailure,
    noteFailureOf: (given) =>
      given.catch((error: unknown) => {
        noteFailure(error);
        throw error;
      }),
    attend: async ({ check, renew, save }) => {
      try {
        await check?.().catch(noteFailure);
        if (!health.ok) await renew();
        await save?.();
      } catch (error) {
        noteFailure(error);
        return;
      }
      if (health.ok) return;
      health = { ok: true };
      reportHealth(health);
    },
  };
}

/** Waiting entries in their order, until the store has them. */
export interface WaitingEntries<Entry> {
  readonly get: (key: unknown) => Entry | undefined;
  readonly all: () => readonly Entry[];
  /** Adds an entry. It takes the place of a waiting one with the same key. */
  readonly add: (entry: Entry) => void;
  /** Removes entries that the store has. Keeps an entry that was replaced meanwhile. */
  readonly stored: (entries: readonly Entry[]) => void;
  /** Stores all entries, including those added meanwhile. Rejects when the store fails. The rest then waits. */
  readonly drain: (store: (entries: readonly Entry[]) => Promise<void>, atOnce?: number) => Promise<void>;
}

/** Creates an empty list of waiting entries. Drops the oldest beyond `most`. By default each entry is its own key. */
export function createWaitingEntries<Entry>({
  keyOf = (entry) => entry,
  most = Infinity,
}: { readonly keyOf?: (entry: Entry) => unknown; readonly most?: number } = {}): WaitingEntries<Entry> {
  const entries = new Map<unknown, Entry>();
  const removeStored = (batch: readonly Entry[]): void => {
    for (const entry of batch) if (entries.get(keyOf(entry)) === entry) entries.delete(keyOf(entry));
  };
  return {
    get: (key) => entries.get(key),
    all: () => [...entries.values()],
    add: (entry) => {
      entries.set(keyOf(entry), entry);
      if (entries.size > most) entries.delete(entries.keys().next().value);
    },
    stored: removeStored,
    drain: async (store, atOnce = Infinity) => {
      while (entries.size > 0) {
        const batch = [...entries.values()].slice(0, atOnce);
        await store(batch);
        removeStored(batch);
      }
    },
  };
}

/** Does one piece of work at a time, in the order of the calls, even after a failed one. */
export function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Creates the function that does work one call at a time. Calls during one share the next, as one transaction. */
export function createSharedRounds(work: () => Promise<void>): () => Promise<void> {
  const inTurn = createTurns();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= inTurn(() => {
      next = undefined;
      return work();
    }));
}
