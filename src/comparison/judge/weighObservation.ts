import type { KeptDifference, Observed } from '../keep/observation';
import { type Rung, RUNGS } from './noiseLevels';
import {
  type Broken,
  breaksRung,
  brokenPaths,
  countsOfPath,
  type OperationCounts,
  type PathCounts,
} from './pathCounts';
import type { Remembered } from './recentRequests';

/** One look at one path: v1's answer compared with v2's, and with v1's own second one; undefined when they agree. */
interface Look {
  readonly v2: Broken | undefined;
  readonly v1: Broken | undefined;
  readonly because: NonNullable<Observed['controlled']>;
}

/**
 * True when v1 alone is the exception: in a sampled look when v2 is not, else when v1's second answer equals v2's. At
 * looser rungs that is not known; counting every other answer as equal to v2's is the cautious choice.
 */
const isOnlyV1 = ({ v2, v1, because }: Look, isV2: boolean, rung: Rung): boolean =>
  because === 'byLot' ? !isV2 : isV2 && (rung !== 'exact' || v1?.prints[1] === v2?.prints[1]);

function weighRung(pathCounts: PathCounts, rung: Rung, look: Look): void {
  const breaks = (broken: Broken | undefined) => broken !== undefined && breaksRung(broken, rung, pathCounts);
  const [v2, v1] = [breaks(look.v2), breaks(look.v1)];
  const counts = pathCounts.rungs[rung];
  if (v2 && !v1) counts.onlyV2 += 1;
  if (v1 && isOnlyV1(look, v2, rung)) counts.onlyV1 += 1;
  // The distance of v1 from itself defines the spread, so it cannot break that rung.
  const isSpread = rung === 'spread' && look.v1?.breaks === 'exact';
  if (v1 && !isSpread) counts.v1 += 1;
}

/**
 * Notes how far v1 is from itself. This proves nothing, so every control counts, even those of a client in a loop,
 * whose requests no longer count: otherwise v1's own differences would pass for v2's as soon as the first few were
 * small.
 */
export function noteSpread(operation: OperationCounts, { control = [] }: Observed): void {
  for (const [path, { breaks, distance }] of brokenPaths(control)) {
    if (breaks !== 'exact') continue;
    const counts = countsOfPath(operation, path);
    counts.spread = Math.max(counts.spread, distance);
  }
}

/**
 * Counts one look at v1's second answer. If v2 is as good as v1, the three answers are interchangeable. A sampled look
 * shows which of v2 and the second answer is the exception: a fair coin. A look because v2 differed shows whether v1
 * repeats its answer or now gives v2's: a fair coin too, thrown whenever it is needed. A value that changes by itself
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
function weighRepeat(pathCounts: PathCounts, earlier: Broken, now: Broken): void {
  // Nothing is kept of a secret, and long texts are truncated: equal prints are no evidence.
  if (earlier.prints[0] === earlier.prints[1]) return;
  const isSame = now.prints[0] === earlier.prints[0];
  const isV2s = now.prints[0] === earlier.prints[1];
  for (const rung of RUNGS) {
    if (!breaksRung(earlier, rung, pathCounts)) continue;
    if (isSame) pathCounts.rungs[rung].onlyV2 += 1;
    else if (isV2s) pathCounts.rungs[rung].onlyV1 += 1;
  }
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
    const earlier = remembered.broken.get(path);
    if (earlier === undefined) continue;
    weighRepeat(countsOfPath(operation, path), earlier, now);
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
