import { firstDifference } from '../../gateway/firstDifference';
import type { Fixture } from '../../mapping/loadFixtures';
import type { Mappings } from '../../mapping/loadMappings';
import { type Changed, type PlayFixtures, type TriedMutant, tryMutants } from '../../mutation/tryMutants';

/** What trying the mutants found out. */
export interface MutantFindings {
  readonly made: number;
  /** Noticed by a start-up check. */
  readonly refused: number;
  /** Noticed by a fixture. */
  readonly noticed: number;
  /** No change at all, so not counted in the score. */
  readonly equivalent: number;
  readonly survivors: readonly TriedMutant[];
  /** Share of the real mutants that were noticed, in percent. */
  readonly score: number;
}

/** The fixtures of what was changed most likely tell, so they are played first. */
function likeliestFirst(
  fixtures: readonly Fixture[],
  resources: Mappings['resources'],
  { resource, operation }: Changed,
): readonly Fixture[] {
  const own = resources.find(({ name }) => name === resource)?.operations ?? [];
  const names = new Set(own.map((resolved) => resolved.operation.name));
  const rank = (fixture: Fixture) =>
    fixture.operation === operation ? 0 : names.has(fixture.operation) ? 1 : 2;
  return fixtures.toSorted((one, other) => rank(one) - rank(other));
}

/** Makes every mutant of the mappings and tries whether the checks or the fixtures notice it. */
export async function mutantFindings(
  { resources, documents }: Mappings,
  fixtures: readonly Fixture[],
  progress: (done: number, of: number) => void,
): Promise<MutantFindings> {
  const play: PlayFixtures = async (operations, changed) =>
    (await firstDifference(likeliestFirst(fixtures, resources, changed), operations))?.place;
  const tried = await tryMutants(documents, play, progress);
  const count = (outcome: TriedMutant['outcome']) =>
    tried.filter((mutant) => mutant.outcome === outcome).length;
  const [refused, noticed, equivalent] = [count('refused'), count('noticed'), count('equivalent')];
  const real = tried.length - equivalent;
  return {
    made: tried.length,
    ...{ refused, noticed, equivalent },
    survivors: tried.filter(({ outcome }) => outcome === 'survived'),
    score: real === 0 ? 100 : (100 * (refused + noticed)) / real,
  };
}
