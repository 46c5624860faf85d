import { createEvidenceBook } from './createEvidenceBook';
import { createGuard, type Guard } from './createGuard';
import { createHealth, type Health } from './createHealth';
import { createMover } from './createMover';
import { createStageLog } from './createStageLog';
import { initialState } from './initialState';
import { createWriteList } from './createWriteList';
import type { Subject } from './cutover';
import type { CutoverParts } from './cutoverParts';
import type { Standing } from './decide';
import type { Notice } from './notice';

/** Keeps a guard for each resource. */
function createGuards(): (resource: string) => Guard {
  const guards = new Map<string, Guard>();
  return (resource) => {
    const guard = guards.get(resource) ?? createGuard();
    guards.set(resource, guard);
    return guard;
  };
}

function healthNotice(health: Health, at: number): Notice {
  const resource = '*';
  if (health.ok) return { kind: 'recovered', resource, id: `recovered ${at}`, at, text: 'the store is back' };
  const text = `the store cannot be relied on (${health.reason}): v1 answers while it lives`;
  return { kind: 'degraded', resource, id: `degraded ${at}`, at, text };
}

/** Everything that a cutover is run with. */
export type Machinery = ReturnType<typeof createMachinery>;

/** Puts the parts of a cutover together; nothing is read or written yet. */
export function createMachinery(parts: CutoverParts) {
  const { store, kept, clock, notify, sunset, fallback } = parts;
  const { now } = clock;
  let subject = parts.subject;
  const log = createStageLog(store, kept, { ...initialState, stage: { kind: parts.start ?? 'v1' } });
  const book = createEvidenceBook(store, now);
  const health = createHealth(now, (turned) => notify(healthNotice(turned, now())));
  const list = createWriteList(store, health.failed);
  const move = createMover(log, now, () => subject.epoch, notify);
  const guardOf = createGuards();
  const standing = (resource: string): Standing => ({
    state: log.state(resource),
    sunset,
    degraded: !health.health().ok,
    broken: guardOf(resource).broken(now()),
    fallback,
  });
  return {
    ...{ store, log, book, health, list, move, guardOf, standing, notify, now },
    plan: parts.plan,
    subject: () => subject,
    exchangeSubject: (next: Subject) => {
      subject = next;
    },
  };
}
