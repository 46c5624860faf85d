import { types } from 'node:util';
import { renderFault } from '../../document/renderFault';
import type { Fault } from '../../document/fault';
import { formsFolder } from '../../mapping/forms/formsFolder';
import { type Fixture, stepThroughFixtures } from '../../mapping/loadFixtures';
import { type Mappings, stepThroughMappings } from '../../mapping/loadMappings';
import type { Steps } from '../../mapping/steps';
import { failure, type Result, success } from '../../translation/result';
import type { Breathe } from './createBreather';

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

const told = (faults: readonly Fault[]): string[] =>
  faults.map((fault) => renderFault(fault, { colour: false }));

/** Reads, checks and compiles a folder, or says everything that is wrong with it; takes breath between its files. */
export async function loadCandidate(
  folder: string,
  breathe: Breathe,
): Promise<Result<Candidate, readonly string[]>> {
  try {
    const mappings = await inSlices(stepThroughMappings(folder), breathe);
    if (!mappings.ok) return failure(told(mappings.failure));
    const fixtures = await inSlices(stepThroughFixtures(folder), breathe);
    if (!fixtures.ok) return failure(told(fixtures.failure));
    const ofForms = await inSlices(stepThroughFixtures(formsFolder(folder)), breathe);
    if (!ofForms.ok) return failure(told(ofForms.failure));
    return success({ mappings: mappings.value, fixtures: [...fixtures.value, ...ofForms.value] });
  } catch (error) {
    if (!types.isNativeError(error) || !('code' in error)) throw error;
    return failure([`the mappings cannot be read: ${error.message}`]);
  }
}
