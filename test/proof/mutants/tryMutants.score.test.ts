import { mutantFindings } from '../../../src/cli/mappings/checkFindings';
import { firstDifference, rehearse } from '../../../src/proof/fixturesPlay';
import type { Fixture } from '../../../src/mapping/yaml/fixtureFile';
import { type TriedMutant, tryMutants } from '../../../src/proof/mutants/tryMutants';
import { fixturesOf } from '../../support/fixturesOf';
import { generatedFixtures } from '../../support/generatedFixtures';
import { shipped, shippedFolder } from '../../support/shipped';

const shown = (survivors: readonly TriedMutant[]) =>
  survivors.map(({ file, line, what }) => `${file}:${line}: ${what}`);

const score = async (fixtures: readonly Fixture[]) => {
  const findings = await mutantFindings(shipped(), fixtures, () => undefined);
  return { ...findings, survivors: shown(findings.survivors) };
};

describe('of the mutants of the shipped mappings', () => {
  it('every one is noticed, most by the shipped fixtures', async () => {
    const { made, refused, noticed, equivalent, survivors } = await score(fixturesOf(shippedFolder));
    expect(survivors).toEqual([]);
    expect(refused + noticed + equivalent).toBe(made);
    expect(made).toBeGreaterThan(1900);
    expect(noticed).toBeGreaterThan(made / 2);
  });

  it('every one is noticed by generated fixtures alone', async () => {
    const fixtures = await generatedFixtures(shipped());
    expect(await rehearse(fixtures, shipped().operations)).toEqual([]);
    expect(await score(fixtures)).toMatchObject({ survivors: [], score: 100 });
  });

  it('each in an operation is noticed by the fixtures generated for that operation', async () => {
    const fixtures = await generatedFixtures(shipped());
    const tried = await tryMutants(shipped().documents, async (operations, { operation }) => {
      if (operation === undefined) return 'not of one operation';
      const own = fixtures.filter((fixture) => fixture.operation === operation);
      return (await firstDifference(own, operations))?.place;
    });
    expect(shown(tried.filter(({ outcome }) => outcome === 'survived'))).toEqual([]);
  });
});
