import type { KeptDifference, Observed } from '../keep/observed';
import { type Rung, RUNGS } from './rungs';
import { type OperationCounts, type PathCounts, pathOf, type RungCounts } from './pathCounts';

/** What two answers break at one path; an array has many values there. */
interface Broken {
  readonly breaks: Rung;
  readonly distance: number;
  /** What the one and the other said, as hashes: equal prints, equal values. */
  readonly prints: readonly [string, string];
}

/** A rung is broken by values further apart than twice what v1 was from itself. */
const ROOM = 2;

const looser = (one: Rung, other: Rung): Rung => (RUNGS.indexOf(one) > RUNGS.indexOf(other) ? one : other);

function joined(one: Broken, other: Broken): Broken {
  return {
    breaks: looser(one.breaks, other.breaks),
    distance: Math.max(one.distance, other.distance),
    prints: [`${one.prints[0]} ${other.prints[0]}`, `${one.prints[1]} ${other.prints[1]}`],
  };
}

/** The differences of two answers by path. */
function brokenPaths(differences: readonly KeptDifference[]): ReadonlyMap<string, Broken> {
  const paths = new Map<string, Broken>();
  for (const { path, breaks, distance = 0, hashes } of differences) {
    const broken: Broken = { breaks, distance, prints: [hashes[0] ?? '-', hashes[1] ?? '-'] };
    const before = paths.get(path);
    paths.set(path, before === undefined ? broken : joined(before, broken));
  }
  return paths;
}

/** True when values break a rung; `spread` is how far v1 was from itself so far, 0 while that is not known. */
export function breaksRung(
  { breaks, distance }: Pick<Broken, 'breaks' | 'distance'>,
  rung: Rung,
  spread: number,
): boolean {
  const isFar = breaks === 'exact' && spread > 0 && distance > ROOM * spread;
  return RUNGS.indexOf(isFar ? 'spread' : breaks) >= RUNGS.indexOf(rung);
}

/** What one path says in one look: v1's answer against v2's, and against v1's own second one; undefined where they agree. */
interface Look {
  readonly v2: Broken | undefined;
  readonly v1: Broken | undefined;
  readonly because: NonNullable<Observed['controlled']>;
}

interface Outcome {
  readonly v2: boolean;
  readonly v1: boolean;
  /** At the strictest rung a look can tell that v1's second answer is what v2 said: then the first was the odd one. */
  readonly isV2s: boolean;
}

function countByLot(tally: RungCounts, { v2, v1 }: Outcome): void {
  if (v2 && !v1) tally.onlyV2 += 1;
  if (v1 && !v2) tally.onlyV1 += 1;
}

function countBecauseDifferent(tally: RungCounts, rung: Rung, { v2, v1, isV2s }: Outcome): void {
  if (!v2) return;
  if (!v1) tally.onlyV2 += 1;
  // At looser rungs equality is not seen; to take every other answer for v2's is the cautious side.
  else if (rung !== 'exact' || isV2s) tally.onlyV1 += 1;
}

function weighRung(tally: PathCounts, rung: Rung, { v2, v1, because }: Look): void {
  const breaks = (broken: Broken | undefined) =>
    broken !== undefined && breaksRung(broken, rung, tally.spread);
  const isV2s = v1?.prints[1] === v2?.prints[1];
  const outcome = { v2: breaks(v2), v1: breaks(v1), isV2s };
  const counts = tally.rungs[rung];
  if (because === 'byLot') countByLot(counts, outcome);
  else countBecauseDifferent(counts, rung, outcome);
  // How far v1 is from itself is what the spread is made of.
  const isSpread = rung === 'spread' && v1?.breaks === 'exact';
  if (outcome.v1 && !isSpread) counts.v1 += 1;
}

/**
 * Counts one look at v1's second answer. Were v2 as good as v1, the three answers could change places. A look that was
 * drawn by lot tells who of v2 and the second answer is the odd one: a fair coin. A look that was taken because v2
 * differed tells whether v1 says the same again, or now says what v2 said: a fair coin too, and one that is thrown
 * whenever it is needed. What moves by itself while the calls are made falls on v1's side in both.
 */
