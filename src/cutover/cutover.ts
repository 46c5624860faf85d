import type { FoundCaller } from './callerNames';
import type { ChangeRequest } from './stages/changeRequest';
import type { ComparedAt, Observation } from './evidence/dailyEvidence';
import type { CutoverSubject } from './evidence/evidenceRegistry';
import {
  type ComponentParts,
  type Components,
  createComponents,
  type SharedParts,
} from './cutoverComponents';
import { type AlarmActivityCheck, type Alarms, createAlarms } from './alarms';
import { findingsOf, memberFindings, writeFindings } from './cutoverFindings';
import { suddenRefusalAlarms } from './evidence/suddenFindings';
import { trafficFindings } from './evidence/trafficFindings';
import { createWriteCommands } from './writeList';
import { createServedRecorder, recallServed } from './evidence/recordServed';
import { adoptSubject, createStoreRounds, startNewsRounds, watchStore } from './members/joinStore';
import { joinMembers } from './members/membership';
import { soleMembership } from './members/memberStore';
import { overviewOf } from './overview';
import { carryOut, knownCallers } from './carryOutChange';
import { createDecisions, type Decisions } from './buckets';
import { createMemberNews, noNews } from './stages/memberNews';
import { createStageLog } from './stages/stageLog';
import { initialState } from './stages/stageState';
import { createSeenCallers } from './seenCallers';
import { lateSteps, runPlan } from './runPlan';
import { createSharedRounds } from '../contract/journal';
import { verifyChain } from './stages/stageEvent';

export type CutoverParts = Parameters<typeof createCutover>[0];

/** Runs the staged cutover in one process. */
export type Cutover = Awaited<ReturnType<typeof createCutover>>;

/** Current state of one resource. */
export type Overview = ReturnType<Cutover['overview']>[number];

/** Functions of a cutover that the edge uses. */
export type ServingCutover = Pick<
  Cutover,
  | 'decide'
  | 'stageFigures'
  | 'resources'
  | 'callerName'
  | 'processes'
  | 'served'
  | 'ambiguous'
  | 'undone'
  | 'noteFound'
>;

/** Returns the functions of a cutover that concern v1 as a whole. */
function createRetirementCommands(components: Components, { isInBrownout }: Pick<Decisions, 'isInBrownout'>) {
  const { retirement, names, subject } = components;
  return {
    brownouts: retirement.list,
    /** Returns the ids of the brownouts that would refuse a caller, found by name or (the beginning of) its fingerprint. */
    brownoutsFor: (askedCaller: string) => {
      const foundCaller = names.find(askedCaller, knownCallers(components));
      if (!foundCaller.ok) return foundCaller;
      const { caller } = foundCaller;
      const hits = subject().resources.flatMap(({ name }) =>
        retirement.brownoutsOf(name, caller, isInBrownout),
      );
      return { ok: true, caller, brownouts: [...new Set(hits)] } as const;
    },
    stopBrownouts: retirement.stop,
  };
}

/** Reports whether a label would let a brownout of the plan, which goes by names, refuse a caller. */
function isLabelForward(
  { plan, names, now }: Components,
  caller: string,
  label: string | undefined,
): boolean {
  const [before = '', after = ''] = [names.listNames().get(caller), names.nameUnder(caller, label)];
  if (before === after) return false;
  return (plan?.brownouts ?? []).some(({ to, clients, except }) => {
    const isNamed = clients !== 'all' && clients.includes(after);
    return now() < to && (isNamed || except.includes(before));
  });
}

/** Names a caller, found by its name or fingerprint. Undefined removes the present one. */
async function labelCaller(
  components: Components,
  askedCaller: string,
  name: string | undefined,
): Promise<FoundCaller> {
  const { names } = components;
  const callers = knownCallers(components);
  const foundCaller = names.find(askedCaller, callers);
  if (!foundCaller.ok) return foundCaller;
  if ((components.approvals ?? 1) > 1 && isLabelForward(components, foundCaller.caller, name)) {
    const sentence = 'a brownout of the plan goes by this name: write the fingerprint of the client there';
    return { ok: false, sentence };
  }
  const refused = await names.labelCaller(foundCaller.caller, name, callers);
  return refused === undefined ? foundCaller : { ok: false, sentence: refused };
}

/** Finds the alarms of one resource: of its stage, of its traffic, and of its callers. */
function findResourceAlarms(components: Components, resource: string, lasts: AlarmActivityCheck) {
  const { names, registry, guardOf, standing, callerFailures, now } = components;
  const callerText = names.nameText;
  const resourceStanding = standing(resource);
  const times = { stageSince: resourceStanding.state.since, now: now() };
  const surroundings = { failing: guardOf(resource).isV2Failing(), callerText };
  return [
    ...findingsOf(resource, resourceStanding, surroundings, times.now),
    ...trafficFindings(resource, lasts, { traffic: registry.trafficOf(resource), ...times }),
    ...callerFailures.listFindings({ resource, ...times, callerText }),
  ];
}

/** Adds what the alarms ask for findings: late steps, processes, open writes, refused writes, and each resource. */
function addAlarmSources(components: Components): void {
  const { alarms, list, members, names, refusedWrites, subject, now } = components;
  alarms.addSource(() => lateSteps(components));
  alarms.addSource(() => memberFindings(members));
  alarms.addSource(() => writeFindings(list.all()));
  alarms.addSource(() => suddenRefusalAlarms(refusedWrites, names.nameText, now()));
  alarms.addSource((lasts) =>
    subject().resources.flatMap(({ name }) => findResourceAlarms(components, name, lasts)),
  );
}

