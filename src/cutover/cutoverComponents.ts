import { type Alarms, createAlarms } from './alarms';
import { createCallerNames, type NamesByCaller } from './callerNames';
import { EvidenceRegistry, type CutoverSubject } from './evidence/evidenceRegistry';
import { createCallerFailures } from './callerFailures';
import { type CanaryGuard, createCanaryGuard } from './canaryGuard';
import { createJournal, type Health } from '../contract/journal';
import { SuddenStreaks } from './evidence/suddenStreaks';
import { type MemberNews, queueNews } from './stages/memberNews';
import { createMover } from './stages/mover';
import type { Membership } from './members/memberStore';
import type { StageLog } from './stages/stageLog';
import type { CutoverState } from './stages/stageState';
import { createWriteList } from './writeList';
import { storeFindings } from './cutoverFindings';
import { createRetirement } from './stages/brownoutRun';
import { ALL, type Change } from './stages/stageEvent';
import type { Standing, TakesLimited } from './stages/decide';
import type { CutoverStore } from './cutoverStore';
import type { MemberHooks, MemberParts } from './members/membership';
import type { Notice } from './notices';
import type { Clock } from '../contract/clock';
import type { Plan } from './plan';
import { isProvenEqual, judgeMove, snapshotOf } from './evidence/judgeMove';
import { isForward, type Side, type Stage } from './stages/stage';
import { createUsage } from './evidence/usage';
import { createWriteCounter } from './evidence/writeHours';
import { type CounterStore, createCounters } from './counters';

export interface ComponentParts {
  readonly subject: CutoverSubject;
  /** Instant (clock ms) after which v1 is not called. It is undefined without a v1. */
  readonly sunset: number | undefined;
  /** Side that answers for a resource that was never moved; by default v1. */
  readonly start?: Side;
  /** Seed of the canary draw; another seed makes another draw. */
  readonly seed: string;
  /** True if v1 may answer requests after a failure of v2. */
  readonly fallback: boolean;
  readonly limitedWrites?: TakesLimited | undefined;
  /** People that a change towards v2 takes; by default 1. */
  readonly approvals?: number;
  /** True if v2 may answer reads in a canary while v1 keeps failing. */
  readonly readsFromV2?: boolean;
  readonly store: CutoverStore;
  readonly counters: CounterStore;
  readonly plan: Plan | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Length of the evidence window, ms; by default 7 days. */
  readonly window?: number;
  /** Returns the caller names of the exchange table, as a new map object after a change. */
  readonly keyNames?: (() => NamesByCaller) | undefined;
  /** Membership of this process among those that share the store. It is absent if it shares the store with nobody. */
  readonly member?: Omit<MemberParts, keyof MemberHooks> | undefined;
  /** Receives the notices for people; must not throw. */
  readonly notify: (notice: Notice) => void;
}

function createGuards(): (resource: string) => CanaryGuard {
  const guards = new Map<string, CanaryGuard>();
  return (resource) => {
    const guard = guards.get(resource) ?? createCanaryGuard();
    guards.set(resource, guard);
    return guard;
  };
}

/** Parts of a cutover by which processes meet, which are there before all others. */
export interface SharedParts {
  readonly log: StageLog;
  readonly members: Membership;
  readonly news: MemberNews;
  /** Alarms that only this process can know of, which others read from its row. */
  readonly ownAlarms: Alarms;
}

/** Creates the alarms, and the journal and the counters whose failing stores raise some. */
function createHealthParts(
  { counters: store, clock: { now }, window, notify, member }: ComponentParts,
  { members, news, ownAlarms }: SharedParts,
  hooks: Pick<Parameters<typeof createCounters>[0], 'onCounted' | 'moreRows'>,
) {
  // A process that is cut off notifies of it itself, because no other one can know it.
  const speaks = () => member?.acts !== false && (members.isLeader() || members.isCutOff());
  const alarms = createAlarms(now, notify, speaks);
  alarms.addSource(ownAlarms.current);
  const acknowledged = queueNews<readonly [id: string, by: string]>();
  news.share(
    'acknowledged',
    acknowledged.createPart(([id, by], isRepeated) => isRepeated || alarms.acknowledge(id, by)),
  );
  const acknowledge: Alarms['acknowledge'] = (id, by) => {
    acknowledged.add([id, by]);
    return alarms.acknowledge(id, by);
  };
  const take = (name: 'cutover' | 'usage') => (health: Health) =>
    alarms.replaceFindings(`${name}.store`, storeFindings(name, health));
  const counters = createCounters({ store, now, window, ...hooks, onHealthChanged: take('usage') });
  return { alarms: { ...alarms, acknowledge }, counters, journal: createJournal(now, take('cutover')) };
}

