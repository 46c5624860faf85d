import { HOUR_MS } from '../../contract/clock';
import { addToCount, Recent } from '../../contract/recent';
import type { KeptDifference, SeenPair } from '../keep/observation';
import { type NoiseLevel, NOISE_LEVELS } from './noiseLevels';
import {
  type BrokenLevel,
  isLevelBroken,
  groupByPath,
  countsOfPath,
  type OperationCounts,
  type PathCounts,
} from './pathCounts';

/** Most requests that count as evidence per caller, request and hour. */
const MAX_REPEATS_PER_HOUR = 5;

/** Most new sets of differences for which a request counts again after it has counted often enough. */
const MAX_NEW_DIFFERENCE_SETS = 5;

/** Number of requests that are surely remembered; beyond it the least recent ones are forgotten, and count again. */
const MAX_REMEMBERED_REQUESTS = 20_000;

/** Memory of one request: its counts, and the differences when it counted last. */
export interface RememberedRequest {
  hour: number;
  count: number;
  /** Number of times it has counted within the hour for each set of differences. */
  readonly news: Map<string, number>;
  /** True when it counts only because of its differences: a request chosen by its outcome is no sampled control. */
  isNews: boolean;
  /** Hour in which it counted as a repeat: a poller is one observation. */
  repeated: number;
  broken: ReadonlyMap<string, BrokenLevel>;
}

/** Names the differences of a pair by path and kind, in an order of its own. The text is empty without any. */
const differencesText = ({ differences }: SeenPair): string =>
  [...new Set(differences.map(({ path, kind }) => `${path} ${kind}`))].toSorted().join('\n');

/**
 * Remembers requests, so that a client in a loop does not decide alone. Returns the memory of a request that may count,
 * and undefined for a request that was seen often enough. A client that repeats a request for hours counts again when
 * its answers begin to differ.
 */
export function createRequestMemory(): (observed: SeenPair) => RememberedRequest | undefined {
  const requests = new Recent<string, RememberedRequest>(MAX_REMEMBERED_REQUESTS);
  const rememberRequest = (): RememberedRequest => ({
    hour: -1,
    count: 0,
    news: new Map(),
    isNews: false,
    repeated: -1,
    broken: new Map(),
  });
  return (observed) => {
    const remembered = requests.getOrMake(`${observed.caller} ${observed.request}`, rememberRequest);
    const { news } = remembered;
    const hour = Math.floor(observed.at / HOUR_MS);
    if (remembered.hour !== hour) news.clear();
    if (remembered.hour !== hour) Object.assign(remembered, { hour, count: 0 });
    remembered.isNews = remembered.count >= MAX_REPEATS_PER_HOUR;
    remembered.count += 1;
    const differing = differencesText(observed);
    const counted = news.get(differing) ?? 0;
    const hasRoom = differing !== '' && (counted > 0 || news.size < MAX_NEW_DIFFERENCE_SETS);
    if (remembered.isNews && (!hasRoom || counted >= MAX_REPEATS_PER_HOUR)) return undefined;
    if (hasRoom) addToCount(news, differing, 1);
    return remembered;
  };
}

/** One look at one path: v1's answer compared with v2's, and with v1's second one. Undefined stands for agreement. */
interface Look {
  readonly v2: BrokenLevel | undefined;
  readonly v1: BrokenLevel | undefined;
  readonly because: NonNullable<SeenPair['controlled']>;
}

/**
 * Reports whether v1 alone is the exception: in a sampled look when v2 is not, else when v1's second answer equals
 * v2's. At looser levels that is not known. Counting every other answer as equal to v2's is the cautious choice.
 */
const isOnlyV1 = ({ v2, v1, because }: Look, isV2: boolean, level: NoiseLevel): boolean =>
  because === 'byLot' ? !isV2 : isV2 && (level !== 'exact' || v1?.prints[1] === v2?.prints[1]);

function weighLevel(pathCounts: PathCounts, level: NoiseLevel, look: Look): void {
  const isBroken = (broken: BrokenLevel | undefined) =>
    broken !== undefined && isLevelBroken(broken, level, pathCounts);
  const [v2, v1] = [isBroken(look.v2), isBroken(look.v1)];
  const counts = pathCounts.levels[level];
  if (v2 && !v1) counts.onlyV2 += 1;
  if (v1 && isOnlyV1(look, v2, level)) counts.onlyV1 += 1;
  // The distance of v1 from itself defines the spread, so it cannot break that level.
  const isSpread = level === 'spread' && look.v1?.breaks === 'exact';
  if (v1 && !isSpread) counts.v1 += 1;
}

