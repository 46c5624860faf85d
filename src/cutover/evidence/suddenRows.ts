import { HOUR_MS } from '../../contract/clock';
import { Recent } from '../../contract/recent';
import type { Side } from '../stages/stage';
import { failureRowLifetime, SIDES, type Served } from './traffic';

/**
 * Kind of bad requests. `differences` and `refusals` of writes may be usual, so that they count only after good
 * requests. A refusal may be a mistake of its caller, so that its row counts only while others are answered; but after
 * none even one counts. `failures` of a caller always count, until it has another side or stage.
 */
type RowKind = 'differences' | 'refusals' | 'failures';

/** Bad requests in a row of a caller, or of all callers. */
export interface BadRow extends Pick<Served, 'operation' | 'side'> {
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
  /** Number of good requests before the row, once it is long enough. */
  before: number | undefined;
}

interface RowCounts {
  good: number;
  bad: number;
}

/** Number of bad requests in a row, of any callers, that count after at least as many good ones. */
const IN_A_ROW = 5;

/** Number of bad requests in a row of one caller, as they are no accident, even while others are answered. */
export const OF_ONE_CALLER = 3;

/** Number of bad requests in a row of a caller that is new on this side, after five good ones on the other side. */
const OF_A_MOVED_CALLER = 2;

/** Share of bad requests up to which an operation counts as good. */
const USUAL = 0.05;

/** Number of good requests of an operation without a bad one after which even the first refusal by v2 counts. */
const BEFORE_THE_FIRST = 1 / USUAL;

/** Signature of an answer about a missing resource, which is nobody's mistake. */
const GONE = 'notFound';

/** Signature of a refused key, which will be refused again. */
export const KEY_REFUSED = 'unauthenticated';

/** Recognizes the first write that v2 refuses, which counts because a rare caller would otherwise be named late. */
const isFirst = ({ side, word }: BadRow, { good, bad }: RowCounts): boolean =>
  side === 'v2' && word !== GONE && good >= BEFORE_THE_FIRST && bad === 1;

function leastOf(row: BadRow, kind: RowKind, counts: RowCounts, lastGood: number): number {
  if (row.caller === '') return IN_A_ROW;
  if (kind === 'failures') return row.word === KEY_REFUSED ? 1 : OF_ONE_CALLER;
  if (kind === 'refusals' && isFirst(row, counts)) return 1;
  if (row.isMoved) return OF_A_MOVED_CALLER;
  // A good request of the caller would have ended the row, so the latest one since then is of another caller.
  return lastGood >= row.since || kind === 'differences' ? OF_ONE_CALLER : Infinity;
}

/** Counts a good request after a row; true while the row lasts. Only of compared requests one is not enough. */
function goesOn(row: BadRow | undefined, kind: RowKind): row is BadRow {
  if (row === undefined || kind !== 'differences' || row.before === undefined) return false;
  row.good += 1;
  return row.good < (row.caller === '' ? IN_A_ROW : OF_ONE_CALLER);
}

interface Answered {
  /** Clock ms of the latest good request, and the side that answered it. */
  readonly at: number;
  readonly side: Side;
  inRow: number;
}

/** Counted members of a request; `bad` is the reason of a bad one, and undefined for a good one. */
interface Counted extends Pick<Served, 'resource' | 'operation' | 'side' | 'caller'> {
  readonly bad: string | undefined;
}

/** Maximum number of callers of an operation that are remembered as answered, or have a row. */
const MOST_CALLERS = 10_000;

/** Requests of an operation; good requests on the other side count as good before. */
type Operation = ReturnType<typeof newOperation>;

const none = { good: 0, bad: 0 } as const;

const newOperation = () => ({
  /** Requests of this hour and of the hour before. */
  hours: [{ begins: 0, ...none }, none] as readonly [RowCounts & { readonly begins: number }, RowCounts],
  /** Clock ms of the latest good request of any caller. */
  lastGood: -Infinity,
  answered: new Recent<string, Answered>(MOST_CALLERS),
  /** Rows by caller, the latest last. */
  rows: { v1: new Map<string, BadRow>(), v2: new Map<string, BadRow>() },
});

/** Returns the counts of the present hour. */
function turn(operation: Operation, now: number): RowCounts {
  const begins = Math.floor(now / HOUR_MS) * HOUR_MS;
  const [present] = operation.hours;
  if (present.begins === begins) return present;
  operation.hours = [{ begins, ...none }, present.begins === begins - HOUR_MS ? present : none];
  return operation.hours[0];
}

/** Detector of bad requests in a row, by resource, operation, side and caller, with a threshold for each kind. */
export class SuddenRows {
  readonly #resources = new Map<string, Map<string, Operation>>();

  constructor(private readonly kind: RowKind) {}

