import { HOUR_MS } from '../../contract/clock';
import { Recent } from '../../contract/recent';
import type { Side } from '../stages/stage';
import { streakLifetimeMs, SIDES, type ServedRequest } from './traffic';

/**
 * Kind of bad requests. `differences` and `refusals` of writes may be usual, so that they count only after good
 * requests. A refusal may be a mistake of its caller, so that its streak counts only while others are answered; but after
 * none even one counts. `failures` of a caller always count, until it has another side or stage.
 */
type StreakKind = 'differences' | 'refusals' | 'failures';

/** Bad requests in a row of a caller, or of all callers. */
export interface BadStreak extends Pick<ServedRequest, 'operation' | 'side'> {
  /** Empty for all callers together. */
  readonly caller: string;
  bad: number;
  /** Number of good requests after the latest bad one. */
  good: number;
  word: string;
  /** Number of the latest bad requests with this word. */
  same: number;
  /** Clock ms of the first bad request, of the latest one, and the time between the latest two. */
  readonly since: number;
  latest: number;
  pause: number;
  /** Start of the stage, clock ms. */
  readonly stageSince: number;
  /** True if the other side has always answered this caller, so that only the side has changed. */
  readonly isMoved: boolean;
  /** Number of good requests before the streak, once it is long enough. */
  before: number | undefined;
}

interface Counts {
  good: number;
  bad: number;
}

/** Number of bad requests in a row, of any callers, that count after at least as many good ones. */
const JOINT_STREAK = 5;

/** Number of bad requests of one caller in a row that can be no accident, even while other callers are answered. */
export const CALLER_STREAK = 3;

/** Number of bad requests in a row of a caller that is new on this side, after five good ones on the other side. */
const MOVED_STREAK = 2;

/** Share of bad requests up to which an operation counts as good. */
const USUAL_BAD_SHARE = 0.05;

/** Number of good requests of an operation without a bad one after which even the first refusal by v2 counts. */
const MIN_GOOD_BEFORE_FIRST = 1 / USUAL_BAD_SHARE;

/** Signature of an answer about a missing resource, which is nobody's mistake. */
const GONE = 'notFound';

/** Signature of a refused key, which will be refused again. */
export const KEY_REFUSED = 'unauthenticated';

/** Recognizes the first write that v2 refuses, which counts because a rare caller would otherwise be named late. */
const isFirst = ({ side, word }: BadStreak, { good, bad }: Counts): boolean =>
  side === 'v2' && word !== GONE && good >= MIN_GOOD_BEFORE_FIRST && bad === 1;

/** Returns the length from which a streak is an alarm. */
function minStreakOf(streak: BadStreak, kind: StreakKind, counts: Counts, lastGood: number): number {
  if (streak.caller === '') return JOINT_STREAK;
  if (kind === 'failures') return streak.word === KEY_REFUSED ? 1 : CALLER_STREAK;
  if (kind === 'refusals' && isFirst(streak, counts)) return 1;
  if (streak.isMoved) return MOVED_STREAK;
  // A good request of the caller would have ended the streak, so the latest one since then is of another caller.
  return lastGood >= streak.since || kind === 'differences' ? CALLER_STREAK : Infinity;
}

/** Counts a good request after a streak. Returns true while that lasts: only compared requests need more than one. */
function countGood(streak: BadStreak | undefined, kind: StreakKind): streak is BadStreak {
  if (streak === undefined || kind !== 'differences' || streak.before === undefined) return false;
  streak.good += 1;
  return streak.good < (streak.caller === '' ? JOINT_STREAK : CALLER_STREAK);
}

interface Answered {
  /** Clock ms of the latest good request, and the side that answered it. */
  readonly at: number;
  readonly side: Side;
  inRow: number;
}

/** Counted members of a request; `bad` is the reason of a bad one, and undefined for a good one. */
interface Counted extends Pick<ServedRequest, 'resource' | 'operation' | 'side' | 'caller'> {
  readonly bad: string | undefined;
}

/** Maximum number of callers of an operation that are remembered as answered, or have a streak. */
const MAX_CALLERS = 10_000;

/** Requests of an operation; good requests on the other side count as good before. */
type Operation = ReturnType<typeof newOperation>;

const none = { good: 0, bad: 0 } as const;

const newOperation = () => ({
  /** Requests of this hour and of the hour before. */
  hours: [{ begins: 0, ...none }, none] as readonly [Counts & { readonly begins: number }, Counts],
  /** Clock ms of the latest good request of any caller. */
  lastGood: -Infinity,
  answered: new Recent<string, Answered>(MAX_CALLERS),
  /** Streaks by caller, the latest last. */
  streaks: { v1: new Map<string, BadStreak>(), v2: new Map<string, BadStreak>() },
});

/** Returns the counts of the present hour. */
function countsOfHour(operation: Operation, now: number): Counts {
  const begins = Math.floor(now / HOUR_MS) * HOUR_MS;
  const [present] = operation.hours;
  if (present.begins === begins) return present;
  operation.hours = [{ begins, ...none }, present.begins === begins - HOUR_MS ? present : none];
  return operation.hours[0];
}

/** Detector of bad requests in a row, by resource, operation, side and caller, with a threshold for each kind. */
export class SuddenStreaks {
  readonly #resources = new Map<string, Map<string, Operation>>();

  constructor(private readonly kind: StreakKind) {}

