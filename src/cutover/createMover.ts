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

/** Who acts when the gateway acts by itself. */
export const LIFEBOAT = 'lifeboat';

function noticeOf(
  { at, actor, resource, from, change, cause, reason }: Entry,
  back: boolean,
): Notice | undefined {
  if (change.kind !== 'move') return undefined;
  const to = renderStage(change.to);
  return {
    kind: back ? 'movedBack' : 'moved',
    resource,
    id: `${resource} ${from} ${to} ${at}`,
    at,
    text: `${resource} moved from ${from} to ${to} (${cause}, ${actor}): ${reason}`,
  };
}

/** Makes changes: what is safer is in force at once, everything else when it stands in the log. */
export function createMover(
  log: StageLog,
  now: () => number,
  epoch: () => string,
  notify: (notice: Notice) => void,
): Mover {
  return async (resource, change, motive) => {
    const state = log.state(resource);
    const entry: Entry = {
      evidence: [],
      step: '',
      ...motive,
      at: now(),
      resource,
      from: renderStage(state.stage),
      change,
      mappingHash: epoch(),
    };
    const safer = isSafer(change, state);
    const back = change.kind === 'move' && !isForward(state.stage, change.to);
    const kept = await (safer ? log.applyThenWrite(entry) : log.writeThenApply(entry));
    const notice = noticeOf(entry, back);
    if (notice !== undefined && (kept || safer)) notify(notice);
    return kept;
  };
}
