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
import type { Subject } from './cutover';
import type { CutoverParts } from './cutoverParts';
import type { Standing } from './decide';
import { findingsOf, storeFindings } from './findings';
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
  const move = createMover({ log, now, epochOf, notify, callerText: names.text });
  const guardOf = createGuards();
  const standing = (resource: string): Standing => ({
    state: log.state(resource),
    sunset,
    degraded: !health.health().ok,
    broken: guardOf(resource).broken(now()),
    fallback,
  });
  alarms.watch((lasts) =>
    subject.resources.flatMap(({ name }) => {
      const [stands, { traffic }] = [standing(name), book.of(name)];
      return [
        ...findingsOf(name, stands, { failing: guardOf(name).failing(), callerText: names.text }, now()),
        ...trafficFindings(name, lasts, { traffic, stageSince: stands.state.since, now: now() }),
      ];
    }),
  );
  return {
    said: new Map<string, { readonly what: string; readonly at: number }>(),
    ...{ alarms, store, log, book, usage, names, health, list, move, guardOf, standing, notify, now },
    plan: parts.plan,
    subject: () => subject,
    exchangeSubject: (next: Subject) => {
      subject = next;
    },
  };
}