  #operationOf(resource: string, name: string): Operation {
    const operations = this.#resources.get(resource) ?? new Map<string, Operation>();
    this.#resources.set(resource, operations);
    const operation = operations.get(name) ?? newOperation();
    operations.set(name, operation);
    return operation;
  }

  /** Restores an operation after a restart: requests of its last hour, and instants at which callers were answered. */
  restoreOperation(
    { resource, operation: name }: Pick<ServedRequest, 'resource' | 'operation'>,
    { good, bad }: Counts,
    callers: Iterable<readonly [caller: string, at: number]>,
    now: number,
  ): void {
    const operation = this.#operationOf(resource, name);
    const hour = countsOfHour(operation, now);
    hour.good += good;
    hour.bad += bad;
    // The side that has answered is unknown, so none of them counts as moved.
    for (const [caller, at] of callers) operation.answered.set(caller, { at, side: 'v1', inRow: 0 });
  }

  /** Counts a request. Returns the streak of its caller, even a short one. */
  count(request: Counted, now: number, stageSince = 0): Readonly<BadStreak> | undefined {
    const { resource, operation: name, caller, bad } = request;
    const operation = this.#operationOf(resource, name);
    if (this.kind === 'failures') return this.#noteStreak(operation, request, undefined, now, stageSince);
    countsOfHour(operation, now)[bad === undefined ? 'good' : 'bad'] += 1;
    this.#noteStreak(operation, { ...request, caller: '' }, undefined, now, stageSince);
    return caller === '' ? undefined : this.#noteCaller(operation, request, now, stageSince);
  }

  #noteCaller(
    operation: Operation,
    request: Counted,
    now: number,
    stageSince: number,
  ): BadStreak | undefined {
    const { side, caller, bad } = request;
    const good = operation.answered.get(caller);
    if (bad === undefined) {
      operation.answered.set(caller, { at: now, side, inRow: (good?.inRow ?? 0) + 1 });
      operation.lastGood = now;
      return this.#noteStreak(operation, request, good, now, stageSince);
    }
    // Only who was answered before can be refused suddenly.
    const isAnswered = good !== undefined && now - good.at < 2 * HOUR_MS;
    const isNoted = isAnswered || operation.streaks[side].has(caller);
    const streak = isNoted ? this.#noteStreak(operation, request, good, now, stageSince) : undefined;
    if (good !== undefined) good.inRow = 0;
    return streak;
  }

  #noteStreak(
    operation: Operation,
    { operation: name, side, caller, bad }: Counted,
    good: Answered | undefined,
    now: number,
    stageSince: number,
  ): BadStreak | undefined {
    const streaks = operation.streaks[side];
    const present = streaks.get(caller);
    streaks.delete(caller);
    if (bad === undefined) {
      if (countGood(present, this.kind)) streaks.set(caller, present);
      return undefined;
    }
    const isMoved = good !== undefined && good.inRow >= JOINT_STREAK && good.side !== side;
    const empty = { bad: 0, good: 0, word: '', same: 0, since: now, latest: now, pause: 0 };
    const streak: BadStreak =
      present?.stageSince === stageSince
        ? present
        : { operation: name, side, caller, ...empty, stageSince, isMoved, before: undefined };
    streaks.set(caller, streak);
    const [oldest] = streaks.keys();
    if (streaks.size > MAX_CALLERS && oldest !== undefined) streaks.delete(oldest);
    this.#lengthen(streak, operation, bad, now);
    return streak;
  }

  /** Counts a bad request. Enough of them, after as many good ones and hardly any other bad one, are a streak. */
  #lengthen(streak: BadStreak, { hours, lastGood }: Operation, word: string, now: number): void {
    streak.bad += 1;
    streak.good = 0;
    streak.same = streak.word === word ? streak.same + 1 : 1;
    streak.word = word;
    streak.pause = now - streak.latest;
    streak.latest = now;
    const [present, past] = hours;
    const [good, bad] = [present.good + past.good, present.bad + past.bad];
    const badBefore = Math.max(0, bad - streak.bad);
    const isSudden = good >= JOINT_STREAK && badBefore <= USUAL_BAD_SHARE * (good + badBefore);
    if (this.kind !== 'failures' && !isSudden) return;
    if (streak.bad >= minStreakOf(streak, this.kind, { good, bad }, lastGood)) streak.before ??= good;
  }

  /** Reports whether anything was noted at a resource. */
  hasResource(resource: string): boolean {
    return this.#resources.has(resource);
  }

  /** Ends the streaks of a caller on a side. */
  endStreaks(resource: string, side: Side, caller: string): void {
    for (const { streaks } of this.#resources.get(resource)?.values() ?? []) streaks[side].delete(caller);
  }

  listResources(): Iterable<string> {
    return this.#resources.keys();
  }

  /** Returns the streaks of a resource that are alarms, by operation and side. */
  alarmingStreaks(resource: string, now: number): readonly (readonly Readonly<BadStreak>[])[] {
    return [...(this.#resources.get(resource)?.values() ?? [])].flatMap(({ streaks }) =>
      SIDES.map((side) =>
        [...streaks[side].values()].filter(
          ({ before: goodBefore, latest: latestAt, pause }) =>
            goodBefore !== undefined && now - latestAt < streakLifetimeMs(pause),
        ),
      ),
    );
  }
}
