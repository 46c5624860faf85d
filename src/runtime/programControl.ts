import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { Cutover } from '../cutover/cutover';
import type { Notice } from '../cutover/notices';
import type { ChangeOutcome } from '../cutover/stages/changeRequest';
import { parseStage } from '../cutover/stages/stage';

/** The log that a program gives. */
export type ProgramLog = Logger;

/** Events of a gateway: `notice` for each notice, and each under its kind, such as `moved` or `ambiguousWrite`. */
type LifeboatEvents = Record<Notice['kind'] | 'notice', [notice: Notice]>;

/** Creates the events, and the function that emits a notice. */
export function createEvents() {
  const events = new EventEmitter<LifeboatEvents>();
  const heard = (notice: Notice): void => {
    events.emit('notice', notice);
    events.emit(notice.kind, notice);
  };
  return { events, heard };
}

/** The actor and the reason of a stage change; both stand in the log. */
interface StageReason {
  readonly reason: string;
  readonly actor?: string;
  /** True to move forward although the gate is not passed. */
  readonly force?: boolean;
  /** The resource's name once more, for `gone`. */
  readonly confirm?: string;
}

/** Moves a resource to a stage such as `canary 5%`, if the gate is passed; throws a RangeError for what is no stage. */
export type MoveStage = (resource: string, stage: string, why: StageReason) => Promise<ChangeOutcome>;

/** Creates the function that moves stages for a program. */
export const createMoveStage =
  ({ change }: Pick<Cutover, 'change'>): MoveStage =>
  async (resource, stage, { actor = 'program', ...why }) => {
    const to = parseStage(stage);
    if (to === undefined) throw new RangeError(`no stage "${stage}": v1, shadow, canary N%, v2 or gone`);
    return change({ resource, change: { kind: 'move', to }, actor, ...why });
  };
