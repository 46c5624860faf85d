import type { KeptDifference, Observed } from '../keep/observation';
import { type Rung, RUNGS } from './noiseLevels';
import { type OperationCounts, type PathCounts, countsOfPath, type RungCounts } from './pathCounts';

/** The rung that two answers break at one path, where an array has many values. */
interface Broken {
  readonly breaks: Rung;
  readonly distance: number;
  /** Hashes of the values on both sides: equal prints, equal values. */
  readonly prints: readonly [string, string];
}

/** Factor of v1's own spread beyond which a distance breaks the rung `spread`, once the spread is well known. */
const ROOM = 2;

/** Factor of the room for noise while few second answers of v1 have shown it: all may have lain close together. */
const ROOM_OF_FEW = 8;

/** Distance beyond which two values are further apart than v1 is from itself; 0 while that is unknown. */
const reachOf = ({ spread, rungs }: Pick<PathCounts, 'spread' | 'rungs'>): number =>
  spread * (ROOM + ROOM_OF_FEW / Math.max(1, rungs.exact.v1));

const looser = (one: Rung, other: Rung): Rung => (RUNGS.indexOf(one) > RUNGS.indexOf(other) ? one : other);

function joined(one: Broken, other: Broken): Broken {
  return {
    breaks: looser(one.breaks, other.breaks),
    distance: Math.max(one.distance, other.distance),
    prints: [`${one.prints[0]} ${other.prints[0]}`, `${one.prints[1]} ${other.prints[1]}`],
  };
}

/** Groups the differences of two answers by path. */
function brokenPaths(differences: readonly KeptDifference[]): ReadonlyMap<string, Broken> {
  const paths = new Map<string, Broken>();
  for (const { path, breaks, distance = 0, hashes } of differences) {
    const broken: Broken = { breaks, distance, prints: [hashes[0] ?? '-', hashes[1] ?? '-'] };
    const before = paths.get(path);
    paths.set(path, before === undefined ? broken : joined(before, broken));
  }
  return paths;
}

/** True when values at a path break a rung, by what is known of v1's distance from itself there. */
export function breaksRung(
  { breaks, distance }: Pick<Broken, 'breaks' | 'distance'>,
  rung: Rung,
  counts: Pick<PathCounts, 'spread' | 'rungs'>,
): boolean {
  const reach = reachOf(counts);
  const isFar = breaks === 'exact' && reach > 0 && distance > reach;
  return RUNGS.indexOf(isFar ? 'spread' : breaks) >= RUNGS.indexOf(rung);
}

/** One look at one path: v1's answer compared with v2's, and with v1's own second one; undefined when they agree. */
interface Look {
  readonly v2: Broken | undefined;
  readonly v1: Broken | undefined;
  readonly because: NonNullable<Observed['controlled']>;
}

interface Outcome {
  readonly v2: boolean;
  readonly v1: boolean;
  /** True when v1's second answer equals v2's, so that the first one is the exception; known at the exact rung only. */
  readonly isV2s: boolean;
}

function countByLot(counts: RungCounts, { v2, v1 }: Outcome): void {
  if (v2 && !v1) counts.onlyV2 += 1;
  if (v1 && !v2) counts.onlyV1 += 1;
}

function countBecauseDifferent(counts: RungCounts, rung: Rung, { v2, v1, isV2s }: Outcome): void {
  if (!v2) return;
  if (!v1) counts.onlyV2 += 1;
  // At looser rungs equality is not known; counting every other answer as equal to v2's is the cautious choice.
  else if (rung !== 'exact' || isV2s) counts.onlyV1 += 1;
}

function weighRung(pathCounts: PathCounts, rung: Rung, { v2, v1, because }: Look): void {
  const breaks = (broken: Broken | undefined) => broken !== undefined && breaksRung(broken, rung, pathCounts);
  const isV2s = v1?.prints[1] === v2?.prints[1];
  const outcome = { v2: breaks(v2), v1: breaks(v1), isV2s };
  const counts = pathCounts.rungs[rung];
  if (because === 'byLot') countByLot(counts, outcome);
  else countBecauseDifferent(counts, rung, outcome);
  // The distance of v1 from itself defines the spread, so it cannot break that rung.
  const isSpread = rung === 'spread' && v1?.breaks === 'exact';
  if (outcome.v1 && !isSpread) counts.v1 += 1;
}

/**
 * Notes how far v1 is from itself. Nothing is proven by that, so it is learnt from every control: of a client in a loop,
 * whose requests count no more, the differences would else pass for v2's as soon as the first few were small.
 */
export function noteSpread(operation: OperationCounts, { control = [] }: Observed): void {
  for (const [path, { breaks, distance }] of brokenPaths(control)) {
    if (breaks !== 'exact') continue;
    const counts = countsOfPath(operation, path);
    counts.spread = Math.max(counts.spread, distance);
  }
}

/**
 * Counts one look at v1's second answer. If v2 is as good as v1, the three answers are interchangeable. A look by lot
 * shows which of v2 and the second answer is the exception: a fair coin. A look because v2 differed shows if v1 repeats
 * its answer or now gives v2's: a fair coin too, which is thrown whenever it is needed. A value that changes by itself
 * during the calls counts for v1 in both.
 */
function weighLook(pathCounts: PathCounts, look: Look): void {
  for (const rung of RUNGS) weighRung(pathCounts, rung, look);
  if (look.because === 'becauseDifferent') pathCounts.looks += 1;
}

