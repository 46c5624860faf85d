import type { ShadowedRequest } from '../http/shadowPort';
import { bucketOf, BUCKETS } from '../cutover/buckets';
import { isInShare } from '../cutover/stages/decide';
import type { Clock } from '../contract/clock';
import { Recent } from '../contract/recent';
import type { ShadowParts } from './shadowParts';

/** Pairs in a row that are all compared: for a caller new to a side, and for an operation after its last difference. */
const WATCHED_PAIRS = 20;

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
 * enough pairs of a caller on the answering side, and after a difference until as many pairs are equal. Otherwise at
 * least one request a second of each operation is compared.
 */
export function createSampling(percent: number, seed: string, { steady }: Pick<Clock, 'steady'>) {
  const callers = new Recent<string, { readonly tag: Tag; left: number }>(MAX_CALLERS);
  const doubts = new Map<string, number>();
  /** Instants (steady ms) of the latest samples. */
  const drawn = new Map<string, number>();
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
    if (isNew(tag, request) || (doubts.get(name) ?? 0) > 0) return true;
    if (steady() - (drawn.get(name) ?? -Infinity) >= MAX_GAP_MS) return true;
    return isInShare(drawOf(id) ?? bucketOf(tag, resource, seed, id), percent);
  };
  return {
    isDrawn: (tag: Tag, request: ShadowedRequest): boolean => {
      if (percent === 0 || percent >= 100) return percent > 0;
      const isDrawn = isWanted(tag, request);
      if (isDrawn) drawn.set(request.route.operation.name, steady());
      return isDrawn;
    },
    /** Makes the same function, which notes every pair and whether a client would notice a difference. */
    watching:
      (noteSeen: ShadowParts['seen']): ShadowParts['seen'] =>
      (pair, ...compared) => {
        const { operation, caller } = pair;
        const verdict = noteSeen(pair, ...compared);
        const watched = callers.get(`${operation} ${caller}`);
        if (watched !== undefined) watched.left -= 1;
        doubts.set(operation, verdict.differs ? WATCHED_PAIRS : (doubts.get(operation) ?? 0) - 1);
        return verdict;
      },
  };
}
