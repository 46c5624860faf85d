import { Recent } from '../../contract/recent';
import type { Side } from '../stages/stage';
import { HOUR, patience, type Served } from './traffic';

/** Requests of an operation within an hour. */
interface Hour {
  readonly begins: number;
  good: number;
  bad: number;
}

/** Bad requests of a side since its last good one or, in a long row, since as many good ones. */
interface Row {
  bad: number;
  /** Good requests in a row after the latest bad one. */
  good: number;
  word: string;
  /** Clock ms of the latest bad request, and the time between the latest two. */
  latest: number;
  pause: number;
  /** Number of good requests before the row, once it is long enough. */
  before: number | undefined;
}

/** Requests of an operation; good requests on the other side count as good before. */
interface Operation {
  readonly resource: string;
  readonly operation: string;
  hours: readonly [Hour, Hour];
  readonly rows: Readonly<Record<Side, Row>>;
  /** Clock ms of the latest good request of any caller. */
  lastGood: number;
  readonly answered: Recent<string, Answered>;
  /** Rows by side and caller, the latest last. */
  readonly callers: Map<string, CallerRow>;
}

/** Good requests of a caller. */
interface Answered {
  /** Clock ms of the latest good request, and the side that answered it. */
  readonly at: number;
  readonly side: Side;
  /** Number of good requests in a row. */
  inRow: number;
}

/** Row of a caller, while others may be answered as before. */
interface CallerRow extends Row {
  readonly side: Side;
  readonly caller: string;
  /** Clock ms of its first bad request. */
  readonly since: number;
  /** True if the other side has always answered this caller, so that only the side has changed. */
  readonly isMoved: boolean;
}

/** Counted members of a request; `bad` is the reason of a bad one, and undefined for a good one. */
interface Counted extends Pick<Served, 'resource' | 'operation' | 'side' | 'caller'> {
  readonly bad: string | undefined;
}

/** Row of bad requests after good ones. */
export interface SuddenRow extends Pick<Served, 'resource' | 'operation' | 'side'> {
  readonly bad: number;
  readonly word: string;
  readonly before: number;
  /** Callers with separate rows; empty if all callers together have one. */
  readonly callers: readonly string[];
}

/** Operation after a restart: requests of its last hour, and instants at which its resource answered callers. */
interface Recalled extends Pick<Served, 'resource' | 'operation'> {
  readonly good: number;
  readonly bad: number;
  /** Instants (clock ms) by caller. */
  readonly callers: Iterable<readonly [caller: string, at: number]>;
}

/** Detector of rows of bad requests after good ones; such requests may be usual elsewhere. */
export interface SuddenRows {
  readonly note: (counted: Counted, now: number) => void;
  /** Restores the counts of an operation from an earlier process. */
  readonly recall: (knownRecalled: Recalled, now: number) => void;
  readonly found: (now: number) => readonly SuddenRow[];
}

/** Number of bad requests in a row that count after at least as many good ones. */
const IN_A_ROW = 5;

/** Number of bad requests in a row of a caller that was answered before, as others still are. */
const OF_ONE_CALLER = 3;

/** Number of bad requests in a row of a caller that is new on this side, after five good ones on the other side. */
const OF_A_MOVED_CALLER = 2;

/** Share of bad requests up to which an operation counts as good. */
const USUAL = 0.05;

/** Number of good requests of an operation without a bad one after which even the first refusal by v2 counts. */
const BEFORE_THE_FIRST = 1 / USUAL;

/** Signature of an answer about a missing resource, which is nobody's mistake. */
const GONE = 'notFound';

/** Maximum number of callers of an operation that are remembered as answered, and of those with a row. */
const MOST_CALLERS = 10_000;
const MOST_ROWS = 1_000;

const newHour = (begins: number): Hour => ({ begins, good: 0, bad: 0 });
const newRow = (): Row => ({ bad: 0, good: 0, word: '', latest: 0, pause: 0, before: undefined });

const newOperation = ({ resource, operation }: Pick<Served, 'resource' | 'operation'>): Operation => ({
  ...{ resource, operation, hours: [newHour(0), newHour(0)] },
  rows: { v1: newRow(), v2: newRow() },
  lastGood: -Infinity,
  answered: new Recent(MOST_CALLERS),
  callers: new Map(),
});

function turn(operation: Operation, now: number): Hour {
  const begins = Math.floor(now / HOUR) * HOUR;
  const [present] = operation.hours;
  if (present.begins === begins) return present;
  const hour = newHour(begins);
  operation.hours = [hour, present.begins === begins - HOUR ? present : newHour(begins - HOUR)];
  return hour;
}

/** Counts a bad request; `least` of them are a row, if as many were good before and hardly any was bad otherwise. */
function lengthen(row: Row, least: number, { hours }: Operation, word: string, now: number): void {
  row.bad += 1;
  row.good = 0;
  row.word = word;
  row.pause = row.bad === 1 ? 0 : now - row.latest;
  row.latest = now;
  const good = hours[0].good + hours[1].good;
  const badBefore = Math.max(0, hours[0].bad + hours[1].bad - row.bad);
  if (row.bad >= least && good >= IN_A_ROW && badBefore <= USUAL * (good + badBefore)) row.before ??= good;
}

