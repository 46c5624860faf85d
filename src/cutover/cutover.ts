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
  /** The instant (clock ms) from which v1 is not asked; undefined when there is no v1. */
  readonly sunset: number | undefined;
  /** Side that answers for a resource that was never moved; v1 by default. */
  readonly start?: Side;
  /** Seed of the canary draw; another seed draws anew. */
  readonly seed: string;
  /** True if v1 may answer requests that v2 could not. */
  readonly fallback: boolean;
  readonly limitedWrites?: TakesLimited | undefined;
  /** True if v2 may answer reads in a canary where v1 keeps failing. */
  readonly readsFromV2?: boolean;
  readonly store: CutoverStore;
  readonly counters: CounterStore;
  /** The verified log from the store. */
  readonly kept: readonly StageEvent[];
  readonly plan: Plan | undefined;
  readonly clock: WallClock;
  /** Length of the evidence window, ms; 7 days by default. */
  readonly window?: number;
  /** Returns the caller names of the exchange table: a new map object when they change. */
  readonly keyNames?: (() => NamesByCaller) | undefined;
  /** Membership of this process among those that share the store; absent: it shares it with nobody. */
  readonly member?: Omit<MemberParts, keyof MemberHooks> | undefined;
  /** Receives the notices meant for people; must not throw. */
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
  /** Since midnight, UTC. */
  readonly today: Evidence;
  /** Requests to each side in the last five minutes and the last hour. */
  readonly recent: Readonly<Record<Side, SideTraffic>>;
  readonly hour: Readonly<Record<Side, SideTraffic>>;
  /** Seen callers by the side that answers them now. */
  readonly callers: Readonly<Record<Side, number>>;
  /** `trying`: the breaker was open, and the next request decides. */
  readonly breaker: 'closed' | 'open' | 'trying';
  /** The instant (clock ms) from which v1 is not asked; undefined when there is no v1. */
  readonly sunset: number | undefined;
  /** Callers whose writes v2 would refuse by its rate limit, a sentence each. */
  readonly forecast: readonly string[];
  /** The next step of the plan and the gate's judgement of it. */
  readonly next: { readonly step: PlanStep; readonly judgement: GateJudgement } | undefined;
}

/** A write as it is added to the list of ambiguous writes. */
type ListedWrite = Omit<AmbiguousWrite, 'at' | 'found' | 'closed'>;

/** A write that was under way when its process ended, and the instant (clock ms) at which it was sent. */
export type LeftWrite = ListedWrite & Pick<AmbiguousWrite, 'at'>;

/** Runs the staged cutover in one process. */
export interface Cutover extends Decisions {
  /** Names of all resources. */
  readonly resources: () => readonly string[];
  /** Current standing of a resource, by which its requests are decided. */
  readonly standing: (resource: string) => Standing;
  /** Records the end of a request; may move a canary back, in force on the next request. */
  readonly served: (served: Served) => void;
  /** Records an observation of the comparison. */
  readonly observe: (resource: string, observation: Observation) => void;
  /** Replaces all comparisons of a resource. */
  readonly recount: (resource: string, comparisons: readonly ComparedAt[]) => void;
  /** Asks the gate about a move now; undefined without such a resource. */
  readonly gate: (resource: string, to: Stage) => Gate | undefined;
  /** Carries out a person's change; a move forward only if the gate is passed or the change is forced. */
  readonly change: (request: ChangeRequest) => Promise<ChangeOutcome>;
  readonly brownouts: () => readonly ShownBrownout[];
  /** The brownouts (by id) that would refuse a caller found by name, fingerprint or the beginning of one. */
  readonly brownoutsFor: (
    askedCaller: string,
  ) =>
    | { readonly ok: true; readonly caller: string; readonly brownouts: readonly string[] }
    | { readonly ok: false; readonly sentence: string };
  /** Stops the brownouts under way, or all that are not over; resolves to their ids. */
  readonly stopBrownouts: RunningRetirement['stop'];
  readonly changeClient: (request: ClientChange) => Promise<ClientOutcome>;
  readonly callerName: CallerName;
  /** Returns all names: the same map object until something changes. */
  readonly names: () => NamesByCaller;
  /** Lists the callers seen at a resource, with the side of each. */
  readonly callers: (resource: string) => readonly SeenCaller[];
  /** Sets the name of a caller found by name, fingerprint or the beginning of one; undefined removes it. */
  readonly label: (askedCaller: string, name: string | undefined) => Promise<LabelOutcome>;
  /**
   * Switches to other mappings: a new epoch discards evidence and holds forward moves at once. If the store fails, every
   * `tick` tries again.
   */
  readonly adopt: (subject: CutoverSubject) => Promise<void>;
  /** Checks the store, saves evidence and takes due steps of the plan; to be called every few seconds. */
  readonly tick: () => Promise<void>;
  /** Adds an ambiguous write to the list; resolves when it is stored or the store has failed. */
  readonly ambiguous: (write: ListedWrite & { readonly executed?: boolean }) => Promise<void>;
  /** Adds parts of a write that are known not to be executed to the list, all in one transaction. */
  readonly undone: (writes: readonly ListedWrite[]) => Promise<void>;
  /**
   * Adds writes that were under way when a process ended, all in one transaction, with one notice for each resource.
   * Resolves to those that were not on the list yet, and whether they are stored. Rejects when the store fails.
   */
  readonly leftBehind: (
    writes: readonly LeftWrite[],
  ) => Promise<{ readonly added: readonly LeftWrite[]; readonly isKept: boolean }>;
  readonly noteFound: (id: string, finding: string) => Promise<void>;
  /** Returns the list, including writes not stored yet. Rejects when the store fails. */
  readonly writes: () => Promise<readonly AmbiguousWrite[]>;
  /** Closes an open write of the list; false when there is no such write. */
  readonly closeWrite: (id: string, by: string, note: string) => Promise<boolean>;
  /** Reads the log from the store and verifies its hash chain. Rejects when the store fails. */
  readonly verify: () => Promise<ChainVerdict>;
  /** True if stages outlive the process. */
  readonly lasting: boolean;
  /** Writes all evidence to the store now, not with the next round; what fails waits, as `health` says. */
  readonly save: () => Promise<void>;
  /** Counts of the requests of all processes. */
  readonly counters: Pick<Counters, 'count' | 'sums'>;
  /** Writes what was counted, and reads what others have. Never rejects; to be called every second. */
  readonly saveCounts: () => Promise<void>;
  readonly overview: () => readonly Overview[];
  readonly events: () => readonly StageEvent[];
  readonly health: () => Health;
  readonly members: StoreMembers['list'];
  /** Most processes that shared the store and answered clients within the last minute; each has its share of the limits. */
  readonly processes: () => number;
  /** Shares one more subject with the processes that use the same store. */
  readonly share: MemberNews['share'];
  /** True if this process acts for all that share the store. */
  readonly isLeader: () => boolean;
  /** Leaves the processes that share the store; what is not saved yet is. */
  readonly leave: () => Promise<void>;
  /** All alarms: of the cutover, and of everything else that reports to them. */
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
