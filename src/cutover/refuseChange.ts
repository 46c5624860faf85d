import type { ChangeRequest } from './changeRequest';
import { currentHold } from './currentHold';
import type { CutoverState } from './cutoverState';
import { isForward } from './isForward';
import { renderStage } from './renderStage';

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
