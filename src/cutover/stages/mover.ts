import type { Lease } from '../members/memberStore';
import type { Notice } from '../notices';
import type { BrownoutPhase } from './brownout';
import { isForward, renderStage, type Stage } from './stage';
import {
  ALL,
  type Change,
  type ChangeCause,
  isNoted,
  isRetiring,
  missedByGate,
  type NotedChange,
  type RetiringChange,
  type StageEntry,
  askedText,
  resolvedText,
} from './stageEvent';
import type { StageLog, Written } from './stageLog';
import { isSafer } from './stageState';

/** Actor and reason of a change. */
interface Motive {
  readonly actor: string;
  readonly cause: ChangeCause;
  readonly reason: string;
  readonly evidence?: readonly string[];
  readonly step?: string;
}

/** Changes a resource; a change that waits for the store is in force only if it is safer. */
export type Mover = (resource: string, change: Change, motive: Motive) => Promise<Written>;

/** Options of createMover. */
interface MoverParts {
  readonly log: Pick<StageLog, 'state' | 'applyThenWrite' | 'writeThenApply'>;
  /** Returns the right to act for all processes. */
  readonly lease: () => Lease | undefined;
  readonly now: () => number;
  readonly epochOf: (resource: string) => string;
  readonly notify: (notice: Notice) => void;
  /** Renders a caller (fingerprint) for people. */
  readonly callerText: (caller: string) => string;
  /** Returns the sentences of the gate at a change, for the log. */
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

function notedNews(change: NotedChange): News | undefined {
  if (change.kind === 'ask') return { kind: 'asked', text: `waits for a second person ${askedText(change)}` };
  if (change.kind === 'closeStep') return undefined;
  return { kind: 'resolved', text: `has issue ${change.issue} ${resolvedText(change)}` };
}

/** Words a change for a notice; undefined for a change without a notice. */
function newsOf(
  { from, change }: StageEntry,
  { back, killed }: { readonly back: boolean; readonly killed: boolean },
  callerText: MoverParts['callerText'],
): News | undefined {
  if (isRetiring(change)) return retiringNews(change, callerText);
  if (isNoted(change)) return notedNews(change);
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
  const missed = missedByGate(entry);
  const [against, why] = missed.length === 0 ? ['', ''] : [', against the gate', ` [${missed.join('; ')}]`];
  const text = `${subject} ${news.text}${against} (${cause}, ${actor}): ${reason}${why}`;
  return { kind: news.kind, resource, id: `${text} ${at}`, at, text };
}

/** Recognizes a change by the gateway itself for all processes, unlike a new epoch, which each process starts itself. */
const needsRight = (change: Change, { actor }: Motive): boolean =>
  actor === LIFEBOAT && change.kind !== 'epoch';

/** Creates the function that makes changes: a safer change is in force at once, any other once it is stored. */
export function createMover({ log, lease, now, epochOf, notify, callerText, snapshot }: MoverParts): Mover {
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
    const right = needsRight(change, motive) ? lease() : undefined;
    const written = await (safer ? log.applyThenWrite(entry, right) : log.writeThenApply(entry, right));
    const notice = noticeOf(entry, { back, killed: state.killed }, callerText);
    const isMade = written === 'stored' || (safer && written === 'waits');
    if (notice !== undefined && isMade) notify(notice);
    return written;
  };
}
