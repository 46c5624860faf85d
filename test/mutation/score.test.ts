import { mutantFindings } from '../../src/cli/check/mutantFindings';
import type { Fixture } from '../../src/mapping/loadFixtures';
import { rehearse } from '../../src/gateway/rehearse';
import { fixturesOf } from '../support/fixturesOf';
import { generatedFixtures } from '../support/generatedFixtures';
import { pair, pairFolder } from '../support/pair';

const score = async (fixtures: readonly Fixture[]) => {
  const findings = await mutantFindings(pair(), fixtures, () => undefined);
  const survivors = findings.survivors.map(({ file, line, what }) => `${file}:${line}: ${what}`);
  return { ...findings, survivors };
};

describe('of the mutants of two mappings', () => {
  it('every one is noticed, most by the fixtures beside them', async () => {
    const { made, refused, noticed, equivalent, survivors } = await score(fixturesOf(pairFolder));
    expect(survivors).toEqual([]);
    expect(refused + noticed + equivalent).toBe(made);
    expect(made).toBeGreaterThan(600);
    expect(noticed).toBeGreaterThan(made / 2);
  }, 60_000);

  it('every one is noticed by generated fixtures alone', async () => {
    const fixtures = await generatedFixtures(pair());
    expect(await rehearse(fixtures, pair().operations)).toEqual([]);
    expect(await score(fixtures)).toMatchObject({ survivors: [], score: 100 });
  }, 60_000);
});
