import { LRUCache } from 'lru-cache';
import { createAlarms } from './alarms';
import { createCallerNames, type NamesByCaller } from './callerNames';
import { createEvidenceBook } from './createEvidenceBook';
import { createGuard, type Guard } from './createGuard';
import { createHealth } from './createHealth';
import { createMover } from './createMover';
import { createStageLog } from './createStageLog';
import { initialState } from './initialState';
import { createWriteList } from './createWriteList';
import { trafficFindings } from './trafficFindings';
import type { Change } from './change';
import type { Subject } from './evidence';
import type { CutoverParts } from './cutoverParts';
import type { Standing } from './decide';
import type { Served } from './served';
import { findingsOf, storeFindings, writeFindings } from './findings';
import { judgeMove, snapshotOf } from './judgeMove';
import type { Stage } from './stage';
import { createUsage } from './usage';

/** Keeps a guard for each resource. */
function createGuards(): (resource: string) => Guard {
  const guards = new Map<string, Guard>();
  return (resource) => {
    const guard = guards.get(resource) ?? createGuard();
    guards.set(resource, guard);
    return guard;
  };
}

/** Callers that are remembered as answered. */
const MOST_CALLERS = 10_000;

/** True for a request that v2 has refused, of a caller that was answered before: to that client v2 is as good as dead. */
function createSurprises(): (served: Served) => boolean {
  const answered = new LRUCache<string, true>({ max: MOST_CALLERS });
  return ({ side, caller, failed, refused = false }) => {
    if (caller === '') return false;
    if (refused) return side === 'v2' && answered.get(caller) === true;
    if (!failed) answered.set(caller, true);
    return false;
  };
}

const noNames: NamesByCaller = new Map();

/** Everything that a cutover is run with. */
export type Machinery = ReturnType<typeof createMachinery>;

/** Puts the parts of a cutover together; nothing is read or written yet. */
export function createMachinery(parts: CutoverParts) {
  const { store, kept, clock, notify, sunset, fallback } = parts;
  const { now } = clock;
  let subject = parts.subject;
  const log = createStageLog(store, kept, { ...initialState, stage: { kind: parts.start ?? 'v1' } });
  const book = createEvidenceBook(store, now, parts.window);
  const usage = createUsage(store, now);
  const names = createCallerNames(store, parts.keyNames ?? (() => noNames));
  const alarms = createAlarms(now, notify);
  const health = createHealth(now, (turned) => alarms.take('cutover.store', storeFindings(turned)));
  const epochOf = (resource: string): string =>
    subject.resources.find(({ name }) => name === resource)?.epoch ?? '';
  const list = createWriteList(store, health.failed);
  const gateParts = { subject: () => subject, log, book, usage, names, plan: parts.plan, sunset, now };
  const snapshot = (resource: string, change: Change): readonly string[] => {
    if (change.kind === 'move') return snapshotOf(gateParts, resource, change.to);
    return change.kind === 'kill' ? snapshotOf(gateParts, resource, { kind: 'v1' }) : [];
  };
  const move = createMover({ log, now, epochOf, notify, callerText: names.text, snapshot });
  const guardOf = createGuards();
  const standing = (resource: string): Standing => ({
    state: log.state(resource),
    sunset,
    degraded: !health.health().ok,
    broken: guardOf(resource).broken(now()),
    fallback,
  });
  alarms.watch(() => writeFindings(list.all()));
  alarms.watch((lasts) =>
    subject.resources.flatMap(({ name }) => {
      const [stands, { traffic }] = [standing(name), book.of(name)];
      return [
        ...findingsOf(name, stands, { failing: guardOf(name).failing(), callerText: names.text }, now()),
        ...trafficFindings(name, lasts, {
          traffic,
          stageSince: stands.state.since,
          now: now(),
        }),
      ];
    }),
  );
  return {
    said: new Map<string, { readonly what: string; readonly at: number }>(),
    ...{ alarms, store, log, book, usage, names, health, list, move, guardOf, standing, notify, now },
    surprises: createSurprises(),
    plan: parts.plan,
    gate: (resource: string, to: Stage) => judgeMove(gateParts, resource, to),
    subject: () => subject,
    exchangeSubject: (next: Subject) => {
      subject = next;
    },
  };
}
