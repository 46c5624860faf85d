import type { Change } from './stageEvent';
import type { GateJudgement } from '../evidence/gate';
import { currentHold, type CutoverState } from './stageState';
import { isForward, renderStage } from './stage';

/** What a person may change. */
export type ManualChange = Exclude<Change, { kind: 'closeStep' | 'epoch' }>;

/** A change that a person asks for. */
export interface ChangeRequest {
  readonly resource: string;
  readonly change: ManualChange;
  readonly actor: string;
  readonly reason: string;
  /** Moves forward although the gate is not passed. */
  readonly force?: boolean | undefined;
  /** The name of the resource, typed once more, where it is moved to `gone`. */
  readonly confirm?: string | undefined;
}

/** Whether it is in force now; `kept` is false while it could not be written down yet. */
export type ChangeOutcome =
  | { readonly ok: true; readonly kept: boolean }
  | {
      readonly ok: false;
      readonly why:
        'unknownResource' | 'unknownCaller' | 'held' | 'already' | 'unconfirmed' | 'gate' | 'storeFailed';
      readonly sentence: string;
      /** What the gate says, where that is why. */
      readonly judgement?: GateJudgement;
    };

/** Whom a label was given to, or why to nobody. */
export type LabelOutcome =
  { readonly ok: true; readonly caller: string } | { readonly ok: false; readonly sentence: string };

/** Why a person's change cannot be, before anything is written; undefined when it can. */
export function refuseChange(
  { change, resource }: Pick<ChangeRequest, 'change' | 'resource'>,
  state: CutoverState,
  now: number,
): { readonly why: 'held' | 'already'; readonly sentence: string } | undefined {
  if (change.kind !== 'move') return undefined;
  const there = renderStage(change.to);
  if (there === renderStage(state.stage)) {
    return { why: 'already', sentence: `${resource} is at ${there} already` };
  }
  if (!isForward(state.stage, change.to)) return undefined;
  const held = currentHold(state, now);
  if (held !== undefined)
    return { why: 'held', sentence: `${resource} is held (${held.reason}): release it first` };
  if (state.killed) return { why: 'held', sentence: `${resource} is killed: release it first` };
  return undefined;
}
