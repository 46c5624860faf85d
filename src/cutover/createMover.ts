import type { Cause, Change } from './change';
import type { StageLog } from './createStageLog';
import { isForward } from './isForward';
import { isSafer } from './isSafer';
import type { Notice } from './notice';
import { renderStage } from './renderStage';
import type { Entry } from './stageEvent';

/** Who changes something, and why. */
export interface Motive {
  readonly actor: string;
  readonly cause: Cause;
  readonly reason: string;
  readonly evidence?: readonly string[];
  readonly step?: string;
}

/** Changes one resource; false when it could not be written down: then only what is safer is in force. */
export type Mover = (resource: string, change: Change, motive: Motive) => Promise<boolean>;

/** What changes are made with. */
export interface MoverParts {
  readonly log: StageLog;
  readonly now: () => number;
  readonly epochOf: (resource: string) => string;
  readonly notify: (notice: Notice) => void;
  /** A caller (fingerprint) as people know it. */
  readonly callerText: (caller: string) => string;
  /** What is known when something is decided, for the log. */
  readonly snapshot: (resource: string, change: Change) => readonly string[];
}

/** Who acts when the gateway acts by itself. */
export const LIFEBOAT = 'lifeboat';

const pinText = (caller: string, { side }: Extract<Change, { kind: 'pin' }>): string =>
  side === 'none' ? `lets caller ${caller} go` : `has caller ${caller} pinned to ${side}`;

/** What became of a resource, in words; undefined for what nobody wants to hear of. */
function newsOf(
  { from, change }: Entry,
  back: boolean,
  callerText: MoverParts['callerText'],
): Pick<Notice, 'kind' | 'text'> | undefined {
  switch (change.kind) {
    case 'move':
      return {
        kind: back ? 'movedBack' : 'moved',
        text: `moved from ${from} to ${renderStage(change.to)}`,
      };
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

function noticeOf(entry: Entry, back: boolean, callerText: MoverParts['callerText']): Notice | undefined {
  const { at, actor, resource, cause, reason } = entry;
  const news = newsOf(entry, back, callerText);
  if (news === undefined) return undefined;
  const text = `${resource} ${news.text} (${cause}, ${actor}): ${reason}`;
  return { kind: news.kind, resource, id: `${text} ${at}`, at, text };
}

/** Makes changes: what is safer is in force at once, everything else when it stands in the log. */
export function createMover({ log, now, epochOf, notify, callerText, snapshot }: MoverParts): Mover {
  return async (resource, change, motive) => {
    const state = log.state(resource);
    const entry: Entry = {
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
    const notice = noticeOf(entry, back, callerText);
    if (notice !== undefined && (kept || safer)) notify(notice);
    return kept;
  };
}