/** Counts a good request after a row; true while the row lasts. One is enough for writes, which are not sampled. */
const goesOn = <Any extends Row>(row: Any | undefined, least: number, ofWrites: boolean): row is Any =>
  row !== undefined && (row.good += 1) < least && row.before !== undefined && !ofWrites;

/** Starts the row of a caller; undefined for a caller that was not answered within two hours. */
function newCallerRow(
  { side, caller }: Counted,
  good: Answered | undefined,
  now: number,
): CallerRow | undefined {
  if (good === undefined || now - good.at >= 2 * HOUR) return undefined;
  const isMoved = good.side !== side && good.inRow >= IN_A_ROW;
  return { ...newRow(), side, caller, since: now, isMoved };
}

/** Recognizes the first write that v2 refuses after none, because a rare caller would otherwise be named late. */
function isFirst({ hours: [present, past] }: Operation, { side, bad }: Counted): boolean {
  const [good, otherBad] = [present.good + past.good, present.bad + past.bad - 1];
  return side === 'v2' && bad !== GONE && good >= BEFORE_THE_FIRST && otherBad === 0;
}

function leastOf(row: CallerRow, operation: Operation, counted: Counted, ofWrites: boolean): number {
  if (ofWrites && isFirst(operation, counted)) return 1;
  if (row.isMoved) return OF_A_MOVED_CALLER;
  // A good request of the caller would have ended the row, so the latest one since then is of another caller.
  const isApart = operation.lastGood >= row.since;
  return isApart || !ofWrites ? OF_ONE_CALLER : Infinity;
}

function noteCaller(operation: Operation, counted: Counted, ofWrites: boolean, now: number): void {
  const { caller, side, bad } = counted;
  const { answered, callers } = operation;
  const id = `${side} ${caller}`;
  const knownCallerRow = callers.get(id);
  callers.delete(id);
  const good = answered.get(caller);
  if (bad === undefined) {
    answered.set(caller, { at: now, side, inRow: (good?.inRow ?? 0) + 1 });
    operation.lastGood = now;
    if (goesOn(knownCallerRow, OF_ONE_CALLER, ofWrites)) callers.set(id, knownCallerRow);
    return;
  }
  const row = knownCallerRow ?? newCallerRow(counted, good, now);
  if (row === undefined) return;
  if (good !== undefined) good.inRow = 0;
  callers.set(id, row);
  const [oldest] = callers.keys();
  if (callers.size > MOST_ROWS && oldest !== undefined) callers.delete(oldest);
  lengthen(row, leastOf(row, operation, counted, ofWrites), operation, bad, now);
}

const isRow = ({ before: goodBefore, latest: latestAt, pause }: Row, now: number): boolean =>
  goodBefore !== undefined && now - latestAt < patience(pause);

/** Finds the row of all callers together, or else the rows of single callers. */
function rowsOf(
  { resource, operation, rows, callers }: Operation,
  side: Side,
  now: number,
): readonly SuddenRow[] {
  const callerRows = [...callers.values()].filter((row) => row.side === side && isRow(row, now));
  const isAll = isRow(rows[side], now);
  const foundRow = isAll
    ? rows[side]
    : callerRows.toSorted((callerRow, nextCallerRow) => nextCallerRow.bad - callerRow.bad)[0];
  if (foundRow === undefined) return [];
  const { bad, word, before: goodBefore = 0 } = foundRow;
  const names = isAll ? [] : callerRows.map(({ caller }) => caller);
  return [{ resource, operation, side, bad, word, before: goodBefore, callers: names }];
}

/**
 * Creates the detector without any request. `ofWrites`: bad requests may be mistakes of a caller, so that its row
 * counts only while others are answered; but after none even one counts.
 */
export function createSuddenRows({ ofWrites = false } = {}): SuddenRows {
  const all = new Map<string, Operation>();
  const operationOf = (servedRequest: Pick<Served, 'resource' | 'operation'>): Operation => {
    const key = `${servedRequest.resource} ${servedRequest.operation}`;
    const operation = all.get(key) ?? newOperation(servedRequest);
    all.set(key, operation);
    return operation;
  };
  return {
    recall: (knownRecalled, now) => {
      const operation = operationOf(knownRecalled);
      const hour = turn(operation, now);
      hour.good += knownRecalled.good;
      hour.bad += knownRecalled.bad;
      // The side that has answered is unknown, so none of them counts as moved.
      for (const [caller, at] of knownRecalled.callers)
        operation.answered.set(caller, { at, side: 'v1', inRow: 0 });
    },
    note: (counted, now) => {
      const { side, bad, caller } = counted;
      const operation = operationOf(counted);
      const hour = turn(operation, now);
      hour[bad === undefined ? 'good' : 'bad'] += 1;
      const row = operation.rows[side];
      if (bad !== undefined) lengthen(row, IN_A_ROW, operation, bad, now);
      else if (!goesOn(row, IN_A_ROW, ofWrites)) Object.assign(row, newRow());
      if (caller !== '') noteCaller(operation, counted, ofWrites, now);
    },
    found: (now) =>
      [...all.values()].flatMap((operation) =>
        (['v1', 'v2'] as const).flatMap((side) => rowsOf(operation, side, now)),
      ),
  };
}
