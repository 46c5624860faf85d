import { mutantFindings } from '../../src/cli/check/mutantFindings';
import { compileFile } from '../../src/mapping/compileFile';
import { joinFiles } from '../../src/mapping/joinFiles';
import type { Fixture } from '../../src/mapping/loadFixtures';
import type { Mappings } from '../../src/mapping/loadMappings';
import { mappingFile } from '../../src/mapping/mappingFile';
import { rehearse } from '../../src/gateway/rehearse';
import { fixturesOf } from '../support/fixturesOf';
import { generatedFixtures } from '../support/generatedFixtures';
import { shipped, shippedFolder } from '../support/shipped';

const score = async (mappings: Mappings, fixtures: readonly Fixture[]) => {
  const findings = await mutantFindings(mappings, fixtures, () => undefined);
  const survivors = findings.survivors.map(({ file, line, what }) => `${file}:${line}: ${what}`);
  return { ...findings, survivors };
};

/** Operations that the generator writes fixtures for that tell every mutant of them. */
const served = [
  ...['getAccount', 'getAccountByLogin', 'changeAccountStatus'],
  ...['getCurrencyOffer', 'updateCurrencyOffer', 'listCurrencyOffer', 'archiveCurrencyOffer'],
  ...['unlistCurrencyOffer', 'unarchiveCurrencyOffer', 'getItemOffer', 'changeItemOfferStatus'],
];

/** The shipped mappings with those operations alone. */
function servedMappings(): Mappings {
  const documents = shipped().documents.flatMap((document) => {
    const file = mappingFile.parse(document.value);
    const kept = Object.entries(file.operations).filter(([name]) => served.includes(name));
    if (kept.length === 0) return [];
    return [{ ...document, value: { ...file, operations: Object.fromEntries(kept) } }];
  });
  const joined = joinFiles(documents.map(compileFile));
  if (!joined.ok) throw new Error(joined.failure.map(({ message }) => message).join('\n'));
  return { ...shipped(), ...joined.value, documents };
}

describe('of the mutants of the shipped mappings', () => {
  it('every one is noticed, most by the fixtures beside them', async () => {
    const fixtures = fixturesOf(shippedFolder);
    const { made, refused, noticed, equivalent, survivors } = await score(shipped(), fixtures);
    expect(survivors).toEqual([]);
    expect(refused + noticed + equivalent).toBe(made);
    expect(made).toBeGreaterThan(600);
    expect(noticed).toBeGreaterThan(made / 2);
  }, 60_000);

  it('every one of reads, updates and actions is noticed by generated fixtures alone', async () => {
    const mappings = servedMappings();
    const fixtures = await generatedFixtures(mappings);
    expect(await rehearse(fixtures, mappings.operations)).toEqual([]);
    expect(await score(mappings, fixtures)).toMatchObject({ survivors: [], score: 100 });
  }, 60_000);
});