/** Creates the alarms that only this process can know of. All processes show them as long as this one lives. */
const createOwnAlarms = ({
  alarms,
  ownAlarms,
}: Components): Pick<Alarms, 'addSource' | 'replaceFindings'> => ({
  addSource: ownAlarms.addSource,
  replaceFindings: (source, findings) => {
    ownAlarms.replaceFindings(source, findings);
    alarms.current();
  },
});

/** Joins the processes that share the store, if there are any. */
async function joinStore({ store, start = 'v1', clock, member }: ComponentParts): Promise<SharedParts> {
  const { now } = clock;
  const log = createStageLog(store, { ...initialState, stage: { kind: start } });
  await log.follow();
  const ownAlarms = createAlarms(now, () => undefined);
  if (member === undefined) return { log, ownAlarms, members: soleMembership, news: noNews };
  const members = await joinMembers({ ...member, follow: log.follow, alarms: ownAlarms.current });
  return { log, ownAlarms, members, news: createMemberNews(member.store, member.id, now, members.isAlone) };
}

/** Loads everything from the store. The news of others begin before that, so that none of them is missed. */
async function loadComponents(components: Components): Promise<void> {
  const { list, counters, names, usage, news, subject } = components;
  await news.exchange();
  await Promise.all([list.readWrites(), counters.open(), names.readLabels()]);
  await usage.readCounts(counters);
  await adoptSubject(components, subject());
}

/** Opens the cutover from its store. Rejects if the store fails, because a start needs a reliable state. */
export async function createCutover(cutoverParts: ComponentParts) {
  const components = createComponents(cutoverParts, await joinStore(cutoverParts));
  const { store, log, registry, usage, names, journal, standing, plan, now, alarms, counters } = components;
  const { members, news } = components;
  const { member } = cutoverParts;
  addAlarmSources(components);
  const watch = createSharedRounds(() => watchStore(components));
  const servedRecorder = createServedRecorder(components);
  try {
    await loadComponents(components);
  } catch (error) {
    await members.leave().catch(() => undefined); // the store fails, and may not even take that
    throw error;
  }
  const leave = member === undefined ? members.leave : startNewsRounds(components, watch, member.clock);
  const { seed } = cutoverParts;
  const callerName = (caller: string) => names.listNames().get(caller);
  const seenCallers = createSeenCallers({ seed, standing, now, usage: usage.usageOf, callerName });
  const resources = () => components.subject().resources.map(({ name }) => name);
  alarms.addSource(() => resources().flatMap(seenCallers.listFindings));
  for (const name of resources()) recallServed(components, name);
  const { readsFromV2, gate } = components;
  const decisions = createDecisions({ seed, standing, now, readsFromV2 });
  return {
    ...decisions,
    ...createRetirementCommands(components, decisions),
    ...createWriteCommands(components),
    ...{ resources, standing, gate, callerName, counters, leave, alarms },
    subject: components.subject,
    ownAlarms: createOwnAlarms(components),
    /** Records the end of a request; may move a canary back from the next request on. */
    served: servedRecorder,
    /** Records an observation of the comparison. */
    observe: (resource: string, observation: Observation): void => registry.observe(resource, observation),
    /** Replaces all comparisons of a resource. */
    recount: (resource: string, comparisons: readonly ComparedAt[]): void =>
      registry.replaceComparisons(resource, comparisons),
    /** Carries out a change by a person. A move forward needs a passed gate or force. */
    change: (request: ChangeRequest) => carryOut(components, request),
    /** Returns all names: the same map object until something changes. */
    names: names.listNames,
    /** Lists the callers seen at a resource, with the side of each. */
    callers: seenCallers.callersOf,
    /** Sets the name of a caller, found by name or (the beginning of) its fingerprint. Undefined removes a name. */
    label: (askedCaller: string, name: string | undefined) => labelCaller(components, askedCaller, name),
    /**
     * Switches to other mappings: a new epoch discards evidence and holds forward moves at once. If the store fails,
     * every `tick` tries again.
     */
    adopt: (subject: CutoverSubject) => adoptSubject(components, subject).catch(journal.onError),
    /** Stores all counts now, not in the next round; failed records wait, and `health` reports it. */
    save: watch,
    /** Stores the counts, and reads what others have written. Never rejects. Call it every second. */
    saveCounts: createStoreRounds(components, member?.acts === false),
    /** Checks the store, saves evidence and takes due steps of the plan. Call it every few seconds. */
    tick: async (): Promise<void> => {
      await watch();
      if (!members.isLeader()) return;
      if (plan !== undefined && journal.health().ok) await runPlan(plan, components);
      await components.retirement.tick();
    },
    /** Reads the log from the store and verifies its hash chain. Rejects if the store fails. */
    verify: async () => verifyChain(await store.events()),
    overview: () => overviewOf(components, decisions.decide),
    events: log.events,
    health: journal.health,
    members: members.list,
    /** Returns the most processes that answered clients within the last minute, each with its share of the limits. */
    processes: members.serving,
    /** Reports whether this process acts for all that share the store. */
    isLeader: members.isLeader,
    /** Shares a further subject with the processes that use the same store. */
    share: news.share,
  };
}
