import { setImmediate as nextTurn } from 'node:timers/promises';
import { renderFault } from '../../document/renderFault';
import { type Fixture, loadFixtures } from '../../mapping/loadFixtures';
import type { Mappings } from '../../mapping/loadMappings';
import { failure, type Result, success } from '../../translation/result';
import { readMappings } from '../readMappings';

/** Mappings that are to take over, and the fixtures they are tried with. */
export interface Candidate {
  readonly mappings: Mappings;
  readonly fixtures: readonly Fixture[];
}

/** Reads, checks and compiles a folder, or says everything that is wrong with it. Gives way to requests in between. */
export async function loadCandidate(folder: string): Promise<Result<Candidate, readonly string[]>> {
  const plain = { colour: false };
  const mappings = readMappings(folder, plain);
  if (!mappings.ok) return mappings;
  await nextTurn();
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok) return failure(fixtures.failure.map((fault) => renderFault(fault, plain)));
  return success({ mappings: mappings.value, fixtures: fixtures.value });
}
