import type { Side } from '../stages/stage';
import { patience, type Served } from './traffic';

/**
 * Kind of bad requests. `differences` and `refusals` of writes may be usual, so that they count only after good
 * requests. A refusal may be a mistake of its caller, so that its row counts only while others are answered; but after
 * none even one counts. `failures` of a caller always count, until it has another side or stage.
 */
export type RowKind = 'differences' | 'refusals' | 'failures';

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

/** Requests of an operation. */
export interface RowCounts {
  good: number;
  bad: number;
}

/** Number of bad requests in a row, of any callers, that count after at least as many good ones. */
export const IN_A_ROW = 5;

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

/** Starts the row of a caller on a side; `usedSide` always answered it before. */
export const newRow = (
  { operation, side, caller }: Pick<BadRow, 'operation' | 'side' | 'caller'>,
  usedSide: Side | undefined,
  since: number,
  stageSince: number,
): BadRow => {
  const times = { since, latest: since, pause: 0, stageSince };
  const isMoved = usedSide !== undefined && usedSide !== side;
  return {
    operation,
    side,
    caller,
    bad: 0,
    good: 0,
    word: '',
    same: 0,
    ...times,
    isMoved,
    before: undefined,
  };
};

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

/** Counts a bad request; enough of them are a row, if as many were good before and hardly any was bad otherwise. */
export function lengthen(
  row: BadRow,
  kind: RowKind,
  counts: RowCounts & { lastGood: number },
  word: string,
  now: number,
) {
  row.bad += 1;
  row.good = 0;
  row.same = row.word === word ? row.same + 1 : 1;
  row.word = word;
  row.pause = now - row.latest;
  row.latest = now;
  const { good, bad, lastGood } = counts;
  const badBefore = Math.max(0, bad - row.bad);
  const isSudden = good >= IN_A_ROW && badBefore <= USUAL * (good + badBefore);
  if (kind !== 'failures' && !isSudden) return;
  if (row.bad >= leastOf(row, kind, counts, lastGood)) row.before ??= good;
}

/** Counts a good request after a row; true while the row lasts. Only of compared requests one is not enough. */
export function goesOn(row: BadRow | undefined, kind: RowKind): row is BadRow {
  if (row === undefined || kind !== 'differences' || row.before === undefined) return false;
  row.good += 1;
  return row.good < (row.caller === '' ? IN_A_ROW : OF_ONE_CALLER);
}

/** Selects the rows that are alarms. */
export const alarming = (rows: ReadonlyMap<string, BadRow>, now: number): readonly BadRow[] =>
  [...rows.values()].filter(
    ({ before: goodBefore, latest: latestAt, pause }) =>
      goodBefore !== undefined && now - latestAt < patience(pause),
  );
