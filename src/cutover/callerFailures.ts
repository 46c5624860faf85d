import { LRUCache } from 'lru-cache';
import { Recent } from '../contract/recent';
import type { AlarmCondition } from './alarms';
import { isPassing, patience, type Served } from './evidence/traffic';
import { type CallersAside, createCallersAside, isAboutCaller } from './evidence/callersAside';
import type { Side } from './stages/stage';

/** Failures of a caller at a resource since the last success of its side. */
interface Row {
  readonly side: Side;
  /** Start of the stage in which the failures happened, clock ms. */
  readonly stageSince: number;
  /** Clock ms of the latest failure or success. */
  latest: number;
  /** Time between the latest two requests, ms. */
  pause: number;
  /** Failures in a row over all operations. */
  all: number;
  /** Failures in a row by operation, while other operations may work. */
  readonly operations: Map<string, number>;
  keyRefused: boolean;
  /** Refusals in a row, of any operations. */
  refused: number;
}

/** Parameters of one check of a resource. */
interface CallerCheck {
  readonly resource: string;
  readonly stageSince: number;
  readonly now: number;
  readonly callerText: (caller: string) => string;
}

/** Tracks the failures of each caller, because a caller may be cut off while the overall error rate is good. */
export interface CallerFailures {
  /**
   * Records the end of a request and returns the counted request: a refusal by v2 is a failure if the caller was
   * answered before.
   */
  readonly note: (served: Served, stageSince: number, now: number) => Served;
  /**
   * Marks callers as answered that an earlier process has answered, because a key may be refused only since the
   * restart.
   */
  readonly recall: (callers: Iterable<string>) => void;
  readonly setAside: CallersAside['of'];
  readonly findings: (check: CallerCheck) => readonly AlarmCondition[];
}

/** Number of failures in a row that raise an alarm, as they are no accident. */
const IN_A_ROW = 3;

/** Maximum number of callers remembered as answered, and of those remembered as failed for each resource. */
const MOST_CALLERS = 10_000;

/** Maximum number of callers that a sentence names. */
const MAX_NAMED_CALLERS = 5;

/** Signature of a refused key, which will be refused again. */
const KEY_REFUSED = 'unauthenticated';

function newRow({ side }: Served, stageSince: number, now: number): Row {
  return {
    side,
    stageSince,
    latest: now,
    pause: 0,
    all: 0,
    operations: new Map(),
    keyRefused: false,
    refused: 0,
  };
}

const isNothing = ({ all, operations }: Row): boolean => all === 0 && operations.size === 0;

function countIn(row: Row, { failed, refused, operation, signature }: Served, now: number): void {
  row.pause = now - row.latest;
  row.latest = now;
  if (!failed) {
    row.all = 0;
    row.operations.delete(operation);
    row.keyRefused = false;
    row.refused = 0;
    return;
  }
  row.all += 1;
  row.operations.set(operation, (row.operations.get(operation) ?? 0) + 1);
  const isRefused = refused === true && isAboutCaller(signature);
  row.refused = isRefused ? row.refused + 1 : 0;
  if (isRefused && signature === KEY_REFUSED) row.keyRefused = true;
}

/** Returns the reason why v2 refuses all requests of a caller; undefined without one. */
function refusesAll({ side, keyRefused, refused }: Row): string | undefined {
  if (side === 'v1') return undefined;
  if (keyRefused) return 'its key is refused';
  return refused >= IN_A_ROW ? `${refused} refused in a row` : undefined;
}

const longest = ({ all, operations }: Row): number => Math.max(all, ...operations.values());

const isAlarming = (row: Row, { stageSince, now }: CallerCheck): boolean =>
  row.stageSince === stageSince &&
  now - row.latest < patience(row.pause) &&
  (row.keyRefused || longest(row) >= IN_A_ROW);

function conditionOf(
  side: Side,
  rows: readonly (readonly [caller: string, why: string])[],
  { resource, callerText }: CallerCheck,
): AlarmCondition {
  const words = rows.slice(0, MAX_NAMED_CALLERS).map(([caller, why]) => `${callerText(caller)} (${why})`);
  const more = rows.length > MAX_NAMED_CALLERS ? `, and ${rows.length - MAX_NAMED_CALLERS} more` : '';
  const text = `${resource}: ${side} has failed the latest requests of ${words.join(', ')}${more}`;
  return { kind: `callers ${side}`, severity: 'critical', subject: resource, text };
}

/** Creates the tracking of callers. */
export function createCallerFailures(): CallerFailures {
  const answered = new Recent<string, true>(MOST_CALLERS);
  const resources = new Map<string, LRUCache<string, Row>>();
  const aside = createCallersAside();
  const rowsOf = (resource: string): LRUCache<string, Row> => {
    const rows = resources.get(resource) ?? new LRUCache<string, Row>({ max: MOST_CALLERS });
    resources.set(resource, rows);
    return rows;
  };
  const count = (served: Served, stageSince: number, now: number): void => {
    const knownRow = resources.get(served.resource)?.get(served.caller);
    if (knownRow === undefined && !served.failed) return;
    const isSame = knownRow?.side === served.side && knownRow.stageSince === stageSince;
    const row = isSame ? knownRow : newRow(served, stageSince, now);
    countIn(row, served, now);
    const why = refusesAll(row);
    if (why !== undefined) aside.begin(served, why, stageSince, now);
    const rows = rowsOf(served.resource);
    if (isNothing(row)) rows.delete(served.caller);
    else rows.set(served.caller, row);
  };
  const countedAs = (served: Served): Served => {
    const { side, caller, failed, refused = false } = served;
    if (refused) return side === 'v2' && answered.get(caller) === true ? { ...served, failed: true } : served;
    if (!failed && answered.get(caller) === undefined) answered.set(caller, true);
    return served;
  };
  return {
    note: (servedRequest, stageSince, now) => {
      if (servedRequest.caller === '') return servedRequest;
      const served = countedAs(servedRequest);
      aside.follow(served, now);
      const isLimit = served.signature === 'rateLimited' && !served.failed;
      if (!isLimit && !isPassing(served.signature)) count(served, stageSince, now);
      return served;
    },
    recall: (callers) => {
      for (const caller of callers) answered.set(caller, true);
    },
    setAside: aside.of,
    findings: (check) => {
      const alone = aside.named(check);
      const names = new Set(alone.map(([caller]) => caller));
      const rows = [...(resources.get(check.resource) ?? [])]
        .filter(([caller, row]) => isAlarming(row, check) && !(row.side === 'v2' && names.has(caller)))
        .toSorted(([, row], [, nextRow]) => longest(nextRow) - longest(row));
      return (['v1', 'v2'] as const).flatMap((side) => {
        const failing = rows.flatMap(([caller, row]) =>
          row.side === side ? [[caller, refusesAll(row) ?? `${longest(row)} in a row`] as const] : [],
        );
        const named = side === 'v2' ? [...alone, ...failing] : failing;
        return named.length === 0 ? [] : [conditionOf(side, named, check)];
      });
    },
  };
}
