import { notRetired, phaseOf, type RetirementState } from './brownout';
import { isForward, type Side, type Stage } from './stage';
import {
  type Change,
  isNoted,
  isRetiring,
  type RetiringChange,
  type StageEntry,
  type StageEvent,
} from './stageEvent';

/** Stop of moves forward until an instant (clock ms), or until a person releases it. */
interface Hold {
  readonly reason: string;
  readonly until: number | undefined;
}

/** State of a resource, folded from its events. */
export interface CutoverState {
  readonly stage: Stage;
  /** Start of the stage, clock ms. */
  readonly since: number;
  /** Actor of the latest move; empty before the first. */
  readonly by: string;
  readonly held: Hold | undefined;
  /** True while all requests go to v1 at any stage. */
  readonly killed: boolean;
  /** Sides that a person has chosen for callers, by the fingerprint of their key. */
  readonly pins: ReadonlyMap<string, Side>;
  /** Id of the mapping, ignore rules and version behind the evidence; empty before the first event. */
  readonly epoch: string;
  /** Number of automatic moves back since a person last moved the resource forward. */
  readonly strikes: number;
  /** Instant (clock ms) before which nothing moves forward automatically. */
  readonly coolUntil: number;
  /** Steps of the plan that are never taken again. */
  readonly closedSteps: ReadonlySet<string>;
  /** Retirement of v1 as a whole, only in the state of all resources (`*`). */
  readonly retirement: RetirementState;
}

/** State of a resource before its first event: v1 answers, nothing is set. */
export const initialState: CutoverState = {
  stage: { kind: 'v1' },
  since: 0,
  by: '',
  held: undefined,
  killed: false,
  pins: new Map(),
  epoch: '',
  strikes: 0,
  coolUntil: 0,
  closedSteps: new Set(),
  retirement: notRetired,
};

/** Returns the hold in force; undefined if it has expired. */
export function currentHold({ held: holdInForce }: CutoverState, now: number): Hold | undefined {
  return holdInForce?.until !== undefined && now >= holdInForce.until ? undefined : holdInForce;
}

const HOUR = 3_600_000;

/** Pauses (ms) before automatic moves forward, after the first, second and every later automatic move back. */
const COOL_DOWNS = [HOUR, 6 * HOUR, 24 * HOUR] as const;

function coolDown(strikes: number): number {
  return COOL_DOWNS[strikes - 1] ?? 24 * HOUR;
}

function moved(state: CutoverState, { at, actor, cause }: StageEntry, to: Stage): CutoverState {
  const there = { ...state, stage: to, since: at, by: actor };
  const forward = isForward(state.stage, to);
  if (cause === 'breaker' && !forward) {
    const strikes = state.strikes + 1;
    return { ...there, strikes, coolUntil: at + coolDown(strikes) };
  }
  return cause === 'manual' && forward ? { ...there, strikes: 0, coolUntil: 0 } : there;
}

function pinned(state: CutoverState, caller: string, side: 'v1' | 'v2' | 'none'): CutoverState {
  const otherPins = [...state.pins].filter(([pinnedCaller]) => pinnedCaller !== caller);
  return { ...state, pins: new Map(side === 'none' ? otherPins : [...otherPins, [caller, side]]) };
}

function retiredBy(state: RetirementState, change: RetiringChange): RetirementState {
  const { phases, extended, retired } = state;
  switch (change.kind) {
    case 'brownout':
      return { ...state, phases: new Set([...phases, phaseOf(change.brownout, change.phase)]) };
    case 'extend': {
      const otherExtensions = [...extended].filter(([caller]) => caller !== change.caller);
      const { until } = change;
      return {
        ...state,
        extended: new Map(
          until === undefined ? otherExtensions : [...otherExtensions, [change.caller, until]],
        ),
      };
    }
    case 'retire': {
      const otherCallers = [...retired].filter((caller) => caller !== change.caller);
      return { ...state, retired: new Set(change.gone ? [...otherCallers, change.caller] : otherCallers) };
    }
  }
}

function changed(state: CutoverState, event: StageEntry): CutoverState {
  const { change, reason } = event;
  if (isRetiring(change)) return { ...state, retirement: retiredBy(state.retirement, change) };
  if (isNoted(change)) {
    if (change.kind !== 'closeStep') return state;
    return { ...state, closedSteps: new Set([...state.closedSteps, change.step]) };
  }
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
    case 'epoch':
      return { ...state, epoch: change.epoch, held: { reason, until: undefined } };
  }
}

/**
 * Returns the state after an event. The first event sets the epoch; an event that carries out a step of the plan closes
 * that step.
 */
export function foldEvent(state: CutoverState, event: StageEntry): CutoverState {
  const changedState = changed(state, event);
  const next = { ...changedState, epoch: changedState.epoch === '' ? event.mappingHash : changedState.epoch };
  if (event.step === '') return next;
  return { ...next, closedSteps: new Set([...next.closedSteps, event.step]) };
}

/** Folds the events of all resources; `first` is the state before the first event of a resource. */
export function foldEvents(
  events: readonly StageEvent[],
  firstCutoverState: CutoverState = initialState,
): Map<string, CutoverState> {
  const states = new Map<string, CutoverState>();
  for (const event of events) {
    states.set(event.resource, foldEvent(states.get(event.resource) ?? firstCutoverState, event));
  }
  return states;
}

/** Recognizes a change after which fewer requests of a client are answered. */
function endsV1(change: RetiringChange): boolean {
  if (change.kind === 'extend') return change.until === undefined;
  return change.kind === 'retire' && change.gone;
}

/** Recognizes a change that moves traffic to v1 or stops moves, and so is in force before it is stored. */
export function isSafer(change: Change, state: CutoverState): boolean {
  if (isRetiring(change)) return !endsV1(change);
  if (isNoted(change)) return change.kind === 'closeStep';
  switch (change.kind) {
    case 'kill':
    case 'hold':
    case 'epoch':
      return true;
    case 'move':
      return !isForward(state.stage, change.to);
    case 'release':
      return false;
    case 'pin':
      return change.side === 'v1';
  }
}
