import type { Change } from './stageEvent';
import type { GateJudgement } from '../evidence/gate';
import { currentHold, type CutoverState } from './stageState';
import { isForward, renderStage } from './stage';

/** Change that a person may make. */
export type ManualChange = Exclude<Change, { kind: 'ask' | 'closeStep' | 'epoch' | 'brownout' }>;

/** Change that a person requests. */
export interface ChangeRequest {
  /** Name of the resource; `*` for a change of v1 as a whole for a caller. */
  readonly resource: string;
  /** Change, whose caller is a name, a fingerprint, or the beginning of one. */
  readonly change: ManualChange;
  readonly actor: string;
  readonly reason: string;
  /** True to move forward even if the gate is not passed. */
  readonly force?: boolean | undefined;
  /** Name of the resource, typed once more to confirm a move to `gone`. */
  readonly confirm?: string | undefined;
  /** True once a second person has approved it. */
  readonly approved?: boolean;
}

/** Reason why a permitted change is not made: another process was first, or the store fails. */
type Unmade = 'overtaken' | 'storeFailed';

type Unpermitted = 'unknownResource' | 'unknownCaller' | 'past' | 'held' | 'already' | 'unconfirmed' | 'gate';

/** Outcome of a change: in force, with `kept` false while it is not stored yet, or refused. */
export type ChangeOutcome =
  | {
      readonly ok: true;
      readonly kept: boolean;
      /** True if it waits for a second person and is not in force yet. */
      readonly asked?: boolean;
      /** Fingerprint of the caller, if the change concerns one. */
      readonly caller?: string;
    }
  | {
      readonly ok: false;
      readonly why: Unpermitted | Unmade;
      readonly sentence: string;
      /** Judgement of the gate, if it refused the change. */
      readonly judgement?: GateJudgement;
    };

/** Refuses a pin that changes nothing. Returns undefined if the pin may be made. */
function refusePin(
  { caller, side }: Extract<ManualChange, { kind: 'pin' }>,
  resource: string,
  { pins }: CutoverState,
): { readonly why: 'already'; readonly sentence: string } | undefined {
  if ((pins.get(caller) ?? 'none') !== side) return undefined;
  const present = side === 'none' ? 'is not pinned' : `is pinned to ${side} already`;
  return { why: 'already', sentence: `caller ${caller} ${present} at ${resource}` };
}

/** Refuses a change that would already have ended at `now` (ms). Returns undefined if the change may be made. */
function refusePast(
  until: number | undefined,
  now: number,
): { readonly why: 'past'; readonly sentence: string } | undefined {
  if (until === undefined || until > now) return undefined;
  return { why: 'past', sentence: `${new Date(until).toISOString()} is past: name an instant to come` };
}

function endOf(change: ManualChange): number | undefined {
  if (change.kind === 'hold' || change.kind === 'extend') return change.until;
  return change.kind === 'resolve' ? change.agreed?.until : undefined;
}

/**
 * Refuses a move to the same stage or forward during a hold, a pin that changes nothing, and a change that would
 * already have ended. Returns undefined if the change may be made. A killed resource may be moved: v1 answers until its
 * release, which the gate judges again.
 */
export function refuseChange(
  { change, resource }: Pick<ChangeRequest, 'change' | 'resource'>,
  state: CutoverState,
  now: number,
): { readonly why: 'held' | 'already' | 'past'; readonly sentence: string } | undefined {
  if (change.kind === 'pin') return refusePin(change, resource, state);
  if (change.kind !== 'move') return refusePast(endOf(change), now);
  const there = renderStage(change.to);
  if (there === renderStage(state.stage)) {
    return { why: 'already', sentence: `${resource} is at ${there} already` };
  }
  if (!isForward(state.stage, change.to)) return undefined;
  const holdInForce = currentHold(state, now);
  if (holdInForce !== undefined)
    return { why: 'held', sentence: `${resource} is held (${holdInForce.reason}): release it first` };
  return undefined;
}
