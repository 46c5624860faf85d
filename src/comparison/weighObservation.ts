import { breaksRung, type Broken, brokenPaths } from './brokenPaths';
import type { Remembered } from './createRecent';
import type { KeptDifference, Observed } from './observed';
import { type OperationTally, pathOf } from './operationTally';
import { RUNGS } from './rung';
import { weighLook } from './weighLook';
import { weighRepeat } from './weighRepeat';

type Paths = ReadonlyMap<string, Broken>;

function weighControl(
  operation: OperationTally,
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

function weighRepeats(operation: OperationTally, v2: Paths, remembered: Remembered): boolean {
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
  operation: OperationTally,
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
