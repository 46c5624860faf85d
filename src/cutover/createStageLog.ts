import { chainEntry } from './chainEntry';
import type { CutoverState } from './cutoverState';
import type { CutoverStore } from './cutoverStore';
import { foldEvent } from './foldEvent';
import { foldEvents } from './foldEvents';
import type { Entry, StageEvent } from './stageEvent';

/** The log of one process: what is in force, and what of it is still to be written down. */
export interface StageLog {
  readonly state: (resource: string) => CutoverState;
  /** Written first and in force then; false, and nothing has changed, when it cannot be written. */
  readonly writeThenApply: (entry: Entry) => Promise<boolean>;
  /** In force at once, because it makes things safer; false when it could not be written yet. */
  readonly applyThenWrite: (entry: Entry) => Promise<boolean>;
  /** Writes what is still to be written; false when something is left. */
  readonly flush: () => Promise<boolean>;
  /** Does something with all lines that are written while none is added. Rejects with it. */
  readonly between: (work: (events: readonly StageEvent[]) => Promise<void>) => Promise<void>;
  readonly events: () => readonly StageEvent[];
}

/** Goes on from the lines that a store holds. Lines are written one after the other, each bound to the one before. */
export function createStageLog(
  store: Pick<CutoverStore, 'append'>,
  kept: readonly StageEvent[],
  first: CutoverState,
): StageLog {
  const events = [...kept];
  const states = foldEvents(kept, first);
  const unwritten: Entry[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  const state: StageLog['state'] = (resource) => states.get(resource) ?? first;
  const apply = (entry: Entry): void => {
    states.set(entry.resource, foldEvent(state(entry.resource), entry));
  };
  const write = async (entry: Entry): Promise<void> => {
    const event = chainEntry(events.at(-1), entry);
    await store.append(event);
    events.push(event);
  };
  const flush = async (): Promise<boolean> => {
    try {
      for (let next = unwritten[0]; next !== undefined; next = unwritten[0]) {
        await write(next);
        unwritten.shift();
      }
      return true;
    } catch {
      return false; // the watch over the store says why
    }
  };
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const writeOne = async (entry: Entry): Promise<boolean> => {
    if (!(await flush())) return false;
    try {
      await write(entry);
    } catch {
      return false;
    }
    apply(entry);
    return true;
  };
  return {
    state,
    events: () => events,
    flush: () => inTurn(flush),
    between: (work) => inTurn(() => work(events)),
    writeThenApply: (entry) => inTurn(() => writeOne(entry)),
    applyThenWrite: (entry) => {
      apply(entry);
      unwritten.push(entry);
      return inTurn(flush);
    },
  };
}
