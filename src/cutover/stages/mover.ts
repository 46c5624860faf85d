import type { Lease } from '../members/memberStore';
import type { Notice } from '../notices';
import type { BrownoutPhase } from './brownout';
import { isForward, renderStage } from './stage';
import {
  askingText,
  type Change,
  type ChangeCause,
  missingConditions,
  resolutionText,
  type StageEntry,
  subjectText,
} from './stageEvent';
import type { StageLog, WriteResult } from './stageLog';
import { directionOf } from './stageState';

interface Motive {
  readonly actor: string;
  readonly cause: ChangeCause;
  readonly reason: string;
  readonly evidence?: readonly string[];
  readonly step?: string;
}

/** Changes a resource; a change that waits for the store is in force only if it is safer. */
export type Mover = (resource: string, change: Change, motive: Motive) => Promise<WriteResult>;

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

const brownoutTexts: Readonly<Record<BrownoutPhase, string>> = {
  week: 'is switched off for a while in a week',
  day: 'is switched off for a while in a day',
  hour: 'is switched off for a while in an hour',
  began: 'is switched off for a while now',
  ended: 'is switched on again after a while',
  stopped: 'is switched on again by hand',
};

interface Circumstances {
  readonly from: string;
  readonly back: boolean;
  readonly killed: boolean;
  readonly callerText: MoverParts['callerText'];
}

type News = readonly [kind: Notice['kind'], text: string] | undefined;

/** Words each kind of change for a notice. Returns undefined for a change without a notice. */
const words: {
  readonly [Kind in Change['kind']]: (change: Extract<Change, { kind: Kind }>, about: Circumstances) => News;
} = {
  move: ({ to }, { from, back, killed }) => {
    const but = killed ? ', but is killed: everything goes to v1' : '';
    return [back ? 'movedBack' : 'moved', `moved from ${from} to ${renderStage(to)}${but}`];
  },
  hold: () => ['held', 'is held: nothing moves forward'],
  epoch: () => ['held', 'is held: nothing moves forward'],
  release: () => ['released', 'is released'],
  kill: () => ['killed', 'is killed: everything goes to v1'],
  pin: ({ caller, side }, { callerText }) => [
    'pinned',
    side === 'none'
      ? `lets caller ${callerText(caller)} go`
      : `has caller ${callerText(caller)} pinned to ${side}`,
  ],
  ask: (change, { from, callerText }) => [
    'asked',
    `waits for a second person ${askingText(change, from, callerText)}`,
  ],
  resolve: (change) => ['resolved', `has issue ${change.issue} ${resolutionText(change)}`],
  closeStep: () => undefined,
  brownout: ({ phase }) => ['brownout', brownoutTexts[phase]],
  retire: ({ caller, gone }, { callerText }) => [
    'client',
    `${gone ? 'has ended for' : 'is there again for'} caller ${callerText(caller)}`,
  ],
  extend: ({ caller, until }, { callerText }) => {
    const time = until === undefined ? 'no more time' : `time until ${new Date(until).toISOString()}`;
    return ['client', `gives caller ${callerText(caller)} ${time}`];
  },
};

/** Words the notice of a change. Returns undefined for a change without a notice. */
function noticeOf(entry: StageEntry, about: Circumstances): Notice | undefined {
  const { at, actor, resource, change, cause, reason } = entry;
  const news = words[change.kind](change as never, about);
  if (news === undefined) return undefined;
  const [kind, said] = news;
  const missed = missingConditions(entry);
  const [against, why] = missed.length === 0 ? ['', ''] : [', against the gate', ` [${missed.join('; ')}]`];
  const text = `${subjectText(resource)} ${said}${against} (${cause}, ${actor}): ${reason}${why}`;
  return { kind, resource, id: `${text} ${at}`, at, text };
}

/** Recognizes a change by the gateway itself for all processes, unlike a new epoch, which each process starts itself. */
const isNeedingLease = (change: Change, { actor }: Motive): boolean =>
  actor === LIFEBOAT && change.kind !== 'epoch';

/** Creates the function that makes changes: a safer change is in force at once, any other once it is stored. */
export function createMover({ log, lease, now, epochOf, notify, callerText, snapshot }: MoverParts): Mover {
  return async (resource, change, motive) => {
    const state = log.state(resource);
    const from = renderStage(state.stage);
    const entry: StageEntry = {
      step: '',
      ...motive,
      evidence: motive.evidence ?? snapshot(resource, change),
      at: now(),
      resource,
      from,
      change,
      mappingHash: epochOf(resource),
    };
    const safer = directionOf(change, state) === 'back';
    const back = change.kind === 'move' && !isForward(state.stage, change.to);
    const right = isNeedingLease(change, motive) ? lease() : undefined;
    const written = await (safer ? log.applyThenWrite(entry, right) : log.writeThenApply(entry, right));
    const notice = noticeOf(entry, { from, back, killed: state.killed, callerText });
    const isMade = written === 'stored' || (safer && written === 'waits');
    if (notice !== undefined && isMade) notify(notice);
    return written;
  };
}
