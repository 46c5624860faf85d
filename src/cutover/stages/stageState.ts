import { HOUR_MS } from '../../contract/clock';
import { notRetired, phaseOf, type RetirementState } from './brownout';
import { isForward, percentOf, type Side, type Stage } from './stage';
import type { Change, StageEntry } from './stageEvent';

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
  /** Actor of the latest move. It is empty before the first. */
  readonly by: string;
  readonly held: Hold | undefined;
  /** True while all requests go to v1 at any stage. */
  readonly killed: boolean;
  /** Sides that a person has chosen for callers, by the fingerprint of their key. */
  readonly pins: ReadonlyMap<string, Side>;
  /** Id of the mapping, ignore rules and version behind the evidence. It is empty before the first event. */
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

/** Returns the hold in force. Returns undefined if it has expired. */
export function currentHold({ held: holdInForce }: CutoverState, now: number): Hold | undefined {
  return holdInForce?.until !== undefined && now >= holdInForce.until ? undefined : holdInForce;
}

/** Pauses (ms) before automatic moves forward, after the first, second and every later automatic move back. */
const COOL_DOWNS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;

/** Returns the state after a move, with its strikes and its cool-down. */
function moveStage(state: CutoverState, { at, actor, cause }: StageEntry, to: Stage): CutoverState {
  const there = { ...state, stage: to, since: at, by: actor };
  const forward = isForward(state.stage, to);
  if (cause === 'breaker' && !forward) {
    const strikes = state.strikes + 1;
    return { ...there, strikes, coolUntil: at + (COOL_DOWNS_MS[strikes - 1] ?? COOL_DOWNS_MS[2]) };
  }
  return cause === 'manual' && forward ? { ...there, strikes: 0, coolUntil: 0 } : there;
}

/** Returns a map with an entry last, or without the key. */
export function replaceEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | undefined) {
  const otherEntries = [...map].filter(([name]) => name !== key);
  return new Map(value === undefined ? otherEntries : [...otherEntries, [key, value] as const]);
}

type ByKind<Given extends readonly unknown[], Returned> = {
  readonly [Kind in Change['kind']]: (change: Extract<Change, { kind: Kind }>, ...given: Given) => Returned;
};

const changeRetirement = (state: CutoverState, changed: Partial<RetirementState>): CutoverState => ({
  ...state,
  retirement: { ...state.retirement, ...changed },
});

const folds: ByKind<[state: CutoverState, event: StageEntry], CutoverState> = {
  move: ({ to }, state, event) => moveStage(state, event, to),
  ask: (_, state) => state,
  hold: ({ until }, state, { reason }) => ({ ...state, held: { reason, until } }),
  release: (_, state) => ({ ...state, held: undefined, killed: false }),
  kill: (_, state) => ({ ...state, killed: true }),
  resolve: (_, state) => state,
  pin: ({ caller, side }, state) => ({
    ...state,
    pins: replaceEntry(state.pins, caller, side === 'none' ? undefined : side),
  }),
  closeStep: ({ step }, state) => ({ ...state, closedSteps: new Set([...state.closedSteps, step]) }),
  epoch: ({ epoch }, state, { reason }) => ({ ...state, epoch, held: { reason, until: undefined } }),
  brownout: ({ brownout, phase }, state) =>
    changeRetirement(state, { phases: new Set([...state.retirement.phases, phaseOf(brownout, phase)]) }),
  extend: ({ caller, until }, state) =>
    changeRetirement(state, { extended: replaceEntry(state.retirement.extended, caller, until) }),
  retire: ({ caller, gone }, state) => {
    const otherCallers = [...state.retirement.retired].filter((retiredCaller) => retiredCaller !== caller);
    return changeRetirement(state, { retired: new Set(gone ? [...otherCallers, caller] : otherCallers) });
  },
};

/** Returns the state after an event. The first event sets the epoch. An event of a plan's step closes that step. */
export function foldEvent(state: CutoverState, event: StageEntry): CutoverState {
  const changedState = folds[event.change.kind](event.change as never, state, event);
  const next = { ...changedState, epoch: changedState.epoch === '' ? event.mappingHash : changedState.epoch };
  if (event.step === '') return next;
  return { ...next, closedSteps: new Set([...next.closedSteps, event.step]) };
}

/**
 * Direction of a change. `back` moves traffic to v1, stops moves or leaves a client v1 for longer; `forward` takes v1
 * from clients: v2 answers them, or nobody does.
 */
type Direction = 'back' | 'forward' | 'none';

const alwaysBack = (): Direction => 'back';
const directionless = (): Direction => 'none';

const forwardIf = (isForwardChange: boolean, otherwise: Direction): Direction =>
  isForwardChange ? 'forward' : otherwise;

const directions: ByKind<[state: CutoverState], Direction> = {
  kill: alwaysBack,
  hold: alwaysBack,
  epoch: alwaysBack,
  closeStep: alwaysBack,
  brownout: alwaysBack,
  ask: directionless,
  resolve: directionless,
  release: (_, { killed, stage, pins }) => {
    const isTowardsV2 = isForward({ kind: 'shadow' }, stage) || [...pins.values()].includes('v2');
    return forwardIf(killed && isTowardsV2, 'none');
  },
  move: ({ to }, { stage }) => forwardIf(isForward(stage, to), 'back'),
  pin: ({ caller, side }, { pins, stage }) => {
    if (side === 'v1') return 'back';
    // A pin to v2 outlasts a move back, so it is forward even at v2.
    return forwardIf(side === 'v2' || (pins.get(caller) === 'v1' && percentOf(stage) > 0), 'none');
  },
  extend: ({ caller, until = 0 }, { retirement }) =>
    forwardIf(until < (retirement.extended.get(caller) ?? 0), until === 0 ? 'none' : 'back'),
  retire: ({ gone }) => (gone ? 'forward' : 'back'),
};

/** Returns the direction of a change: one back is in force before it is stored, one forward may take two people. */
export const directionOf = (change: Change, state: CutoverState): Direction =>
  directions[change.kind](change as never, state);
