import type { AlarmCondition } from '../alarms';
import { HOUR, patience, type Served } from './traffic';
import type { Side } from '../stages/stage';

/** Writes of one operation within an hour. */
interface Hour {
  readonly begins: number;
  answered: number;
  refused: number;
}

/** Writes of one operation of a resource. */
interface Writes {
  readonly resource: string;
  readonly operation: string;
  /** The present hour, and the one before it. */
  hours: readonly [Hour, Hour];
  readonly rows: Readonly<Record<Side, Row>>;
}

/** Writes that one side has refused since it last accepted one. */
interface Row {
  refused: number;
  signature: string;
  /** Clock ms of the latest, and the time between the latest two. */
  latest: number;
  pause: number;
  /** Writes that were answered before, once this is an alarm. */
  answered: number | undefined;
}

/** Notices that writes are refused which used to be accepted: a refusal is no failure, and no write is compared. */
export interface RefusedWrites {
  readonly note: (served: Served, now: number) => void;
  readonly findings: (resource: string, now: number) => readonly AlarmCondition[];
}

/** Refused writes in a row that raise the alarm, where at least so many were answered before. */
const IN_A_ROW = 5;

/** Share of refused writes up to which an operation counts as accepted. */
const USUAL = 0.05;

const newHour = (begins: number): Hour => ({ begins, answered: 0, refused: 0 });
const newRow = (): Row => ({ refused: 0, signature: '', latest: 0, pause: 0, answered: undefined });

function turn(writes: Writes, now: number): Hour {
  const begins = Math.floor(now / HOUR) * HOUR;
  const [present] = writes.hours;
  if (present.begins === begins) return present;
  const hour = newHour(begins);
  writes.hours = [hour, present.begins === begins - HOUR ? present : newHour(begins - HOUR)];
  return hour;
}

function refuse(row: Row, { hours }: Writes, signature: string, now: number): void {
  row.refused += 1;
  row.signature = signature;
  row.pause = row.refused === 1 ? 0 : now - row.latest;
  row.latest = now;
  const answered = hours[0].answered + hours[1].answered;
  const before = hours[0].refused + hours[1].refused - row.refused;
  if (row.refused >= IN_A_ROW && answered >= IN_A_ROW && before <= USUAL * (answered + before))
    row.answered ??= answered;
}

/** Creates it; no write was seen yet. */
export function createRefusedWrites(): RefusedWrites {
  const all = new Map<string, Writes>();
  return {
    note: ({ resource, operation, side, declined, failed, signature }, now) => {
      if (declined === undefined || failed) return;
      const writes = all.get(`${resource} ${operation}`) ?? {
        ...{ resource, operation, hours: [newHour(0), newHour(0)] as const },
        rows: { v1: newRow(), v2: newRow() },
      };
      all.set(`${resource} ${operation}`, writes);
      const hour = turn(writes, now);
      hour[declined ? 'refused' : 'answered'] += 1;
      if (declined) refuse(writes.rows[side], writes, signature, now);
      else Object.assign(writes.rows[side], newRow());
    },
    findings: (resource, now) =>
      [...all.values()].flatMap(({ resource: subject, operation, rows }) =>
        (['v1', 'v2'] as const).flatMap((side) => {
          const { answered, refused, signature, latest, pause } = rows[side];
          const isOver = answered === undefined || now - latest >= patience(pause);
          if (subject !== resource || isOver) return [];
          const text = `${resource}: ${side} has refused the last ${refused} writes of ${operation} (${signature}), ${answered} were answered before`;
          return [{ kind: `refusals ${side}` as const, severity: 'warning', subject, part: operation, text }];
        }),
      ),
  };
}