/**
 * Counts a natural repeat: the same request differed at a path before and differs there again, so v1 was asked twice
 * for free. If v1 repeats its answer or gives v2's former one, that is a fair coin if v2 is as good as v1. Any other
 * answer is no evidence, because the resource may have changed in between.
 */
function weighRepeat(pathCounts: PathCounts, before: Broken, now: Broken): void {
  // Nothing is kept of a secret, and long texts are truncated: equal prints are no evidence.
  if (before.prints[0] === before.prints[1]) return;
  const isSame = now.prints[0] === before.prints[0];
  const isV2s = now.prints[0] === before.prints[1];
  for (const rung of RUNGS) {
    if (!breaksRung(before, rung, pathCounts)) continue;
    if (isSame) pathCounts.rungs[rung].onlyV2 += 1;
    else if (isV2s) pathCounts.rungs[rung].onlyV1 += 1;
  }
}

const HOUR = 3_600_000;

/** Most requests that count as evidence per caller, request and hour. */
const MOST_PER_HOUR = 5;

/** Most new sets of differences for which a request counts again after it has counted often enough. */
const MOST_NEWS = 5;

/** Most remembered requests; beyond them the least recent is forgotten, and counts anew. */
const MOST_REQUESTS = 20_000;

/** Memory of one request: its counts, and the differences when it counted last. */
interface Remembered {
  hour: number;
  count: number;
  /** Number of times it has counted within the hour for each set of differences. */
  news: Map<string, number>;
  /** True when it counts only because of its differences: chosen by its outcome, it is no control by lot. */
  isNews: boolean;
  /** Hour in which it counted as a repeat: a poller is one observation. */
  repeated: number;
  broken: ReadonlyMap<string, Broken>;
}

/** Counts a request for its set of differences; false when that was seen often enough within the hour. */
function isNews({ news }: Remembered, differing: string): boolean {
  const counted = news.get(differing) ?? 0;
  if (differing === '' || counted >= MOST_PER_HOUR || (counted === 0 && news.size >= MOST_NEWS)) return false;
  news.set(differing, counted + 1);
  return true;
}

/**
 * Remembers requests by key, so that a client in a loop does not decide alone. Returns the memory of a request that
 * may count at an instant (clock ms), undefined for one that was seen often enough; `differing` names its differences,
 * empty without any. A client that repeats a request for hours counts again when its answers begin to differ.
 */
export function createRecent(): (key: string, at: number, differing: string) => Remembered | undefined {
  const requests = new Map<string, Remembered>();
  return (key, at, differing) => {
    const hour = Math.floor(at / HOUR);
    const known: Remembered = requests.get(key) ?? {
      ...{ hour, count: 0, repeated: -1, broken: new Map<string, Broken>() },
      ...{ news: new Map<string, number>(), isNews: false },
    };
    requests.delete(key);
    requests.set(key, known);
    for (const oldest of requests.keys()) {
      if (requests.size <= MOST_REQUESTS) break;
      requests.delete(oldest);
    }
    if (known.hour !== hour) Object.assign(known, { hour, count: 0, news: new Map() });
    known.isNews = known.count >= MOST_PER_HOUR;
    if (known.isNews) return isNews(known, differing) ? known : undefined;
    known.count += 1;
    if (differing !== '' && known.news.size < MOST_NEWS)
      known.news.set(differing, (known.news.get(differing) ?? 0) + 1);
    return known;
  };
}

type Paths = ReadonlyMap<string, Broken>;

function weighControl(
  operation: OperationCounts,
  v2: Paths,
  control: readonly KeptDifference[],
  because: NonNullable<Observed['controlled']>,
): void {
  if (because === 'byLot') operation.looks += 1;
  const v1 = brokenPaths(control);
  for (const path of new Set([...v2.keys(), ...v1.keys()])) {
    weighLook(countsOfPath(operation, path), { v2: v2.get(path), v1: v1.get(path), because });
  }
}

function weighRepeats(operation: OperationCounts, v2: Paths, remembered: Remembered): boolean {
  if (remembered.repeated === remembered.hour) return false;
  let hasRepeated = false;
  for (const [path, now] of v2) {
    const before = remembered.broken.get(path);
    if (before === undefined) continue;
    weighRepeat(countsOfPath(operation, path), before, now);
    hasRepeated = true;
  }
  if (hasRepeated) remembered.repeated = remembered.hour;
  return hasRepeated;
}

/** Adds one observation to the counts of its paths; true when that may have changed a judgement. */
export function weighObservation(
  operation: OperationCounts,
  observed: Observed,
  remembered: Remembered,
): boolean {
  const v2 = brokenPaths(observed.differences);
  const { control, controlled = 'byLot' } = observed;
  operation.compared += 1;
  for (const [path, broken] of v2) {
    const counts = countsOfPath(operation, path);
    for (const rung of RUNGS) if (breaksRung(broken, rung, counts)) counts.rungs[rung].v2 += 1;
  }
  // A control of its own is more direct evidence than a repeat.
  const isWeighed = control === undefined ? weighRepeats(operation, v2, remembered) : true;
  const isChosen = remembered.isNews && controlled === 'byLot';
  if (control !== undefined && !isChosen) weighControl(operation, v2, control, controlled);
  noteSpread(operation, observed);
  remembered.broken = v2;
  return isWeighed;
}
