import type { CutoverState } from './cutoverState';
import { isForward } from './isForward';
import type { Stage } from './stage';
import type { Entry } from './stageEvent';

const HOUR = 3_600_000;

/** How long nothing moves forward by itself after the first, second and every later automatic move back. */
const COOL_DOWNS = [HOUR, 6 * HOUR, 24 * HOUR] as const;

function coolDown(strikes: number): number {
  return COOL_DOWNS[strikes - 1] ?? 24 * HOUR;
}

function moved(state: CutoverState, { at, actor, cause }: Entry, to: Stage): CutoverState {
  const there = { ...state, stage: to, since: at, by: actor };
  const forward = isForward(state.stage, to);
  if (cause === 'breaker' && !forward) {
    const strikes = state.strikes + 1;
    return { ...there, strikes, coolUntil: at + coolDown(strikes) };
  }
  return cause === 'manual' && forward ? { ...there, strikes: 0, coolUntil: 0 } : there;
}

function pinned(state: CutoverState, caller: string, side: 'v1' | 'v2' | 'none'): CutoverState {
  const others = [...state.pins].filter(([pinnedCaller]) => pinnedCaller !== caller);
  return { ...state, pins: new Map(side === 'none' ? others : [...others, [caller, side]]) };
}

function changed(state: CutoverState, event: Entry): CutoverState {
  const { change, reason } = event;
  switch (change.kind) {
    case 'move':
      return moved(state, event, change.to);
    case 'hold':
      return { ...state, held: { reason, until: change.until } };
    case 'release':
      return { ...state, held: undefined, killed: false };
    case 'kill':
      return { ...state, killed: true };
    case 'pin':
      return pinned(state, change.caller, change.side);
    case 'resolve':
      return state;
    case 'closeStep':
      return { ...state, closedSteps: new Set([...state.closedSteps, change.step]) };
    case 'epoch':
      return { ...state, epoch: change.epoch, held: { reason, until: undefined } };
  }
}

/**
 * The state after one more event. The first one says what evidence is collected with; a step of the plan that an event
 * carries out has had its chance.
 */
export function foldEvent(state: CutoverState, event: Entry): CutoverState {
  const changedState = changed(state, event);
  const next = { ...changedState, epoch: changedState.epoch === '' ? event.mappingHash : changedState.epoch };
  if (event.step === '') return next;
  return { ...next, closedSteps: new Set([...next.closedSteps, event.step]) };
}
