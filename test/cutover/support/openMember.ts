import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../src/contract/clock.js';
import { type Cutover, type CutoverParts, createCutover } from '../../../src/cutover/cutover.js';
import type { MemberStore } from '../../../src/cutover/members/memberStore.js';
import type { Notice } from '../../../src/cutover/notices.js';
import type { Change } from '../../../src/cutover/stages/stageEvent.js';
import type { ManualChange } from '../../../src/cutover/stages/changeRequest.js';
import { openWholeStore, type StoreAt } from '../../../src/store/wholeStore.js';
import { SUNSET } from './openTestCutover.ts';

/** A clock whose timers can be held, as those of a stopped process are. */
function heldClock(clock: Clock) {
  let isHeld = false;
  const due: (() => void)[] = [];
  const heldClock: Clock = {
    ...clock,
    schedule: (delay, action) => {
      let isOver = false;
      const run = (): void => {
        if (isOver) return;
        if (isHeld) due.push(run);
        else action();
      };
      const stop = clock.schedule(delay, run);
      return () => {
        isOver = true;
        stop();
      };
    },
  };
  return {
    clock: heldClock,
    hold: () => void (isHeld = true),
    go: () => {
      isHeld = false;
      for (const action of due.splice(0)) action();
    },
  };
}

/** A process that shares a store with others, as far as the cutover is concerned. */
export interface TestMember extends Cutover {
  readonly id: string;
  readonly notices: readonly Notice[];
  readonly ask: (change: ManualChange, resource?: string) => ReturnType<Cutover['change']>;
  /** Stops it as SIGSTOP does, and lets it go on. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Cuts it off from the store, or connects it again. */
  readonly cut: (isCut: boolean) => void;
  readonly close: () => Promise<void>;
}

const isCutOff = (): Promise<never> => Promise.reject(new Error('the store cannot be reached'));

/** Calls of all members of this process: in one thread, one would wait for ever for another's transaction. */
let calls: Promise<unknown> = Promise.resolve();

/** Carries out a call after those before it. */
function queued<Value>(work: () => Promise<Value>): Promise<Value> {
  const queuedCall = calls.then(work);
  calls = queuedCall.catch(() => undefined);
  return queuedCall;
}

/** Resolves when no member has anything more to ask of its store for now. */
export async function storeIsIdle(): Promise<void> {
  for (let last: unknown; last !== calls;) {
    last = calls;
    await calls;
    await nextTurn();
  }
}

/** Called before each call of a store, such as to set the clock of a server. */
type Before = () => Promise<unknown>;

/** Makes every call of a store fail while `isCut` says so. */
function cuttable<Store extends object>(store: Store, isCut: () => boolean, hook: Before): Store {
  return new Proxy(store, {
    get: (target, name, receiver): unknown => {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'watch') return value;
      return (...givenEntry: readonly unknown[]): unknown => {
        if (isCut()) return isCutOff();
        return queued(async () => {
          await hook();
          return (value as (...givenEntry: readonly unknown[]) => unknown)(...givenEntry);
        });
      };
    },
  });
}

let count = 0;

/** Opens a member of a store, which stores its counts; it follows the plan only when the test calls `tick`. */
export async function openMember(
  at: StoreAt,
  clock: Clock,
  cutoverParts: Partial<CutoverParts> = {},
  as: Partial<NonNullable<CutoverParts['member']>> = {},
  hook: Before = () => Promise.resolve(),
): Promise<TestMember> {
  const opened = await queued(() => openWholeStore(at));
  const heldEntry = heldClock(clock);
  let isCut = false;
  const store = cuttable(opened.cutover, () => isCut, hook);
  const members: MemberStore = cuttable(opened.members, () => isCut, hook);
  const counters = cuttable(opened.counters, () => isCut, hook);
  const notices: Notice[] = [];
  count += 1;
  const id = `member-${String(count).padStart(3, '0')}`;
  const cutover = await createCutover({
    subject: {
      resources: ['account', 'offer'].map((name) => ({ name, operations: ['read', 'update'], epoch: 'e1' })),
    },
    sunset: SUNSET,
    seed: 'seed',
    fallback: true,
    plan: undefined,
    clock,
    notify: (notice) => void notices.push(notice),
    ...cutoverParts,
    store,
    counters,
    member: {
      store: members,
      id,
      name: id,
      secret: 's',
      serves: true,
      acts: true,
      clock: heldEntry.clock,
      ...as,
    },
  });
  let isClosed = false;
  const round = (): void => {
    if (!isClosed) heldEntry.clock.schedule(500, () => void cutover.saveCounts().then(round));
  };
  round();
  return {
    ...cutover,
    id,
    notices,
    ask: (change, resource = 'offer') =>
      cutover.change({ resource, change, actor: id, reason: 'test', force: true, confirm: resource }),
    freeze: heldEntry.hold,
    thaw: heldEntry.go,
    cut: (next) => void (isCut = next),
    close: async () => {
      isClosed = true;
      await cutover.leave().catch(() => undefined);
      // A pool that ends leaves a call that waits for one of its connections without an answer.
      await queued(() => opened.close());
    },
  };
}

/** A move to v2. */
export const toV2: Extract<Change, { kind: 'move' }> = { kind: 'move', to: { kind: 'v2' } };
