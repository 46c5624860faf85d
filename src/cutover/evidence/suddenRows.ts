import { Recent } from '../../contract/recent';
import type { Side } from '../stages/stage';
import {
  alarming,
  type RowCounts,
  goesOn,
  IN_A_ROW,
  type RowKind,
  lengthen,
  newRow,
  type BadRow,
} from './badRow';
import { HOUR, type Served } from './traffic';

/** Good requests of a caller. */
interface Answered {
  /** Clock ms of the latest good request, and the side that answered it. */
  readonly at: number;
  readonly side: Side;
  /** Number of good requests in a row. */
  inRow: number;
}

/** Requests of an operation; good requests on the other side count as good before. */
interface Operation {
  /** Requests of this hour and of the hour before. */
  hours: readonly [RowCounts & { readonly begins: number }, RowCounts];
  /** Clock ms of the latest good request of any caller. */
  lastGood: number;
  readonly answered: Recent<string, Answered>;
  /** Rows by caller, the latest last. */
  readonly rows: Readonly<Record<Side, Map<string, BadRow>>>;
}

/** Counted members of a request; `bad` is the reason of a bad one, and undefined for a good one. */
interface Counted extends Pick<Served, 'resource' | 'operation' | 'side' | 'caller'> {
  readonly bad: string | undefined;
}

/** Rows of an operation that are alarms: the row of all callers, or else the longest of those of single callers. */
export interface SuddenRow
  extends Pick<Served, 'resource'>, Pick<BadRow, 'operation' | 'side' | 'bad' | 'word'> {
  readonly before: number;
  /** Callers with separate rows; empty if all callers together have one. */
  readonly callers: readonly string[];
}

/** Maximum number of callers of an operation that are remembered as answered, or have a row. */
const MOST_CALLERS = 10_000;

const SIDES = ['v1', 'v2'] as const;

const newOperation = (): Operation => ({
  hours: [
    { begins: 0, good: 0, bad: 0 },
    { good: 0, bad: 0 },
  ],
  lastGood: -Infinity,
  answered: new Recent(MOST_CALLERS),
  rows: { v1: new Map(), v2: new Map() },
});

/** Returns the counts of the present hour. */
function turn(operation: Operation, now: number): RowCounts {
  const begins = Math.floor(now / HOUR) * HOUR;
  const [present] = operation.hours;
  if (present.begins === begins) return present;
  const past = present.begins === begins - HOUR ? present : { good: 0, bad: 0 };
  operation.hours = [{ begins, good: 0, bad: 0 }, past];
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
    const isAnswered = good !== undefined && now - good.at < 2 * HOUR;
    const row =
      isAnswered || operation.rows[side].has(caller)
        ? this.#noteRow(operation, counted, good, now, stageSince)
        : undefined;
    if (good !== undefined) good.inRow = 0;
    return row;
  }

  #noteRow(
    operation: Operation,
    counted: Counted,
    good: Answered | undefined,
    now: number,
    stageSince: number,
  ): BadRow | undefined {
    const { side, caller, bad } = counted;
    const rows = operation.rows[side];
    const present = rows.get(caller);
    rows.delete(caller);
    if (bad === undefined) {
      if (goesOn(present, this.kind)) rows.set(caller, present);
      return undefined;
    }
    const usedSide = good !== undefined && good.inRow >= IN_A_ROW ? good.side : undefined;
    const row = present?.stageSince === stageSince ? present : newRow(counted, usedSide, now, stageSince);
    rows.set(caller, row);
    const [oldest] = rows.keys();
    if (rows.size > MOST_CALLERS && oldest !== undefined) rows.delete(oldest);
    const { hours, lastGood } = operation;
    const counts = { good: hours[0].good + hours[1].good, bad: hours[0].bad + hours[1].bad, lastGood };
    lengthen(row, this.kind, counts, bad, now);
    return row;
  }

  /** Reports whether anything was noted at a resource. */
  has(resource: string): boolean {
    return this.#resources.has(resource);
  }

  /** Ends the rows of a caller on a side. */
  end(resource: string, side: Side, caller: string): void {
    for (const { rows } of this.#resources.get(resource)?.values() ?? []) rows[side].delete(caller);
  }

  /** Returns the rows of a resource that are alarms. */
  of(resource: string, now: number): readonly Readonly<BadRow>[] {
    return [...(this.#resources.get(resource)?.values() ?? [])].flatMap(({ rows }) =>
      SIDES.flatMap((side) => alarming(rows[side], now)),
    );
  }

  /** Returns the alarms by operation and side. */
  found(now: number): readonly SuddenRow[] {
    return [...this.#resources].flatMap(([resource, operations]) =>
      [...operations.values()].flatMap(({ rows }) =>
        SIDES.flatMap((side) => {
          const all = alarming(rows[side], now).toSorted((row, nextRow) => nextRow.bad - row.bad);
          const ofAll = all.find(({ caller }) => caller === '');
          const row = ofAll ?? all[0];
          const callers = ofAll === undefined ? all.map(({ caller }) => caller) : [];
          return row === undefined ? [] : [{ ...row, resource, before: row.before ?? 0, callers }];
        }),
      ),
    );
  }
}

export const createSuddenRows = (kind: RowKind = 'differences'): SuddenRows => new SuddenRows(kind);
