import { adoptSubject } from './adoptSubject';
import { brokenOperation } from './brokenOperation';
import { carryOut } from './carryOut';
import { createDecisions } from './createDecisions';
import { LIFEBOAT } from './createMover';
import type { Cutover } from './cutover';
import type { CutoverParts } from './cutoverParts';
import { decide } from './decide';
import { createMachinery, type Machinery } from './machinery';
import { dueStep, lateSteps, runPlan } from './runPlan';
import type { Served } from './served';
import { verifyChain } from './verifyChain';
import { watchStore } from './watchStore';

/** Counts a request; the sentence why its resource has to go back for it, when v2 alone is to blame. */
function countTraffic({ book, standing, health, now }: Machinery, served: Served): string | undefined {
  const { resource, side, operation, failed } = served;
  const { state, sunset } = standing(resource);
  const traffic = book.count(served, state.since);
  if (side !== 'v2' || !failed || traffic.row.blamed === 0) return undefined;
  // At once, so that not even a kill loses it.
  book.save().catch(health.failed);
  const asksBoth = sunset !== undefined && now() < sunset && ['canary', 'v2'].includes(state.stage.kind);
  const broken = asksBoth ? brokenOperation(traffic, now()) : undefined;
  return broken === undefined ? undefined : `${operation}: ${broken}`;
}

function takeNote(machinery: Machinery, given: Served): void {
  const { book, guardOf, log, move, now, surprises } = machinery;
  // What the operator tries out says nothing about the traffic.
  if (given.because === 'forced') return;
  const served = surprises(given) ? { ...given, failed: true } : given;
  const { resource, side, caller, operation, failed, milliseconds } = served;
  book.observe(resource, { kind: 'served', side, caller, operation, failed, milliseconds });
  // A limit that is kept says neither that v2 works nor that it does not.
  if (side === 'v2' && served.signature === 'rateLimited' && !failed) return;
  const broken = countTraffic(machinery, served);
  const statistics = guardOf(resource).after(served, log.state(resource), now());
  const reason = broken ?? statistics;
  if (reason === undefined) return;
  void move(
    resource,
    { kind: 'move', to: { kind: 'shadow' } },
    { actor: LIFEBOAT, cause: 'breaker', reason },
  );
}

function overview({ subject, log, standing, book, plan, now }: Machinery): ReturnType<Cutover['overview']> {
  return subject().resources.map((resource) => ({
    resource: resource.name,
    state: log.state(resource.name),
    decision: decide(standing(resource.name), {}, now()),
    evidence: book.of(resource.name),
    allTime: book.ofAllTime(resource.name),
    next: dueStep(plan, resource, { log, book, now }),
  }));
}

/** Opens the cutover on what its store holds. Rejects when the store fails: a start has to be on firm ground. */
export async function createCutover(parts: CutoverParts): Promise<Cutover> {
  const machinery = createMachinery(parts);
  const { store, log, book, list, health, standing, notify, plan, now, alarms } = machinery;
  const late = (): ReturnType<typeof lateSteps> => lateSteps(plan, machinery.subject(), { log, book, now });
  if (plan !== undefined) alarms.watch(late);
  await list.open();
  await adoptSubject(machinery, parts.subject);
  return {
    ...createDecisions({ seed: parts.seed, standing, now }),
    resources: () => machinery.subject().resources.map(({ name }) => name),
    standing,
    served: (served) => takeNote(machinery, served),
    observe: book.observe,
    recount: book.recount,
    change: (request) => carryOut(machinery, request),
    adopt: (subject) => adoptSubject(machinery, subject).catch(health.failed),
    tick: async () => {
      await watchStore(machinery);
      if (plan !== undefined && health.health().ok) await runPlan(plan, machinery.subject(), machinery);
    },
    ambiguous: async ({ executed = false, ...write }) => {
      const { id, target, problem, side, resource } = write;
      const known = executed ? 'was executed, without its answer,' : 'may have been executed';
      const text = `${target} ${known} by ${side} (${problem}, request ${id})`;
      notify({ kind: 'ambiguousWrite', resource, id, at: now(), text });
      const found = executed ? 'executed' : undefined;
      await list.add([{ ...write, at: now(), found, closed: undefined }]);
    },
    undone: (writes) =>
      list.add(writes.map((write) => ({ ...write, at: now(), found: 'not executed', closed: undefined }))),
    noteFound: list.noteFound,
    writes: list.writes,
    closeWrite: (id, by, note) => list.close(id, { at: now(), by, note }),
    verify: async () => verifyChain(await store.events()),
    lasting: store.lasting,
    overview: () => overview(machinery),
    events: log.events,
    health: health.health,
    alarms,
  };
}
