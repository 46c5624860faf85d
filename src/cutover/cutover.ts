import type { FoundCaller } from './callerNames';
import type { ChangeRequest } from './stages/changeRequest';
import type { ComparedAt, Observation } from './evidence/dailyEvidence';
import type { CutoverSubject } from './evidence/evidenceRegistry';
import { type ComponentParts, type Components, createComponents } from './cutoverComponents';
import { findingsOf, memberFindings, writeFindings } from './cutoverFindings';
import { refusalFindings } from './evidence/suddenFindings';
import { trafficFindings } from './evidence/trafficFindings';
import { leftNotices } from './writeList';
import { createServed, recallServed } from './evidence/recordServed';
import { adoptSubject, createCountRounds, join, watchStore } from './members/joinStore';
import { overviewOf } from './overview';
import { carryOut, knownCallers } from './carryOutChange';
import { createDecisions, type Decisions } from './buckets';
import { createSeenCallers } from './seenCallers';
import type { AmbiguousWrite, ListedWrite } from './cutoverStore';
import { lateSteps, runPlan } from './runPlan';
import { shareRounds } from '../contract/journal';
import { verifyChain } from './stages/stageEvent';

export type CutoverParts = Parameters<typeof createCutover>[0];

/** Runs the staged cutover in one process. */
export type Cutover = Awaited<ReturnType<typeof createCutover>>;

/** Current state of one resource. */
export type Overview = ReturnType<Cutover['overview']>[number];

/** Write that was running when its process ended, with the instant (clock ms) at which it was sent. */
export type LeftWrite = ListedWrite & Pick<AmbiguousWrite, 'at'>;

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

/** Adds the writes that an ended process has left to the list, except those already on it. */
async function listLeft(
  { list, notify, journal, now }: Components,
  writes: readonly LeftWrite[],
): Promise<{ readonly added: readonly LeftWrite[]; readonly isKept: boolean }> {
  const knownIds = new Set((await list.writes()).map(({ id }) => id));
  const added = writes.filter(({ id }) => !knownIds.has(id));
  for (const notice of leftNotices(added, now())) notify(notice);
  await list.add(added.map((write) => ({ ...write, found: undefined, closed: undefined })));
  return { added, isKept: journal.health().ok };
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

async function listAmbiguous(
  { list, notify, now }: Components,
  { executed = false, ...write }: ListedWrite & { readonly executed?: boolean },
): Promise<void> {
  const { id, target, problem, side, resource } = write;
  const knowledge = executed ? 'was executed, without its answer,' : 'may have been executed';
  const text = `${target} ${knowledge} by ${side} (${problem}, request ${id})`;
  notify({ kind: 'ambiguousWrite', resource, id, at: now(), text });
  const finding = executed ? 'executed' : undefined;
  await list.add([{ ...write, at: now(), found: finding, closed: undefined }]);
}

/** Adds the parts of a cutover to the sources of the alarms. */
function watchComponents(components: Components): void {
  const { alarms, list, names, registry, guardOf, standing, subject, now } = components;
  const { callerFailures, refusedWrites } = components;
  const callerText = names.text;
  alarms.watch(() => lateSteps(components));
  alarms.watch(() => memberFindings(components.members()));
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

/** Opens the cutover from its store. Rejects if the store fails, because a start needs a reliable state. */
export async function createCutover(cutoverParts: ComponentParts) {
  const components = createComponents(cutoverParts);
  const { store, log, registry, usage, names, list, journal, standing, plan, now, alarms, counters } =
    components;
  watchComponents(components);
  for (const { open } of [list, counters, names]) await open();
  await usage.read(counters);
  const watch = shareRounds(() => watchStore(components));
  const { served, part } = createServed(components, cutoverParts.member?.acts ?? true);
  const leave = await join(components, cutoverParts, part, watch);
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
    ...{ resources, standing, gate, callerName, counters, leave, alarms },
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
    /** Stores the counts, and reads those of others. Never rejects. Call it every second. */
    saveCounts: createCountRounds(components, cutoverParts.member?.acts === false),
    /** Checks the store, saves evidence and takes due steps of the plan. Call it every few seconds. */
    tick: async (): Promise<void> => {
      await watch();
      if (!components.members().isLeader()) return;
      if (plan !== undefined && journal.health().ok) await runPlan(plan, components);
      await components.retirement.tick();
    },
    /** Adds an ambiguous write to the list; resolves once it is stored or the store has failed. */
    ambiguous: (write: Parameters<typeof listAmbiguous>[1]) => listAmbiguous(components, write),
    /** Adds the unexecuted parts of a write to the list, all in one transaction. */
    undone: (writes: readonly ListedWrite[]): Promise<void> =>
      list.add(writes.map((write) => ({ ...write, at: now(), found: 'not executed', closed: undefined }))),
    /**
     * Adds writes that were running when a process ended, all in one transaction, with one notice for each resource.
     * Resolves to those that were not listed before, and whether they are stored. Rejects if the store fails.
     */
    leftBehind: (writes: readonly LeftWrite[]) => listLeft(components, writes),
    noteFound: list.noteFound,
    writes: (): Promise<readonly AmbiguousWrite[]> => list.writes(),
    /** Closes an open write of the list; resolves to false for an unknown write. */
    closeWrite: (id: string, by: string, note: string) => list.close(id, { at: now(), by, note }),
    /** Reads the log from the store and verifies its hash chain. Rejects if the store fails. */
    verify: async () => verifyChain(await store.events()),
    overview: () => overviewOf(components, decisions.decide),
    events: log.events,
    health: journal.health,
    members: () => components.members().list(),
    /** Returns the most processes that answered clients within the last minute, each with its share of the limits. */
    processes: () => components.members().serving(),
    /** Reports whether this process acts for all that share the store. */
    isLeader: () => components.members().isLeader(),
    /** Shares a further subject with the processes that use the same store. */
    share: components.news().share,
  };
}