/** Returns the stage for the gate's judgement of a change, for the log. Returns undefined unless it is a move. */
function stageToJudge(change: Change, { killed, stage }: CutoverState): Stage | undefined {
  if (change.kind === 'move') return change.to;
  if (change.kind === 'kill') return { kind: 'v1' };
  return change.kind === 'release' && killed && isForward({ kind: 'shadow' }, stage) ? stage : undefined;
}

const noNames: NamesByCaller = new Map();

export type Components = ReturnType<typeof createComponents>;

/** Creates the parts of a cutover without reading or writing. */
export function createComponents(cutoverParts: ComponentParts, shared: SharedParts) {
  const { log, members } = shared;
  const { store, clock, notify, plan, sunset, fallback, limitedWrites, approvals } = cutoverParts;
  const { now } = clock;
  let subject = cutoverParts.subject;
  const registry = new EvidenceRegistry(now, cutoverParts.window);
  const usage = createUsage(now);
  const names = createCallerNames(store, cutoverParts.keyNames ?? (() => noNames));
  const hooks = { onCounted: usage.addCounted, moreRows: () => registry.takeRows() };
  const { alarms, journal, counters } = createHealthParts(cutoverParts, shared, hooks);
  const countWrite = createWriteCounter(counters.count, members.isLeader);
  const epochOf = (resource: string): string =>
    subject.resources.find(({ name }) => name === resource)?.epoch ?? '';
  const list = createWriteList(store, journal.onError);
  const gateParts = { subject: () => subject, log, registry, usage, names, plan, sunset, now };
  const snapshot = (resource: string, change: Change): readonly string[] => {
    const to = stageToJudge(change, log.state(resource));
    return to === undefined ? [] : snapshotOf(gateParts, resource, to);
  };
  const { lease } = members;
  const move = createMover({ log, lease, now, epochOf, notify, callerText: names.nameText, snapshot });
  const retirement = createRetirement({
    ...{ brownouts: plan?.brownouts ?? [], names, move, now },
    state: () => log.state(ALL).retirement,
  });
  const guardOf = createGuards();
  const callerFailures = createCallerFailures();
  const refusedWrites = new SuddenStreaks('refusals');
  const standing = (resource: string): Standing => ({
    state: log.state(resource),
    sunset,
    degraded: !journal.health().ok || members.isCutOff(),
    broken: guardOf(resource).isAvoidingV2(now()),
    setAside: (caller) =>
      callerFailures.setAside({ resource, stageSince: log.state(resource).since, now: now() }, caller),
    fallback,
    limitedWrites,
    retirement: retirement.of(resource),
  });
  return {
    /** Latest notice about each step of the plan, with its instant (clock ms). */
    said: new Map<string, { readonly what: string; readonly at: number }>(),
    ...shared,
    ...{ alarms, store, registry, usage, names, journal, list, move, guardOf, standing, notify, now },
    ...{ callerFailures, refusedWrites, retirement, counters, countWrite, plan, approvals },
    readsFromV2: (resource: string, operation: string) =>
      cutoverParts.readsFromV2 === true &&
      guardOf(resource).isV1Failing(now()) &&
      isProvenEqual(gateParts, resource, operation),
    gate: (resource: string, to: Stage) => judgeMove(gateParts, resource, to),
    subject: () => subject,
    exchangeSubject: (next: CutoverSubject) => {
      subject = next;
    },
  };
}
