import type { NamesByCaller } from './callerNames';
import type { Notice, WallClock } from './notices';
import type { createCutover } from './createCutover';
import type { CutoverSubject } from './evidence/evidence';
import type { AmbiguousWrite, CutoverStore } from './cutoverStore';
import type { CounterStore } from './counters';
import type { Plan } from './plan';
import type { Side } from './stages/stage';
import type { StageEvent } from './stages/stageEvent';
import type { MemberHooks, MemberParts } from './members/membership';
import type { TakesLimited } from './stages/decide';

/** Options of createCutover. */
export interface CutoverParts {
  readonly subject: CutoverSubject;
  /** Instant (clock ms) after which v1 is not called; undefined without a v1. */
  readonly sunset: number | undefined;
  /** Side that answers for a resource that was never moved; by default v1. */
  readonly start?: Side;
  /** Seed of the canary draw; another seed makes another draw. */
  readonly seed: string;
  /** True if v1 may answer requests after a failure of v2. */
  readonly fallback: boolean;
  readonly limitedWrites?: TakesLimited | undefined;
  /** True if v2 may answer reads in a canary while v1 keeps failing. */
  readonly readsFromV2?: boolean;
  readonly store: CutoverStore;
  readonly counters: CounterStore;
  /** Verified log from the store. */
  readonly kept: readonly StageEvent[];
  readonly plan: Plan | undefined;
  readonly clock: WallClock;
  /** Length of the evidence window, ms; by default 7 days. */
  readonly window?: number;
  /** Returns the caller names of the exchange table, as a new map object after a change. */
  readonly keyNames?: (() => NamesByCaller) | undefined;
  /** Membership of this process among those that share the store; absent if it shares the store with nobody. */
  readonly member?: Omit<MemberParts, keyof MemberHooks> | undefined;
  /** Receives the notices for people; must not throw. */
  readonly notify: (notice: Notice) => void;
}

/** Write as it is added to the list of ambiguous writes. */
export type ListedWrite = Omit<AmbiguousWrite, 'at' | 'found' | 'closed'>;

/** Write that was running when its process ended, with the instant (clock ms) at which it was sent. */
export type LeftWrite = ListedWrite & Pick<AmbiguousWrite, 'at'>;

/** Runs the staged cutover in one process. */
export type Cutover = Awaited<ReturnType<typeof createCutover>>;

/** Current state of one resource. */
export type Overview = ReturnType<Cutover['overview']>[number];

/** Functions of a cutover that the edge uses. */
export type ServingCutover = Pick<
  Cutover,
  | 'decide'
  | 'figures'
  | 'resources'
  | 'callerName'
  | 'processes'
  | 'served'
  | 'ambiguous'
  | 'undone'
  | 'noteFound'
>;
