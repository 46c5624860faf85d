import type { LabelOutcome } from './stages/changeRequest';
import { joinMembers } from './members/membership';
import { alone } from './members/memberStore';
import { LIFEBOAT } from './stages/mover';
import type { CutoverSubject, Evidence } from './evidence/evidence';
import { type Components, createComponents, watchComponents } from './cutoverComponents';
import { leftNotices } from './writeList';
import { ownCounts, recallServed, shareCounts } from './evidence/recordServed';
import { HOUR, RECENT } from './evidence/traffic';
import { forecastWrites } from './evidence/writeForecast';
import { sidesSince } from './evidence/trafficSeries';
import { carryOut, changeClient, knownCallers } from './carryOutChange';
import { createDecisions } from './buckets';
import { createSeenCallers } from './seenCallers';
import type { Cutover, CutoverParts, LeftWrite, Overview } from './cutover';
import { createCountRounds } from './evidence/usage';
import { decide, type Decision } from './stages/decide';
import { dueStep, runPlan } from './runPlan';
import { shareRounds } from '../contract/journal';
import { verifyChain } from './stages/stageEvent';

/**
 * Switches to other mappings. Each resource with a changed translation starts with no evidence and, if it has moved, is
 * held; then its stored evidence is loaded. Rejects if the store fails; a repeated call completes the rest only.
 */
async function adoptSubject(components: Components, adopted: CutoverSubject): Promise<void> {
  const { registry, log, move, exchangeSubject } = components;
  exchangeSubject(adopted);
  const { resources } = adopted;
  const moved = resources.filter(({ name, epoch }) => !['', epoch].includes(log.state(name).epoch));
  const reason = 'the mapping or the gateway has changed: evidence begins anew';
  const motive = { actor: LIFEBOAT, cause: 'gate', reason } as const;
  await Promise.all([
    registry.open(resources),
    ...moved.map(({ name, epoch }) => move(name, { kind: 'epoch', epoch }, motive)),
  ]);
}

/** Reopens the store and writes back everything this process holds in memory. */
async function renew({ store, list, registry, names, log }: Components): Promise<void> {
  await log.between((events) => store.renew({ events, writes: list.all() }));
  await store.check();
  await names.keepAnew();
  registry.keepAnew();
}

/** Checks the store, renews it after a failure, and writes all pending records. */
async function watchStore(components: Components): Promise<void> {
  const { store, list, log, journal } = components;
  await journal.attend({
    check: store.check,
    renew: () => renew(components),
    save: async () => {
      await list.flush();
      await adoptSubject(components, components.subject());
      await components.counts().save();
      if (!(await log.flush())) throw new Error('the log cannot be written');
    },
  });
}

/** Counts the seen callers by their current side, without those that are only counted together. */
function countSides(callers: Evidence['callers'], sideOf: (caller: string) => Decision['side']) {
  const sides = { v1: 0, v2: 0, gone: 0 };
  for (const caller of callers.keys()) if (/^[0-9a-f]+$/.test(caller)) sides[sideOf(caller)] += 1;
  return { v1: sides.v1, v2: sides.v2 };
}

function overview(components: Components, sideOf: Cutover['decide']): readonly Overview[] {
  const { subject, log, standing, guardOf, registry, usage, names, plan, now } = components;
  return subject().resources.map((resource) => {
    const { name } = resource;
    const [stands, evidence] = [standing(name), registry.of(name)];
    const written = { usage: usage.of(name), state: stands.state, callerText: names.text };
    return {
      resource: name,
      state: log.state(name),
      decision: decide(stands, {}, now()),
      evidence,
      allTime: registry.ofAllTime(name),
      today: registry.ofToday(name),
      recent: sidesSince(evidence.traffic, now() - RECENT),
      hour: sidesSince(evidence.traffic, now() - HOUR),
      callers: countSides(evidence.callers, (caller) => sideOf(name, caller).side),
      breaker: stands.broken ? 'open' : guardOf(name).failing() ? 'trying' : 'closed',
      sunset: stands.sunset,
      forecast: forecastWrites(written, now()).map(({ sentence }) => sentence),
      next: dueStep(plan, resource, components),
    };
  });
}

/** Returns the functions of a cutover that concern v1 as a whole. */
function retiring(
  components: Components,
  { isInBrownout }: Pick<Cutover, 'isInBrownout'>,
): Pick<Cutover, 'brownouts' | 'brownoutsFor' | 'stopBrownouts' | 'changeClient'> {
  const { retirement, names, subject } = components;
  return {
    brownouts: retirement.list,
    brownoutsFor: (askedCaller) => {
      const foundCaller = names.find(askedCaller, knownCallers(components));
      if (!foundCaller.ok) return foundCaller;
      const { caller } = foundCaller;
      const hits = subject().resources.flatMap(({ name }) => retirement.hits(name, caller, isInBrownout));
      return { ok: true, caller, brownouts: [...new Set(hits)] };
    },
    stopBrownouts: retirement.stop,
    changeClient: (request) => changeClient(components, request),
  };
}

