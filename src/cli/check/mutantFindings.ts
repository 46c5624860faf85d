import { firstDifference } from '../../gateway/firstDifference';
import type { Fixture } from '../../mapping/loadFixtures';
import type { Mappings } from '../../mapping/loadMappings';
import { type TriedMutant, tryMutants } from '../../mutation/tryMutants';

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

/** Makes every mutant of the mappings and tries whether the checks or the fixtures notice it. */
export async function mutantFindings(
  { resources, documents }: Mappings,
  fixtures: readonly Fixture[],
  progress: (done: number, of: number) => void,
): Promise<MutantFindings> {
  // The fixtures of the changed resource most likely tell, so they are played first.
  const order = new Map(
    resources.map(({ name, operations }) => {
      const own = new Set(operations.map(({ operation }) => operation.name));
      const isOwn = (fixture: Fixture) => own.has(fixture.operation);
      return [name, [...fixtures.filter(isOwn), ...fixtures.filter((fixture) => !isOwn(fixture))]];
    }),
  );
  const tried = await tryMutants(
    documents,
    async (operations, resource) =>
      (await firstDifference(order.get(resource) ?? fixtures, operations))?.place,
    progress,
  );
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
