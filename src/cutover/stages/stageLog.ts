import type { BrownoutPhase } from './brownout';
import {
  ALL,
  chainEntry,
  type Change,
  type ChangeCause,
  isRetiring,
  type RetiringChange,
  type StageEntry,
  type StageEvent,
} from './stageEvent';
import { createWaiting } from '../../contract/journal';
import { type CutoverState, foldEvent, foldEvents, isSafer } from './stageState';
import type { CutoverStore } from '../cutoverStore';
import { isForward, renderStage, type Stage } from './stage';
import type { Notice } from '../notices';

/** Log of stage changes in one process: the states in force, and the entries still to be stored. */
export interface StageLog {
  readonly state: (resource: string) => CutoverState;
  /** Stores an entry, then puts it in force; false, and nothing has changed, if it cannot be stored. */
  readonly writeThenApply: (entry: StageEntry) => Promise<boolean>;
  /** Puts an entry in force at once, because it makes things safer; false if it is not stored yet. */
  readonly applyThenWrite: (entry: StageEntry) => Promise<boolean>;
  /** Stores all pending entries; false if some are left. */
  readonly flush: () => Promise<boolean>;
  /** Calls `work` with all stored events while none is added. Rejects if `work` does. */
  readonly between: (work: (events: readonly StageEvent[]) => Promise<void>) => Promise<void>;
  readonly events: () => readonly StageEvent[];
}

/** Creates the log from the stored events. Events are stored one after the other, each chained to the previous one. */
export function createStageLog(
  store: Pick<CutoverStore, 'append'>,
  kept: readonly StageEvent[],
  first: CutoverState,
): StageLog {
  const events = [...kept];
  const states = foldEvents(kept, first);
  const unwritten = createWaiting<StageEntry>();
  let queue: Promise<unknown> = Promise.resolve();

  const state: StageLog['state'] = (resource) => states.get(resource) ?? first;
  const apply = (entry: StageEntry): void => {
    states.set(entry.resource, foldEvent(state(entry.resource), entry));
  };
  const write = async (entry: StageEntry): Promise<void> => {
    const event = chainEntry(events.at(-1), entry);
    await store.append(event);
    events.push(event);
  };
  const flush = async (): Promise<boolean> => {
    try {
      await unwritten.drain(([entry]) => (entry === undefined ? Promise.resolve() : write(entry)), 1);
      return true;
    } catch {
      return false; // the check of the store reports the reason
    }
  };
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const writeOne = async (entry: StageEntry): Promise<boolean> => {
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
      unwritten.add(entry);
      return inTurn(flush);
    },
  };
}

/** Actor and reason of a change. */
interface Motive {
  readonly actor: string;
  readonly cause: ChangeCause;
  readonly reason: string;
  readonly evidence?: readonly string[];
  readonly step?: string;
}

/** Changes one resource; false if the change could not be stored: then it is in force only if it is safer. */
export type Mover = (resource: string, change: Change, motive: Motive) => Promise<boolean>;

/** Options of createMover. */
interface MoverParts {
  readonly log: StageLog;
  readonly now: () => number;
  readonly epochOf: (resource: string) => string;
  readonly notify: (notice: Notice) => void;
  /** Renders a caller (fingerprint) for people. */
  readonly callerText: (caller: string) => string;
  /** Sentences of the gate at the moment of a change, for the log. */
  readonly snapshot: (resource: string, change: Change) => readonly string[];
}

/** Actor of the changes that the gateway makes by itself. */
export const LIFEBOAT = 'lifeboat';

const pinText = (caller: string, { side }: Extract<Change, { kind: 'pin' }>): string =>
  side === 'none' ? `lets caller ${caller} go` : `has caller ${caller} pinned to ${side}`;

const moveText = (from: string, to: Stage, killed: boolean): string =>
  `moved from ${from} to ${renderStage(to)}${killed ? ', but is killed: everything goes to v1' : ''}`;

const movedKind = (back: boolean): Notice['kind'] => (back ? 'movedBack' : 'moved');

type News = Pick<Notice, 'kind' | 'text'>;

const brownoutTexts: Readonly<Record<BrownoutPhase, string>> = {
  week: 'is switched off for a while in a week',
  day: 'is switched off for a while in a day',
  hour: 'is switched off for a while in an hour',
  began: 'is switched off for a while now',
  ended: 'is switched on again after a while',
  stopped: 'is switched on again by hand',
};

function clientText(caller: string, change: Exclude<RetiringChange, { kind: 'brownout' }>): string {
  if (change.kind === 'retire')
    return change.gone ? `has ended for caller ${caller}` : `is there again for caller ${caller}`;
  const { until } = change;
  return until === undefined
    ? `gives caller ${caller} no more time`
    : `gives caller ${caller} time until ${new Date(until).toISOString()}`;
}

const retiringNews = (change: RetiringChange, callerText: MoverParts['callerText']): News =>
  change.kind === 'brownout'
    ? { kind: 'brownout', text: brownoutTexts[change.phase] }
    : { kind: 'client', text: clientText(callerText(change.caller), change) };

/** Words a change for a notice; undefined for a change that nobody is notified of. */
function newsOf(
  { from, change }: StageEntry,
  { back, killed }: { readonly back: boolean; readonly killed: boolean },
  callerText: MoverParts['callerText'],
): News | undefined {
  if (isRetiring(change)) return retiringNews(change, callerText);
  switch (change.kind) {
    case 'move':
      return { kind: movedKind(back), text: moveText(from, change.to, killed) };
    case 'hold':
    case 'epoch':
      return { kind: 'held', text: 'is held: nothing moves forward' };
    case 'release':
      return { kind: 'released', text: 'is released' };
    case 'kill':
      return { kind: 'killed', text: 'is killed: everything goes to v1' };
    case 'pin':
      return { kind: 'pinned', text: pinText(callerText(change.caller), change) };
    case 'resolve':
      return { kind: 'resolved', text: `has issue ${change.issue} resolved` };
    case 'closeStep':
      return undefined;
  }
}

function noticeOf(
  entry: StageEntry,
  was: { readonly back: boolean; readonly killed: boolean },
  callerText: MoverParts['callerText'],
): Notice | undefined {
  const { at, actor, resource, cause, reason } = entry;
  const news = newsOf(entry, was, callerText);
  if (news === undefined) return undefined;
  const subject = resource === ALL ? 'v1' : resource;
  const text = `${subject} ${news.text} (${cause}, ${actor}): ${reason}`;
  return { kind: news.kind, resource, id: `${text} ${at}`, at, text };
}

/** Creates the function that makes changes: a safer one is in force at once, any other once it is stored. */
export function createMover({ log, now, epochOf, notify, callerText, snapshot }: MoverParts): Mover {
  return async (resource, change, motive) => {
    const state = log.state(resource);
    const entry: StageEntry = {
      evidence: motive.evidence ?? snapshot(resource, change),
      step: motive.step ?? '',
      actor: motive.actor,
      cause: motive.cause,
      reason: motive.reason,
      at: now(),
      resource,
      from: renderStage(state.stage),
      change,
      mappingHash: epochOf(resource),
    };
    const safer = isSafer(change, state);
    const back = change.kind === 'move' && !isForward(state.stage, change.to);
    const kept = await (safer ? log.applyThenWrite(entry) : log.writeThenApply(entry));
    const notice = noticeOf(entry, { back, killed: state.killed }, callerText);
    if (notice !== undefined && (kept || safer)) notify(notice);
    return kept;
  };
}