/** Adds the writes that an ended process has left to the list, except those already on it. */
async function listLeft(
  { list, notify, journal, now }: Components,
  writes: readonly LeftWrite[],
): ReturnType<Cutover['leftBehind']> {
  const knownIds = new Set((await list.writes()).map(({ id }) => id));
  const added = writes.filter(({ id }) => !knownIds.has(id));
  for (const notice of leftNotices(added, now())) notify(notice);
  await list.add(added.map((write) => ({ ...write, found: undefined, closed: undefined })));
  return { added, isKept: journal.health().ok };
}

/** Interval (ms) of the exchange of news between processes. */
const EXCHANGE = 250;

/** Joins the processes that share the store, if there are any, and returns the function that leaves them. */
async function join(
  components: Components,
  { member, subject }: CutoverParts,
  watch: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { log, journal } = components;
  if (member === undefined) {
    components.join(alone, ownCounts(components));
    await adoptSubject(components, subject);
    return () => Promise.resolve();
  }
  const membership = await joinMembers({ ...member, follow: log.follow, turned: () => void watch() });
  const counts = shareCounts(components, { ...member, members: membership });
  components.join(membership, counts);
  await adoptSubject(components, subject);
  await counts.reload();
  const exchange = (): Promise<void> =>
    counts.exchange().catch((error: unknown) => {
      journal.failed(error);
      void watch();
    });
  let hasLeft = false;
  let stop = (): void => undefined;
  const round = (): void => {
    if (!hasLeft) stop = member.clock.schedule(EXCHANGE, () => void exchange().then(round));
  };
  round();
  return async () => {
    hasLeft = true;
    stop();
    await exchange();
    await watch();
    await membership.leave();
  };
}

async function label(
  components: Components,
  askedCaller: string,
  name: string | undefined,
): Promise<LabelOutcome> {
  const { names } = components;
  const callers = knownCallers(components);
  const foundCaller = names.find(askedCaller, callers);
  if (!foundCaller.ok) return foundCaller;
  const refused = await names.label(foundCaller.caller, name, callers);
  return refused === undefined ? foundCaller : { ok: false, sentence: refused };
}

async function listAmbiguous(
  { list, notify, now }: Components,
  { executed = false, ...write }: Parameters<Cutover['ambiguous']>[0],
): Promise<void> {
  const { id, target, problem, side, resource } = write;
  const knowledge = executed ? 'was executed, without its answer,' : 'may have been executed';
  const text = `${target} ${knowledge} by ${side} (${problem}, request ${id})`;
  notify({ kind: 'ambiguousWrite', resource, id, at: now(), text });
  const finding = executed ? 'executed' : undefined;
  await list.add([{ ...write, at: now(), found: finding, closed: undefined }]);
}

/** Opens the cutover from its store. Rejects if the store fails, because a start needs a reliable state. */
export async function createCutover(cutoverParts: CutoverParts): Promise<Cutover> {
  const components = createComponents(cutoverParts);
  const { store, log, registry, usage, names, list, journal, standing, plan, now, alarms, counters } =
    components;
  watchComponents(components);
  for (const { open } of [list, counters, names]) await open();
  await usage.read(counters);
  const watch = shareRounds(() => watchStore(components));
  const leave = await join(components, cutoverParts, watch);
  const { seed } = cutoverParts;
  const callerName = (caller: string) => names.all().get(caller);
  const seenCallers = createSeenCallers({ seed, standing, now, usage: usage.of, callerName });
  const resources = () => components.subject().resources.map(({ name }) => name);
  alarms.watch(() => resources().flatMap(seenCallers.findings));
  for (const name of resources()) recallServed(components, name);
  const { readsFromV2 } = components;
  const decisions = createDecisions({ seed, standing, now, readsFromV2 });
  return {
    ...{ ...decisions, ...retiring(components, decisions), resources, standing },
    served: components.counts().served,
    observe: registry.observe,
    recount: registry.recount,
    gate: components.gate,
    change: (request) => carryOut(components, request),
    callerName,
    names: names.all,
    callers: seenCallers.of,
    label: (askedCaller, name) => label(components, askedCaller, name),
    adopt: (subject) => adoptSubject(components, subject).catch(journal.failed),
    save: watch,
    counters,
    saveCounts: createCountRounds(components, cutoverParts.member?.acts === false),
    tick: async () => {
      await watch();
      if (!components.members().isLeader()) return;
      if (plan !== undefined && journal.health().ok) await runPlan(plan, components.subject(), components);
      await components.retirement.tick();
    },
    ambiguous: (write) => listAmbiguous(components, write),
    undone: (writes) =>
      list.add(writes.map((write) => ({ ...write, at: now(), found: 'not executed', closed: undefined }))),
    leftBehind: (writes) => listLeft(components, writes),
    noteFound: list.noteFound,
    writes: list.writes,
    closeWrite: (id, by, note) => list.close(id, { at: now(), by, note }),
    verify: async () => verifyChain(await store.events()),
    lasting: store.lasting,
    overview: () => overview(components, decisions.decide),
    events: log.events,
    health: journal.health,
    members: () => components.members().list(),
    processes: () => components.members().serving(),
    isLeader: () => components.members().isLeader(),
    share: components.counts().share,
    leave,
    alarms,
  };
}
