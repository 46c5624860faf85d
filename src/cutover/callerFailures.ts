import { LRUCache } from 'lru-cache';
import type { AlarmCondition } from './alarms';
import { HOUR, isPassing, RECENT, type Served } from './evidence/traffic';
import type { Side } from './stages/stage';

/** Failures of one caller at one resource since the side has last answered it well. */
interface Row {
  readonly side: Side;
  /** Since when the stage holds at which they happened. */
  readonly stageSince: number;
  /** Clock ms of the first failure and of the latest. */
  readonly first: number;
  latest: number;
  /** Others were answered well meanwhile: it is this caller's own trouble, and does not end with everybody's. */
  isAlone: boolean;
  /** In a row, whatever was asked. */
  all: number;
  /** In a row of one operation, while others may work. */
  readonly operations: Map<string, number>;
  keyRefused: boolean;
}

/** The state of a resource while it is looked at. */
interface CallerLook {
  readonly resource: string;
  readonly stageSince: number;
  readonly now: number;
  readonly callerText: (caller: string) => string;
}

/** Follows each caller by itself: one of many may be cut off while every share of the traffic looks well. */
export interface CallerFailures {
  /** Notes how a request ended, and answers it as it counts: what v2 refuses of a caller that was answered before is a failure. */
  readonly note: (served: Served, stageSince: number, now: number) => Served;
  readonly findings: (look: CallerLook) => readonly AlarmCondition[];
}

/** So many failures in a row are no accident. */
const IN_A_ROW = 3;

/** Callers that are remembered as answered, and as failed at one resource. */
const MOST_CALLERS = 10_000;

/** Callers that a sentence names. */
const NAMED = 5;

/** A key that is taken no more will not be taken the next time either. */
const KEY_REFUSED = 'unauthenticated';

function newRow({ side }: Served, stageSince: number, now: number): Row {
  const none = { latest: now, isAlone: false, all: 0, operations: new Map(), keyRefused: false };
  return { side, stageSince, first: now, ...none };
}

const isNothing = ({ all, operations }: Row): boolean => all === 0 && operations.size === 0;

function countIn(row: Row, { failed, refused, operation, signature }: Served, now: number): void {
  row.latest = now;
  if (!failed) {
    row.all = 0;
    row.operations.delete(operation);
    row.keyRefused = false;
    return;
  }
  row.all += 1;
  row.operations.set(operation, (row.operations.get(operation) ?? 0) + 1);
  if (refused === true && signature === KEY_REFUSED) row.keyRefused = true;
}

const longest = ({ all, operations }: Row): number => Math.max(all, ...operations.values());

/** Whoever asks no more is forgotten: within minutes where all have failed, as a mend is then everybody's. */
const isAlarming = (row: Row, { stageSince, now }: CallerLook): boolean =>
  row.stageSince === stageSince &&
  now - row.latest < (row.isAlone || row.keyRefused ? HOUR : RECENT) &&
  (row.keyRefused || longest(row) >= IN_A_ROW);

function conditionOf(
  side: Side,
  rows: readonly (readonly [string, Row])[],
  { resource, callerText }: CallerLook,
): AlarmCondition {
  const worst = rows.toSorted(([, one], [, other]) => longest(other) - longest(one)).slice(0, NAMED);
  const words = worst.map(([caller, row]) => {
    const why = row.keyRefused ? 'its key is refused' : `${longest(row)} in a row`;
    return `${callerText(caller)} (${why})`;
  });
  const more = rows.length > NAMED ? `, and ${rows.length - NAMED} more` : '';
  const text = `${resource}: ${side} has failed the latest requests of ${words.join(', ')}${more}`;
  return { kind: `callers ${side}`, severity: 'critical', subject: resource, text };
}

/** Opens the watch over callers; nobody has asked anything yet. */
export function createCallerFailures(): CallerFailures {
  const answered = new LRUCache<string, true>({ max: MOST_CALLERS });
  const resources = new Map<string, LRUCache<string, Row>>();
  /** The instant at which each side of a resource has last answered anybody well. */
  const goodAt = new Map<string, number>();
  const rowsOf = (resource: string): LRUCache<string, Row> => {
    const rows = resources.get(resource) ?? new LRUCache<string, Row>({ max: MOST_CALLERS });
    resources.set(resource, rows);
    return rows;
  };
  const count = (served: Served, stageSince: number, now: number): void => {
    const rows = rowsOf(served.resource);
    const known = rows.get(served.caller);
    const place = `${served.resource} ${served.side}`;
    if (!served.failed) goodAt.set(place, now);
    if (known === undefined && !served.failed) return;
    const isSame = known?.side === served.side && known.stageSince === stageSince;
    const row = isSame ? known : newRow(served, stageSince, now);
    if ((goodAt.get(place) ?? -Infinity) > row.first) row.isAlone = true;
    countIn(row, served, now);
    if (isNothing(row)) rows.delete(served.caller);
    else rows.set(served.caller, row);
  };
  const asItCounts = (served: Served): Served => {
    const { side, caller, failed, refused = false } = served;
    if (refused) return side === 'v2' && answered.get(caller) === true ? { ...served, failed: true } : served;
    if (!failed) answered.set(caller, true);
    return served;
  };
  return {
    note: (given, stageSince, now) => {
      if (given.caller === '') return given;
      const served = asItCounts(given);
      const isLimit = served.signature === 'rateLimited' && !served.failed;
      if (!isLimit && !isPassing(served.signature)) count(served, stageSince, now);
      return served;
    },
    findings: (look) => {
      const rows = [...rowsOf(look.resource)].filter(([, row]) => isAlarming(row, look));
      return (['v1', 'v2'] as const).flatMap((side) => {
        const its = rows.filter(([, row]) => row.side === side);
        return its.length === 0 ? [] : [conditionOf(side, its, look)];
      });
    },
  };
}