  #operationOf(resource: string, name: string): Operation {
    const operations = this.#resources.get(resource) ?? new Map<string, Operation>();
    this.#resources.set(resource, operations);
    const operation = operations.get(name) ?? newOperation();
    operations.set(name, operation);
    return operation;
  }

  /** Restores an operation after a restart: requests of its last hour, and instants at which callers were answered. */
  recall(
    { resource, operation: name }: Pick<Served, 'resource' | 'operation'>,
    { good, bad }: RowCounts,
    callers: Iterable<readonly [caller: string, at: number]>,
    now: number,
  ): void {
    const operation = this.#operationOf(resource, name);
    const hour = turn(operation, now);
    hour.good += good;
    hour.bad += bad;
    // The side that has answered is unknown, so none of them counts as moved.
    for (const [caller, at] of callers) operation.answered.set(caller, { at, side: 'v1', inRow: 0 });
  }

  /** Counts a request; returns the row of its caller, even a short one. */
  note(counted: Counted, now: number, stageSince = 0): Readonly<BadRow> | undefined {
    const { resource, operation: name, caller, bad } = counted;
    const operation = this.#operationOf(resource, name);
    if (this.kind === 'failures') return this.#noteRow(operation, counted, undefined, now, stageSince);
    turn(operation, now)[bad === undefined ? 'good' : 'bad'] += 1;
    this.#noteRow(operation, { ...counted, caller: '' }, undefined, now, stageSince);
    return caller === '' ? undefined : this.#noteCaller(operation, counted, now, stageSince);
  }

  #noteCaller(operation: Operation, counted: Counted, now: number, stageSince: number): BadRow | undefined {
    const { side, caller, bad } = counted;
    const good = operation.answered.get(caller);
    if (bad === undefined) {
      operation.answered.set(caller, { at: now, side, inRow: (good?.inRow ?? 0) + 1 });
      operation.lastGood = now;
      return this.#noteRow(operation, counted, good, now, stageSince);
    }
    // Only who was answered before can be refused suddenly.
    const isAnswered = good !== undefined && now - good.at < 2 * HOUR_MS;
    const isNoted = isAnswered || operation.rows[side].has(caller);
    const row = isNoted ? this.#noteRow(operation, counted, good, now, stageSince) : undefined;
    if (good !== undefined) good.inRow = 0;
    return row;
  }

  #noteRow(
    operation: Operation,
    { operation: name, side, caller, bad }: Counted,
    good: Answered | undefined,
    now: number,
    stageSince: number,
  ): BadRow | undefined {
    const rows = operation.rows[side];
    const present = rows.get(caller);
    rows.delete(caller);
    if (bad === undefined) {
      if (goesOn(present, this.kind)) rows.set(caller, present);
      return undefined;
    }
    const isMoved = good !== undefined && good.inRow >= IN_A_ROW && good.side !== side;
    const empty = { bad: 0, good: 0, word: '', same: 0, since: now, latest: now, pause: 0 };
    const row: BadRow =
      present?.stageSince === stageSince
        ? present
        : { operation: name, side, caller, ...empty, stageSince, isMoved, before: undefined };
    rows.set(caller, row);
    const [oldest] = rows.keys();
    if (rows.size > MOST_CALLERS && oldest !== undefined) rows.delete(oldest);
    this.#lengthen(row, operation, bad, now);
    return row;
  }

  /** Counts a bad request; enough of them are a row, if as many were good before and hardly any was bad otherwise. */
  #lengthen(row: BadRow, { hours: [present, past], lastGood }: Operation, word: string, now: number): void {
    row.bad += 1;
    row.good = 0;
    row.same = row.word === word ? row.same + 1 : 1;
    row.word = word;
    row.pause = now - row.latest;
    row.latest = now;
    const [good, bad] = [present.good + past.good, present.bad + past.bad];
    const badBefore = Math.max(0, bad - row.bad);
    const isSudden = good >= IN_A_ROW && badBefore <= USUAL * (good + badBefore);
    if (this.kind !== 'failures' && !isSudden) return;
    if (row.bad >= leastOf(row, this.kind, { good, bad }, lastGood)) row.before ??= good;
  }

  /** Reports whether anything was noted at a resource. */
  has(resource: string): boolean {
    return this.#resources.has(resource);
  }

  /** Ends the rows of a caller on a side. */
  end(resource: string, side: Side, caller: string): void {
    for (const { rows } of this.#resources.get(resource)?.values() ?? []) rows[side].delete(caller);
  }

  resources(): Iterable<string> {
    return this.#resources.keys();
  }

  /** Returns the rows of a resource that are alarms, by operation and side. */
  of(resource: string, now: number): readonly (readonly Readonly<BadRow>[])[] {
    return [...(this.#resources.get(resource)?.values() ?? [])].flatMap(({ rows }) =>
      SIDES.map((side) =>
        [...rows[side].values()].filter(
          ({ before: goodBefore, latest: latestAt, pause }) =>
            goodBefore !== undefined && now - latestAt < failureRowLifetime(pause),
        ),
      ),
    );
  }
}
