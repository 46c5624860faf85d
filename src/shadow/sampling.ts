import type { ShadowedRequest } from '../http/shadowPort';
import { bucketOf, BUCKETS } from '../cutover/buckets';
import { isInShare } from '../cutover/stages/decide';
import { type Clock, MINUTE_MS } from '../contract/clock';
import { addToCount, Recent } from '../contract/recent';
import type { Pair } from '../comparison/compare/answerPair';

/** Most callers that are counted within a minute; further callers have no budget. */
const MAX_CALLERS_WITH_BUDGETS = 10_000;

/** Limits the comparison's calls to one API per caller, so that it never uses up a caller's own rate limit. */
export type CallBudget = ReturnType<typeof createCallBudget>;

/** Creates a budget of `perMinute` calls for each caller, with the same minute for all. Each process has its share. */
export function createCallBudget(
  perMinute: number,
  { steady }: Pick<Clock, 'steady'>,
  processes: () => number = () => 1,
) {
  let endsAt = 0;
  let usedCalls = new Map<string, number>();
  const currentCounts = (): Map<string, number> => {
    if (steady() < endsAt) return usedCalls;
    endsAt = steady() + MINUTE_MS;
    usedCalls = new Map();
    return usedCalls;
  };
  return {
    hasBudget: (caller: string): boolean => {
      const spent = currentCounts().get(caller);
      if (spent === undefined) return usedCalls.size < MAX_CALLERS_WITH_BUDGETS;
      return spent < Math.max(1, Math.floor(perMinute / processes()));
    },
    spendCalls: (caller: string, calls: number): void =>
      void currentCounts().set(caller, (usedCalls.get(caller) ?? 0) + calls),
  };
}

/** Control pairs of an operation after which only a fifth of the share is sampled. */
const ENOUGH_PAIRS = 200;
const SHARE_AFTER_ENOUGH = 1 / 5;

/** Chooses the compared reads for which v1 is asked a second time, to learn where it differs from itself. */
export type Controls = ReturnType<typeof createControls>;

/** Creates controls that draw `percent` of the sampled reads. `random` returns numbers from 0 to below 1. */
export function createControls(percent: number, random: () => number) {
  const pairs = new Map<string, number>();
  return {
    isWanted: (operation: string): boolean => {
      const share = (pairs.get(operation) ?? 0) < ENOUGH_PAIRS ? percent : percent * SHARE_AFTER_ENOUGH;
      return random() * 100 < share;
    },
    /** Counts a control pair of an operation. */
    countControl: (operation: string): void => addToCount(pairs, operation, 1),
  };
}

/** Pairs in a row that are all compared: for a caller new to a side, and for an operation after its last difference. */
const WATCHED_PAIRS = 20;

/**
 * Most pairs a second that are compared because their callers are new. A thousand callers that come at once would double
 * the work of a request for minutes; beyond this number their first pairs are compared a little later.
 */
const MAX_NEW_PAIRS_A_SECOND = 100;
const SECOND_MS = 1_000;

/**
 * Time (ms) after which the next request of an operation is compared at any share: a rare request would be found late.
 */
const MAX_GAP_MS = 1_000;

/** Most callers of operations that are remembered; the least recent one counts as new when it comes back. */
const MAX_CALLERS = 10_000;

/** The answering side, by the comparison that is sampled: v1 in the shadow, v2 with a check. */
type Tag = 'shadow' | 'check';

/** Bits of a UUID (RFC 9562 5.4) that are random in every id of the gateway, so that sampling needs no digest. */
const randomBits = /^[0-9a-f]{8}-/;
const drawOf = (id: string): number | undefined =>
  randomBits.test(id) ? Number.parseInt(id.slice(0, 8), 16) % BUCKETS : undefined;

/**
 * Creates the sampling of a given percentage. Every request is compared while there is a doubt: until an operation has
 * enough pairs of a caller on the answering side, some callers at a time, and after a difference until as many pairs are
 * equal. Otherwise at least one request a second of each operation is compared.
 */
export function createSampling(percent: number, seed: string, { steady }: Pick<Clock, 'steady'>) {
  const callers = new Recent<string, { readonly tag: Tag; left: number }>(MAX_CALLERS);
  const doubts = new Map<string, number>();
  /** Instants (steady ms) of the latest samples. */
  const drawnAtMs = new Map<string, number>();
  let second = { endsAt: 0, newPairs: 0 };
  const hasRoomForNew = (): boolean => {
    if (steady() >= second.endsAt) second = { endsAt: steady() + SECOND_MS, newPairs: 0 };
    second.newPairs += 1;
    return second.newPairs <= MAX_NEW_PAIRS_A_SECOND;
  };
  const isNew = (tag: Tag, { route, caller }: ShadowedRequest): boolean => {
    const id = `${route.operation.name} ${caller}`;
    const watched = callers.get(id);
    if (watched?.tag === tag) return watched.left > 0;
    callers.set(id, { tag, left: WATCHED_PAIRS });
    return true;
  };
  const isWanted = (tag: Tag, request: ShadowedRequest): boolean => {
    const { id, route } = request;
    const { name, resource } = route.operation;
    if ((isNew(tag, request) && hasRoomForNew()) || (doubts.get(name) ?? 0) > 0) return true;
    if (steady() - (drawnAtMs.get(name) ?? -Infinity) >= MAX_GAP_MS) return true;
    return isInShare(drawOf(id) ?? bucketOf(tag, resource, seed, id), percent);
  };
  return {
    /** Reports whether a request is compared, and remembers when one was. */
    isDrawn: (tag: Tag, request: ShadowedRequest): boolean => {
      if (percent === 0 || percent >= 100) return percent > 0;
      const isDrawn = isWanted(tag, request);
      if (isDrawn) drawnAtMs.set(request.route.operation.name, steady());
      return isDrawn;
    },
    /** Makes the same function, which notes every pair and whether a client would notice a difference. */
    noteOutcomes:
      <Compared extends readonly unknown[], Outcome extends { readonly differs: boolean }>(
        noteSeen: (pair: Pair, ...compared: Compared) => Outcome,
      ) =>
      (pair: Pair, ...compared: Compared): Outcome => {
        const { operation, caller } = pair;
        const verdict = noteSeen(pair, ...compared);
        const watched = callers.get(`${operation} ${caller}`);
        if (watched !== undefined) watched.left -= 1;
        doubts.set(operation, verdict.differs ? WATCHED_PAIRS : (doubts.get(operation) ?? 0) - 1);
        return verdict;
      },
  };
}
