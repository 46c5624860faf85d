import type { CallerName, NamesByCaller } from './callerNames';
import type { Notice, WallClock } from './notices';
import type { CutoverSubject, Evidence } from './evidence/evidence';
import type { Health } from '../contract/journal';
import type { AmbiguousWrite, CutoverStore } from './cutoverStore';
import type { Counters, CounterStore } from './counters';
import type { Plan, PlanStep } from './plan';
import type { Side, Stage } from './stages/stage';
import type { ChainVerdict, StageEvent } from './stages/stageEvent';
import type { Alarms } from './alarms';
import type {
  ChangeOutcome,
  ChangeRequest,
  ClientChange,
  ClientOutcome,
  LabelOutcome,
} from './stages/changeRequest';
import type { RunningRetirement, ShownBrownout } from './stages/retirement';
import type { ComparedAt, Observation } from './evidence/dailyEvidence';
import type { CutoverState } from './stages/stageState';
import type { MemberNews } from './stages/memberNews';
import type { MemberHooks, MemberParts } from './members/membership';
import type { StoreMembers } from './members/memberStore';
import type { Decision, Standing, TakesLimited } from './stages/decide';
import type { Served } from './evidence/traffic';
import type { SideTraffic } from './evidence/trafficSeries';
import type { Decisions } from './buckets';
import type { GateJudgement } from './evidence/gate';
import type { Gate } from './evidence/judgeMove';
import type { SeenCaller } from './seenCallers';

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

/** Current state of one resource. */
export interface Overview {
  readonly resource: string;
  readonly state: CutoverState;
  /** Decision for a caller without a pin, and its reason. */
  readonly decision: Decision;
  /** Evidence within the window. */
  readonly evidence: Evidence;
  /** Evidence since the epoch began. */
  readonly allTime: Evidence;
  /** Evidence since midnight, UTC. */
  readonly today: Evidence;
  /** Requests to each side in the last five minutes and in the last hour. */
  readonly recent: Readonly<Record<Side, SideTraffic>>;
  readonly hour: Readonly<Record<Side, SideTraffic>>;
  /** Number of seen callers by their current side. */
  readonly callers: Readonly<Record<Side, number>>;
  /** State of the breaker; `trying` if it was open and the next request decides. */
  readonly breaker: 'closed' | 'open' | 'trying';
  /** Instant (clock ms) after which v1 is not called; undefined without a v1. */
  readonly sunset: number | undefined;
  /** Sentence for each caller whose writes v2 would refuse by its rate limit. */
  readonly forecast: readonly string[];
  /** Next step of the plan, and the gate's judgement of it. */
  readonly next: { readonly step: PlanStep; readonly judgement: GateJudgement } | undefined;
}

/** Write as it is added to the list of ambiguous writes. */
type ListedWrite = Omit<AmbiguousWrite, 'at' | 'found' | 'closed'>;

/** Write that was running when its process ended, with the instant (clock ms) at which it was sent. */
export type LeftWrite = ListedWrite & Pick<AmbiguousWrite, 'at'>;

/** Runs the staged cutover in one process. */
export interface Cutover extends Decisions {
  /** Returns the names of all resources. */
  readonly resources: () => readonly string[];
  /** Returns the current standing of a resource, which decides its requests. */
  readonly standing: (resource: string) => Standing;
  /** Records the end of a request; may move a canary back from the next request on. */
  readonly served: (served: Served) => void;
  /** Records an observation of the comparison. */
  readonly observe: (resource: string, observation: Observation) => void;
  /** Replaces all comparisons of a resource. */
  readonly recount: (resource: string, comparisons: readonly ComparedAt[]) => void;
  /** Returns the gate's judgement of a move now; undefined for an unknown resource. */
  readonly gate: (resource: string, to: Stage) => Gate | undefined;
  /** Carries out a change by a person; a move forward only if the gate is passed or the change is forced. */
  readonly change: (request: ChangeRequest) => Promise<ChangeOutcome>;
  readonly brownouts: () => readonly ShownBrownout[];
  /** Returns the ids of the brownouts that would refuse a caller, found by name or (the beginning of) its fingerprint. */
  readonly brownoutsFor: (
    askedCaller: string,
  ) =>
    | { readonly ok: true; readonly caller: string; readonly brownouts: readonly string[] }
    | { readonly ok: false; readonly sentence: string };
  /** Stops the current brownouts, or all that have not ended; resolves to their ids. */
  readonly stopBrownouts: RunningRetirement['stop'];
  readonly changeClient: (request: ClientChange) => Promise<ClientOutcome>;
  readonly callerName: CallerName;
  /** Returns all names: the same map object until something changes. */
  readonly names: () => NamesByCaller;
  /** Lists the callers seen at a resource, with the side of each. */
  readonly callers: (resource: string) => readonly SeenCaller[];
  /** Sets the name of a caller, found by name or (the beginning of) its fingerprint; undefined removes it. */
  readonly label: (askedCaller: string, name: string | undefined) => Promise<LabelOutcome>;
  /**
   * Switches to other mappings: a new epoch discards evidence and holds forward moves at once. If the store fails,
   * every `tick` tries again.
   */
  readonly adopt: (subject: CutoverSubject) => Promise<void>;
  /** Checks the store, saves evidence and takes due steps of the plan. Call it every few seconds. */
  readonly tick: () => Promise<void>;
  /** Adds an ambiguous write to the list; resolves once it is stored or the store has failed. */
  readonly ambiguous: (write: ListedWrite & { readonly executed?: boolean }) => Promise<void>;
  /** Adds the unexecuted parts of a write to the list, all in one transaction. */
  readonly undone: (writes: readonly ListedWrite[]) => Promise<void>;
  /**
   * Adds writes that were running when a process ended, all in one transaction, with one notice for each resource.
   * Resolves to those that were not listed before, and whether they are stored. Rejects if the store fails.
   */
  readonly leftBehind: (
    writes: readonly LeftWrite[],
  ) => Promise<{ readonly added: readonly LeftWrite[]; readonly isKept: boolean }>;
  readonly noteFound: (id: string, finding: string) => Promise<void>;
  /** Returns the list, including writes not stored yet. Rejects if the store fails. */
  readonly writes: () => Promise<readonly AmbiguousWrite[]>;
  /** Closes an open write of the list; resolves to false for an unknown write. */
  readonly closeWrite: (id: string, by: string, note: string) => Promise<boolean>;
  /** Reads the log from the store and verifies its hash chain. Rejects if the store fails. */
  readonly verify: () => Promise<ChainVerdict>;
  /** True if stages outlive the process. */
  readonly lasting: boolean;
  /** Stores all evidence now, not in the next round; failed records wait, and `health` reports it. */
  readonly save: () => Promise<void>;
  /** Counts of the requests of all processes. */
  readonly counters: Pick<Counters, 'count' | 'sums'>;
  /** Stores the counts, and reads those of others. Never rejects. Call it every second. */
  readonly saveCounts: () => Promise<void>;
  readonly overview: () => readonly Overview[];
  readonly events: () => readonly StageEvent[];
  readonly health: () => Health;
  readonly members: StoreMembers['list'];
  /**
   * Returns the most processes that answered clients within the last minute, each of which has its share of the limits.
   */
  readonly processes: () => number;
  /** Shares a further subject with the processes that use the same store. */
  readonly share: MemberNews['share'];
  /** Reports whether this process acts for all that share the store. */
  readonly isLeader: () => boolean;
  /** Leaves the processes that share the store, after saving unsaved records. */
  readonly leave: () => Promise<void>;
  /** Alarms of the cutover and of all other sources. */
  readonly alarms: Alarms;
}

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