function weighLook(tally: PathCounts, look: Look): void {
  for (const rung of RUNGS) weighRung(tally, rung, look);
  if (look.because === 'becauseDifferent') tally.looks += 1;
  if (look.v1?.breaks === 'exact') tally.spread = Math.max(tally.spread, look.v1.distance);
}

/**
 * Counts a natural repeat: the same request differed at a path before and differs there again, so that v1 was asked
 * twice for free. It says the same as then, or what v2 said then: a fair coin were v2 as good as v1. Anything else says
 * nothing; the resource may have changed in between.
 */
function weighRepeat(tally: PathCounts, before: Broken, now: Broken): void {
  // Of a secret nothing is kept, and the ends of long texts are cut off: what looks equal says nothing.
  if (before.prints[0] === before.prints[1]) return;
  const isSame = now.prints[0] === before.prints[0];
  const isV2s = now.prints[0] === before.prints[1];
  for (const rung of RUNGS) {
    if (!breaksRung(before, rung, tally.spread)) continue;
    if (isSame) tally.rungs[rung].onlyV2 += 1;
    else if (isV2s) tally.rungs[rung].onlyV1 += 1;
  }
}

const HOUR = 3_600_000;

/** Requests that count as evidence per caller, request and hour. */
const MOST_PER_HOUR = 5;

/** Ways to differ in which a request that has counted so often counts as often again: what begins now is news. */
const MOST_NEWS = 5;

/** Requests remembered; when there are more, the one longest unseen is forgotten, and counts anew when it comes again. */
const MOST_REQUESTS = 20_000;

/** What is remembered of a request: what differed when it counted last. */
interface Remembered {
  hour: number;
  count: number;
  /** How often it has counted since then for what it differed in. */
  news: Map<string, number>;
  /** True where it counts only because of what it differs in: chosen by its outcome, it says nothing by lot. */
  isNews: boolean;
  /** The hour in which it served as a repeat: a poller is one observation. */
  repeated: number;
  broken: ReadonlyMap<string, Broken>;
}

/** Counts a request for what it differs in; false when that was seen often enough within its hour. */
function isNews({ news }: Remembered, differing: string): boolean {
  const counted = news.get(differing) ?? 0;
  if (differing === '' || counted >= MOST_PER_HOUR || (counted === 0 && news.size >= MOST_NEWS)) return false;
  news.set(differing, counted + 1);
  return true;
}

/**
 * Remembers requests by key, so that a client in a loop does not decide alone. Gives what is known of a request that
 * may count at an instant (clock ms), undefined for one that was seen often enough; `differing` names in what it
 * differs, empty when in nothing. A client that asks the same for hours is heard when its answers begin to differ.
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
    weighLook(pathOf(operation, path), { v2: v2.get(path), v1: v1.get(path), because });
  }
}

function weighRepeats(operation: OperationCounts, v2: Paths, remembered: Remembered): boolean {
  if (remembered.repeated === remembered.hour) return false;
  let hasRepeated = false;
  for (const [path, now] of v2) {
    const before = remembered.broken.get(path);
    if (before === undefined) continue;
    weighRepeat(pathOf(operation, path), before, now);
    hasRepeated = true;
  }
  if (hasRepeated) remembered.repeated = remembered.hour;
  return hasRepeated;
}

/** Puts one observation that counts on the scales of its paths; true when it can have tipped one. */
export function weighObservation(
  operation: OperationCounts,
  observed: Observed,
  remembered: Remembered,
): boolean {
  const v2 = brokenPaths(observed.differences);
  const { control, controlled = 'byLot' } = observed;
  operation.compared += 1;
  for (const [path, broken] of v2) {
    const { rungs, spread } = pathOf(operation, path);
    for (const rung of RUNGS) if (breaksRung(broken, rung, spread)) rungs[rung].v2 += 1;
  }
  // A request with a control of its own says it more directly.
  const isWeighed = control === undefined ? weighRepeats(operation, v2, remembered) : true;
  const isChosen = remembered.isNews && controlled === 'byLot';
  if (control !== undefined && !isChosen) weighControl(operation, v2, control, controlled);
  remembered.broken = v2;
  return isWeighed;
}
