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
import { type Alarms, createAlarms } from './alarms';
import { findingsOf, memberFindings, writeFindings } from './cutoverFindings';
import { refusalFindings } from './evidence/suddenFindings';
import { trafficFindings } from './evidence/trafficFindings';
import { writing } from './writeList';
import { createServedRecorder, recallServed } from './evidence/recordServed';
import { adoptSubject, createStoreRounds, exchangeNews, watchStore } from './members/joinStore';
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
import { shareRounds } from '../contract/journal';
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
  | 'figures'
  | 'resources'
  | 'callerName'
  | 'processes'
  | 'served'
  | 'ambiguous'
  | 'undone'
  | 'noteFound'
>;

/** Returns the functions of a cutover that concern v1 as a whole. */
function retiring(components: Components, { isInBrownout }: Pick<Decisions, 'isInBrownout'>) {
  const { retirement, names, subject } = components;
  return {
    brownouts: retirement.list,
    /** Returns the ids of the brownouts that would refuse a caller, found by name or (the beginning of) its fingerprint. */
    brownoutsFor: (askedCaller: string) => {
      const foundCaller = names.find(askedCaller, knownCallers(components));
      if (!foundCaller.ok) return foundCaller;
      const { caller } = foundCaller;
      const hits = subject().resources.flatMap(({ name }) => retirement.hits(name, caller, isInBrownout));
      return { ok: true, caller, brownouts: [...new Set(hits)] } as const;
    },
    stopBrownouts: retirement.stop,
  };
}

async function label(
  components: Components,
  askedCaller: string,
  name: string | undefined,
): Promise<FoundCaller> {
  const { names } = components;
  const callers = knownCallers(components);
  const foundCaller = names.find(askedCaller, callers);
  if (!foundCaller.ok) return foundCaller;
  const refused = await names.label(foundCaller.caller, name, callers);
  return refused === undefined ? foundCaller : { ok: false, sentence: refused };
}

/** Adds the parts of a cutover to the sources of the alarms. */
function watchComponents(components: Components): void {
  const { alarms, list, names, registry, guardOf, standing, subject, now } = components;
  const { callerFailures, refusedWrites } = components;
  const callerText = names.text;
  alarms.watch(() => lateSteps(components));
  alarms.watch(() => memberFindings(components.members));
  alarms.watch(() => writeFindings(list.all()));
  alarms.watch(() => refusalFindings(refusedWrites, callerText, now()));
  alarms.watch((lasts) =>
    subject().resources.flatMap(({ name }) => {
      const [stands, traffic] = [standing(name), registry.trafficOf(name)];
      const at = { stageSince: stands.state.since, now: now() };
      return [
        ...findingsOf(name, stands, { failing: guardOf(name).failing(), callerText }, now()),
        ...trafficFindings(name, lasts, { traffic, ...at }),
        ...callerFailures.findings({ resource: name, ...at, callerText }),
      ];
    }),
  );
}

/** Returns the alarms that only this process can know of; all processes show them as long as this one lives. */
const reporting = ({ alarms, ownAlarms }: Components): Pick<Alarms, 'watch' | 'take'> => ({
  watch: ownAlarms.watch,
  take: (source, findings) => {
    ownAlarms.take(source, findings);
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

/** Loads everything from the store; the news of others begin before that, so that none of them is missed. */
async function load(components: Components): Promise<void> {
  const { list, counters, names, usage, news, subject } = components;
  await news.exchange();
  await Promise.all([list.read(), counters.open(), names.read()]);
  await usage.read(counters);
  await adoptSubject(components, subject());
}

/** Opens the cutover from its store. Rejects if the store fails, because a start needs a reliable state. */
export async function createCutover(cutoverParts: ComponentParts) {
  const components = createComponents(cutoverParts, await joinStore(cutoverParts));
  const { store, log, registry, usage, names, journal, standing, plan, now, alarms, counters } = components;
  const { members, news } = components;
  const { member } = cutoverParts;
  watchComponents(components);
  const watch = shareRounds(() => watchStore(components));
  const served = createServedRecorder(components, member?.acts ?? true);
  try {
    await load(components);
  } catch (error) {
    await members.leave().catch(() => undefined); // the store fails, and may not even take that
    throw error;
  }
  const leave = member === undefined ? members.leave : exchangeNews(components, watch, member.clock);
  const { seed } = cutoverParts;
  const callerName = (caller: string) => names.all().get(caller);
  const seenCallers = createSeenCallers({ seed, standing, now, usage: usage.of, callerName });
  const resources = () => components.subject().resources.map(({ name }) => name);
  alarms.watch(() => resources().flatMap(seenCallers.findings));
  for (const name of resources()) recallServed(components, name);
  const { readsFromV2, gate } = components;
  const decisions = createDecisions({ seed, standing, now, readsFromV2 });
  return {
    ...decisions,
    ...retiring(components, decisions),
    ...writing(components),
    ...{ resources, standing, gate, callerName, counters, leave, alarms },
    ownAlarms: reporting(components),
    /** Records the end of a request; may move a canary back from the next request on. */
    served,
    /** Records an observation of the comparison. */
    observe: (resource: string, observation: Observation): void => registry.observe(resource, observation),
    /** Replaces all comparisons of a resource. */
    recount: (resource: string, comparisons: readonly ComparedAt[]): void =>
      registry.recount(resource, comparisons),
    /** Carries out a change by a person; a move forward only if the gate is passed or the change is forced. */
    change: (request: ChangeRequest) => carryOut(components, request),
    /** Returns all names: the same map object until something changes. */
    names: names.all,
    /** Lists the callers seen at a resource, with the side of each. */
    callers: seenCallers.of,
    /** Sets the name of a caller, found by name or (the beginning of) its fingerprint; undefined removes it. */
    label: (askedCaller: string, name: string | undefined) => label(components, askedCaller, name),
    /**
     * Switches to other mappings: a new epoch discards evidence and holds forward moves at once. If the store fails,
     * every `tick` tries again.
     */
    adopt: (subject: CutoverSubject) => adoptSubject(components, subject).catch(journal.failed),
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
