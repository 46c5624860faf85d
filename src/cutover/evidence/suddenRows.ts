import type { AlarmCondition, Lasts } from '../alarms';
import type { Side } from '../stages/stage';
import { HOUR, patience, type Served } from './traffic';

/** Requests of one operation within an hour. */
interface Hour {
  readonly begins: number;
  good: number;
  bad: number;
}

/** Bad requests of one side since its last good one. */
interface Row {
  bad: number;
  word: string;
  /** Clock ms of the latest, and the time between the latest two. */
  latest: number;
  pause: number;
  /** Good requests before it, once it is long enough. */
  before: number | undefined;
}

/** Requests of one operation of a resource; what was good on the other side counts as good before. */
interface Operation {
  readonly resource: string;
  readonly operation: string;
  hours: readonly [Hour, Hour];
  readonly rows: Readonly<Record<Side, Row>>;
}

/** One request, as far as it matters here; `bad` says why it is, and is undefined of a good one. */
interface Counted extends Pick<Served, 'resource' | 'operation' | 'side'> {
  readonly bad: string | undefined;
}

/** A row of bad requests where they used to be good. */
interface Found extends Pick<Served, 'resource' | 'operation' | 'side'> {
  readonly bad: number;
  readonly word: string;
  readonly before: number;
}

/** Notices rows of bad requests where they used to be good: what is bad may be usual elsewhere. */
export interface SuddenRows {
  readonly note: (counted: Counted, now: number) => void;
  readonly found: (now: number) => readonly Found[];
}

/** Bad requests in a row that count, where at least so many were good before. */
const IN_A_ROW = 5;

/** Share of bad requests up to which an operation counts as good. */
const USUAL = 0.05;

const newHour = (begins: number): Hour => ({ begins, good: 0, bad: 0 });
const newRow = (): Row => ({ bad: 0, word: '', latest: 0, pause: 0, before: undefined });

function turn(operation: Operation, now: number): Hour {
  const begins = Math.floor(now / HOUR) * HOUR;
  const [present] = operation.hours;
  if (present.begins === begins) return present;
  const hour = newHour(begins);
  operation.hours = [hour, present.begins === begins - HOUR ? present : newHour(begins - HOUR)];
  return hour;
}

function lengthen(row: Row, { hours }: Operation, word: string, now: number): void {
  row.bad += 1;
  row.word = word;
  row.pause = row.bad === 1 ? 0 : now - row.latest;
  row.latest = now;
  const good = hours[0].good + hours[1].good;
  const before = hours[0].bad + hours[1].bad - row.bad;
  if (row.bad >= IN_A_ROW && good >= IN_A_ROW && before <= USUAL * (good + before)) row.before ??= good;
}

/** Creates it; nothing was seen yet. */
export function createSuddenRows(): SuddenRows {
  const all = new Map<string, Operation>();
  return {
    note: ({ resource, operation: name, side, bad }, now) => {
      const key = `${resource} ${name}`;
      const operation = all.get(key) ?? {
        ...{ resource, operation: name, hours: [newHour(0), newHour(0)] as const },
        rows: { v1: newRow(), v2: newRow() },
      };
      all.set(key, operation);
      turn(operation, now)[bad === undefined ? 'good' : 'bad'] += 1;
      if (bad === undefined) Object.assign(operation.rows[side], newRow());
      else lengthen(operation.rows[side], operation, bad, now);
    },
    found: (now) =>
      [...all.values()].flatMap(({ resource, operation, rows }) =>
        (['v1', 'v2'] as const).flatMap((side) => {
          const { before, bad, word, latest, pause } = rows[side];
          if (before === undefined || now - latest >= patience(pause)) return [];
          return [{ resource, operation, side, bad, word, before }];
        }),
      ),
  };
}

/** Counts a write: refusals are no failures, and no write is compared. */
export function noteWrite(
  rows: SuddenRows,
  { resource, operation, side, declined, failed, signature }: Served,
  now: number,
): void {
  if (declined === undefined || failed) return;
  rows.note({ resource, operation, side, bad: declined ? signature : undefined }, now);
}

/** Returns an alarm per operation whose writes are refused and used to be accepted. */
export const refusalFindings = (rows: SuddenRows, now: number): readonly AlarmCondition[] =>
  rows.found(now).map(({ resource: subject, operation: part, side, bad, word, before }) => {
    const text = `${subject}: ${side} has refused the last ${bad} writes of ${part} (${word}), ${before} were answered before`;
    return { kind: `refusals ${side}`, severity: 'warning', subject, part, text };
  });

/**
 * Returns an alarm per operation whose answers differ and used to be equal, unless that is proven: then another alarm
 * says it. A client that polls one address is seldom a proof.
 */
export const differingFindings = (rows: SuddenRows, lasts: Lasts, now: number): readonly AlarmCondition[] =>
  rows.found(now).flatMap(({ resource: subject, operation: part, bad, before }) => {
    // One that has begun goes on: its end would say "over" while v2 goes on lying.
    if (lasts('regression', subject) && !lasts('differing', subject, part)) return [];
    const text = `${subject}: the last ${bad} compared answers of ${part} differ from v1's, ${before} did not before: see \`lifeboat diff\``;
    return [{ kind: 'differing', severity: 'warning', subject, part, text }];
  });
