import { setImmediate as nextTurn } from 'node:timers/promises';
import { types } from 'node:util';
import type { Clock } from '../../gateway/clock';
import { type Fault, renderFault } from '../../mapping/yaml/fileFault';
import { formsFolder, type Steps } from '../../mapping/yaml/mappingFolder';
import { type Fixture, stepThroughFixtures } from '../../mapping/yaml/fixtureFile';
import { type Mappings, stepThroughMappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../mapping/result';

/** Gives way to everything else that waits, when it is time. */
export type Breathe = () => Promise<void>;

/** Work that goes on for longer (ms) without giving way is felt by requests. */
const SLICE = 10;

/** Cuts long work into slices: called between its steps, it gives way when the slice is used up. */
export function createBreather({ now }: Pick<Clock, 'now'>): Breathe {
  let began = now();
  return async () => {
    if (now() - began < SLICE) return;
    await nextTurn();
    began = now();
  };
}

/** Mappings that are to take over, and the fixtures they are tried with. */
export interface Candidate {
  readonly mappings: Mappings;
  readonly fixtures: readonly Fixture[];
}

async function inSlices<Done>(steps: Steps<Done>, breathe: Breathe): Promise<Done> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

const renderFaults = (faults: readonly Fault[]): string[] =>
  faults.map((fault) => renderFault(fault, { colour: false }));

/** Reads, checks and compiles a folder, or says everything that is wrong with it; takes breath between its files. */
export async function loadCandidate(
  folder: string,
  breathe: Breathe,
): Promise<Result<Candidate, readonly string[]>> {
  try {
    const mappings = await inSlices(stepThroughMappings(folder), breathe);
    if (!mappings.ok) return failure(renderFaults(mappings.failure));
    const fixtures = await inSlices(stepThroughFixtures(folder), breathe);
    if (!fixtures.ok) return failure(renderFaults(fixtures.failure));
    const ofForms = await inSlices(stepThroughFixtures(formsFolder(folder)), breathe);
    if (!ofForms.ok) return failure(renderFaults(ofForms.failure));
    return success({ mappings: mappings.value, fixtures: [...fixtures.value, ...ofForms.value] });
  } catch (error) {
    if (!types.isNativeError(error) || !('code' in error)) throw error;
    return failure([`the mappings cannot be read: ${error.message}`]);
  }
}
