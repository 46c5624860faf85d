import type { CallerName, NamesByCaller } from './callerNames';
import type { Notice, WallClock } from './notices';
import type { CutoverSubject, Evidence } from './evidence/evidence';
import type { AmbiguousWrite, CutoverStore, Health } from './cutoverStore';
import type { Plan, PlanStep } from './plan';
import type { Side, Stage } from './stages/stage';
import type { ChainVerdict, StageEvent } from './stages/stageEvent';
import type { Alarms } from './alarms';
import type { ChangeOutcome, ChangeRequest, LabelOutcome } from './stages/changeRequest';
import type { ComparedAt, Observation } from './evidence/dailyEvidence';
import type { CutoverState } from './stages/stageState';
import type { Decision, Standing } from './stages/decide';
import type { Served, SideTraffic } from './evidence/traffic';
import type { Decisions } from './buckets';
import type { GateJudgement } from './evidence/gate';
import type { Gate } from './evidence/judgeMove';
import type { SeenCaller } from './seenCallers';

/** What a cutover is made of. */
export interface CutoverParts {
  readonly subject: CutoverSubject;
  /** The instant (clock ms) from which v1 is not asked; undefined when there is no v1. */
  readonly sunset: number | undefined;
  /** Who answers for a resource that was never moved; v1 unless said. */
  readonly start?: Side;
  /** Chooses who is in the canary; another one draws anew. */
  readonly seed: string;
  /** True when v1 may answer what v2 could not. */
  readonly fallback: boolean;
  readonly store: CutoverStore;
  /** The log as the store holds it, verified. */
  readonly kept: readonly StageEvent[];
  readonly plan: Plan | undefined;
  readonly clock: WallClock;
  /** How far a look at the evidence reaches back, ms; 7 days unless told. */
  readonly window?: number;
  /** What the exchange table calls its callers: another map when it changes. */
  readonly keyNames?: (() => NamesByCaller) | undefined;
  /** Hears what a person wants to hear of; must not throw. */
  readonly notify: (notice: Notice) => void;
}

/** One resource as it stands. */
export interface Overview {
  readonly resource: string;
  readonly state: CutoverState;
  /** What a caller outside every pin gets, and why. */
  readonly decision: Decision;
  /** Within the window, and since the epoch began. */
  readonly evidence: Evidence;
  readonly allTime: Evidence;
  /** Since midnight, UTC. */
  readonly today: Evidence;
  /** What each side was asked for in the last five minutes and the last hour. */
  readonly recent: Readonly<Record<Side, SideTraffic>>;
  readonly hour: Readonly<Record<Side, SideTraffic>>;
  /** Seen callers by the side that answers them now. */
  readonly callers: Readonly<Record<Side, number>>;
  /** `trying`: it has been open, and the next request decides. */
  readonly breaker: 'closed' | 'open' | 'trying';
  /** From when v1 is not asked, clock ms. */
  readonly sunset: number | undefined;
  /** The next step of the plan and what the gate says of it. */
  readonly next: { readonly step: PlanStep; readonly judgement: GateJudgement } | undefined;
}

/** A write that is put on the list. */
type ListedWrite = Omit<AmbiguousWrite, 'at' | 'found' | 'closed'>;

/** The staged cutover of one process. */
export interface Cutover extends Decisions {
  /** Names of what there is to move. */
  readonly resources: () => readonly string[];
  /** What requests of a resource are decided by now. */
  readonly standing: (resource: string) => Standing;
  /** Takes note of how a request ended; may move a canary back, in force on the next request. */
  readonly served: (served: Served) => void;
  /** Where the comparison puts what it sees. */
  readonly observe: (resource: string, observation: Observation) => void;
  /** Puts other comparisons in the place of those so far. */
  readonly recount: (resource: string, comparisons: readonly ComparedAt[]) => void;
  /** What the gate says of a move now; undefined without such a resource. */
  readonly gate: (resource: string, to: Stage) => Gate | undefined;
  /** Carries out what a person asks for; a move forward only where the gate is passed, or it is forced. */
  readonly change: (request: ChangeRequest) => Promise<ChangeOutcome>;
  readonly callerName: CallerName;
  /** All names: the same map while nothing changes. */
  readonly names: () => NamesByCaller;
  /** Who was seen at a resource, and on which side each of them is. */
  readonly callers: (resource: string) => readonly SeenCaller[];
  /** Gives a caller, by name, fingerprint or the beginning of one, a name; without one it has none. */
  readonly label: (asked: string, name: string | undefined) => Promise<LabelOutcome>;
  /**
   * Exchanges what evidence is collected with: another epoch begins it anew and holds forward moves, both at once. What
   * the store refuses of it is tried again by every `tick`.
   */
  readonly adopt: (subject: CutoverSubject) => Promise<void>;
  /** To be called every few seconds: looks at the store, keeps evidence, takes the steps of the plan that are due. */
  readonly tick: () => Promise<void>;
  /** Puts a write on the list, with what is known of it, and resolves when it is there, or the store has failed. */
  readonly ambiguous: (write: ListedWrite & { readonly executed?: boolean }) => Promise<void>;
  /** Puts parts of a write on the list that are known not to be done, all of them at once. */
  readonly undone: (writes: readonly ListedWrite[]) => Promise<void>;
  readonly noteFound: (id: string, found: string) => Promise<void>;
  /** The list, with what could not be written down yet. Rejects when the store fails. */
  readonly writes: () => Promise<readonly AmbiguousWrite[]>;
  /** Takes a write off the list of those to be looked at; false when there is no such write. */
  readonly closeWrite: (id: string, by: string, note: string) => Promise<boolean>;
  /** Reads the log from the store and follows its chain. Rejects when the store fails. */
  readonly verify: () => Promise<ChainVerdict>;
  /** True when stages outlive the process. */
  readonly lasting: boolean;
  readonly overview: () => readonly Overview[];
  readonly events: () => readonly StageEvent[];
  readonly health: () => Health;
  /** What is not as it should be, of the cutover and of whatever else reports there. */
  readonly alarms: Alarms;
}