/**
 * Notes how far v1 is from itself. This proves nothing, so every control counts, even those of a client in a loop,
 * whose requests no longer count: otherwise v1's own differences would pass for v2's as soon as the first few were
 * small.
 */
export function noteSpread(operation: OperationCounts, { control = [] }: SeenPair): void {
  for (const [path, { breaks, distance }] of groupByPath(control)) {
    if (breaks !== 'exact') continue;
    const counts = countsOfPath(operation, path);
    counts.spread = Math.max(counts.spread, distance);
  }
}

/**
 * Counts one look at v1's second answer at every path. If v2 is as good as v1, the three answers are interchangeable. A
 * sampled look shows which of v2 and the second answer is the exception: a fair coin. A look because v2 differed shows whether v1
 * repeats its answer or now gives v2's: a fair coin too, thrown whenever it is needed. A value that changes by itself
 * during the calls counts for v1 in both.
 */
function weighControl(
  operation: OperationCounts,
  v2: ReadonlyMap<string, BrokenLevel>,
  control: readonly KeptDifference[],
  because: NonNullable<SeenPair['controlled']>,
): void {
  if (because === 'byLot') operation.looks += 1;
  const v1 = groupByPath(control);
  for (const path of new Set([...v2.keys(), ...v1.keys()])) {
    const counts = countsOfPath(operation, path);
    for (const level of NOISE_LEVELS)
      weighLevel(counts, level, { v2: v2.get(path), v1: v1.get(path), because });
    if (because === 'becauseDifferent') counts.looks += 1;
  }
}

/**
 * Counts a natural repeat: the same request differed at a path before and differs there again, so v1 was asked twice
 * for free. If v1 repeats its answer or gives v2's former one, that is a fair coin if v2 is as good as v1. Any other
 * answer is no evidence, because the resource may have changed in between.
 */
function weighRepeat(pathCounts: PathCounts, earlier: BrokenLevel, now: BrokenLevel): void {
  // Nothing is kept of a secret, and long texts are truncated: equal prints are no evidence.
  if (earlier.prints[0] === earlier.prints[1]) return;
  const isSame = now.prints[0] === earlier.prints[0];
  const isV2s = now.prints[0] === earlier.prints[1];
  for (const level of NOISE_LEVELS) {
    if (!isLevelBroken(earlier, level, pathCounts)) continue;
    if (isSame) pathCounts.levels[level].onlyV2 += 1;
    else if (isV2s) pathCounts.levels[level].onlyV1 += 1;
  }
}

/** Weighs the paths at which a repeated request differs again, once an hour. Returns true if there are any. */
function weighRepeats(
  operation: OperationCounts,
  v2: ReadonlyMap<string, BrokenLevel>,
  remembered: RememberedRequest,
): boolean {
  if (remembered.repeated === remembered.hour) return false;
  let hasRepeated = false;
  for (const [path, now] of v2) {
    const earlier = remembered.broken.get(path);
    if (earlier === undefined) continue;
    weighRepeat(countsOfPath(operation, path), earlier, now);
    hasRepeated = true;
  }
  if (hasRepeated) remembered.repeated = remembered.hour;
  return hasRepeated;
}

/** Adds one observation to the counts of its paths. Returns true when that may have changed a judgement. */
export function weighObservation(
  operation: OperationCounts,
  seenPair: SeenPair,
  remembered: RememberedRequest,
): boolean {
  const v2 = groupByPath(seenPair.differences);
  const { control, controlled = 'byLot' } = seenPair;
  operation.compared += 1;
  for (const [path, broken] of v2) {
    const counts = countsOfPath(operation, path);
    for (const level of NOISE_LEVELS) if (isLevelBroken(broken, level, counts)) counts.levels[level].v2 += 1;
  }
  // A control of its own is more direct evidence than a repeat.
  const isWeighed = control !== undefined || weighRepeats(operation, v2, remembered);
  const isChosen = remembered.isNews && controlled === 'byLot';
  if (control !== undefined && !isChosen) weighControl(operation, v2, control, controlled);
  noteSpread(operation, seenPair);
  remembered.broken = v2;
  return isWeighed;
}
