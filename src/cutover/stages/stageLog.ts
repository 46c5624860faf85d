import { createTurns, createWaitingEntries } from '../../contract/journal';
import type { CutoverStore } from '../cutoverStore';
import type { Lease } from '../members/memberStore';
import { ALL, chainEntry, type StageEntry, type StageEvent } from './stageEvent';
import { type CutoverState, foldEvent } from './stageState';

/**
 * Result of a change: `stored`; `waits` for a failing store; `overtaken` and not made, because another process has
 * changed the resource since the decision.
 */
export type WriteResult = 'stored' | 'waits' | 'overtaken';

interface Pending {
  readonly entry: StageEntry;
  /** Right of the gateway to make the change for all processes. It is absent for a person's change. */
  readonly lease: Lease | undefined;
}

/** Log of stage changes in a process, with the states in force and the entries to be stored. */
export type StageLog = ReturnType<typeof createStageLog>;

/** Creates the folded states of the stored events, and of these with the waiting entries on top. */
function createStates(firstCutoverState: CutoverState) {
  const states = new Map<string, CutoverState>();
  const inForce = new Map<string, CutoverState>();
  return {
    stateOf: (resource: string): CutoverState => inForce.get(resource) ?? firstCutoverState,
    storeEvent: (event: StageEvent): void => {
      states.set(event.resource, foldEvent(states.get(event.resource) ?? firstCutoverState, event));
    },
    applyPending: (resource: string, pending: readonly Pending[]): void => {
      const its = pending.filter(({ entry }) => entry.resource === resource);
      inForce.set(
        resource,
        its.reduce((state, { entry }) => foldEvent(state, entry), states.get(resource) ?? firstCutoverState),
      );
    },
  };
}

/**
 * Creates the writer that stores entries one after the other, each chained to the last event, which may be of another
 * process.
 */
function createWriter(
  store: Pick<CutoverStore, 'append' | 'events'>,
  events: StageEvent[],
  states: ReturnType<typeof createStates>,
) {
  const unwritten = createWaitingEntries<Pending>();
  const addEvent = (event: StageEvent): void => {
    // An entry may have been stored although its storing has failed.
    const mine = unwritten.all().filter(({ entry }) => chainEntry(events.at(-1), entry).hash === event.hash);
    unwritten.stored(mine);
    events.push(event);
    states.storeEvent(event);
    states.applyPending(event.resource, unwritten.all());
  };
  const followStore = async (): Promise<readonly StageEvent[]> => {
    const added = (await store.events(events.length)).filter(({ seq }) => seq > events.length);
    added.forEach(addEvent);
    return added;
  };
  /** Stores an entry, with `isOvertaking` despite the changes of others. Rejects if the store fails. */
  const storeEntry = async ({ entry, lease }: Pending, isOvertaking: boolean): Promise<WriteResult> => {
    for (;;) {
      const event = chainEntry(events.at(-1), entry);
      const appended = await store.append(event, lease);
      if (appended === 'overtaken') return 'overtaken';
      if (appended === 'stored') {
        addEvent(event);
        return 'stored';
      }
      const othersEvents = await followStore();
      if (othersEvents.some(({ hash }) => hash === event.hash)) return 'stored';
      if (othersEvents.length === 0) throw new Error('the log does not take an event after its last');
      if (!isOvertaking && othersEvents.some(({ resource }) => [entry.resource, ALL].includes(resource)))
        return 'overtaken';
    }
  };
  return {
    followStore,
    write: (pending: Pending) => storeEntry(pending, false),
    isPending: (pending: Pending): boolean => unwritten.all().includes(pending),
    apply: (pending: Pending): void => {
      unwritten.add(pending);
      states.applyPending(pending.entry.resource, unwritten.all());
    },
    /** Stores pending entries, all or those up to one. Resolves to the last result. Rejects if the store fails. */
    drain: async (upTo?: Pending): Promise<WriteResult> => {
      let writeResult: WriteResult = 'stored';
      for (let [pending] = unwritten.all(); pending !== undefined; [pending] = unwritten.all()) {
        // A safer change by a person is made despite the changes of others.
        writeResult = await storeEntry(pending, pending.lease === undefined);
        unwritten.stored([pending]);
        states.applyPending(pending.entry.resource, unwritten.all());
        if (pending === upTo) break;
      }
      return writeResult;
    },
  };
}

/** Creates an empty log, which `follow` fills from the store. */
export function createStageLog(
  store: Pick<CutoverStore, 'append' | 'events'>,
  firstCutoverState: CutoverState,
) {
  const events: StageEvent[] = [];
  const states = createStates(firstCutoverState);
  const { followStore, write, isPending, apply, drain } = createWriter(store, events, states);
  const inTurn = createTurns();
  /** The check of the store reports the reason for a failure. */
  const reportFailure = (work: () => Promise<WriteResult>): Promise<WriteResult> =>
    inTurn(() => work().catch((): WriteResult => 'waits'));
  return {
    state: states.stateOf,
    events: (): readonly StageEvent[] => events,
    /** Stores all pending entries. Returns false if some are left. */
    flush: async (): Promise<boolean> => (await reportFailure(drain)) !== 'waits',
    /** Puts the store's newer events in force. Resolves to the number of the last event. Rejects if the store fails. */
    follow: (): Promise<number> =>
      inTurn(async () => {
        await followStore();
        return events.length;
      }),
    /** Calls `work` with all stored events, while none is added. Rejects if `work` does. */
    withoutAdding: (work: (stored: readonly StageEvent[]) => Promise<void>): Promise<void> =>
      inTurn(() => work(events)),
    /** Stores an entry, then puts it in force. Nothing changes unless it is stored. */
    writeThenApply: (entry: StageEntry, lease?: Lease): Promise<WriteResult> =>
      reportFailure(async () => {
        await drain();
        return write({ entry, lease });
      }),
    /** Puts an entry in force at once, because it makes things safer, and stores it. */
    applyThenWrite: (entry: StageEntry, lease?: Lease): Promise<WriteResult> => {
      const pending = { entry, lease };
      apply(pending);
      return reportFailure(async () => {
        if (!isPending(pending)) return 'stored';
        return drain(pending);
      });
    },
  };
}
