import { basename } from 'node:path';
import { firstDifference } from '../../../src/proof/fixturesPlay';
import { compileFile, joinFiles } from '../../../src/mapping/compile/loadMappings';
import { mappingFile } from '../../../src/mapping/yaml/mappingFile';
import { applyEdits, ruleGroups, type RuleSite, subjectOf } from '../../../src/proof/mutants/mutant';
import { shippedFixtures } from '../../support/shippedFixtures';
import { shipped } from '../../support/shipped';

const { documents } = shipped();
const fixtures = shippedFixtures();

/** Lists each two rules of one object that have different v2 paths. */
function pairsOf(sites: readonly RuleSite[]): readonly (readonly [RuleSite, RuleSite])[] {
  const pathOf = ({ entry, end }: RuleSite) => entry[end];
  return sites.flatMap((one, index) =>
    sites
      .slice(index + 1)
      .filter((other) => one.scope === other.scope && pathOf(one) !== pathOf(other))
      .filter((other) => pathOf(one) !== undefined && pathOf(other) !== undefined)
      .map((other): readonly [RuleSite, RuleSite] => [one, other]),
  );
}

describe.each(documents.map((document) => [basename(document.file), document] as const))(
  'with any two v2 paths of %s exchanged',
  (_, document) => {
    const file = mappingFile.parse(document.value);
    const subject = subjectOf(file);
    const others = documents.filter((other) => other !== document).map(compileFile);
    const pairs = (subject === undefined ? [] : ruleGroups(subject)).flatMap(pairsOf);

    it('the start is refused or a fixture fails', async () => {
      let played = 0;
      for (const [one, other] of pairs) {
        const edits = [
          { path: [...one.path, one.end], value: other.entry[other.end] },
          { path: [...other.path, other.end], value: one.entry[one.end] },
        ];
        const joined = joinFiles([compileFile({ ...document, value: applyEdits(file, edits) }), ...others]);
        if (!joined.ok) continue;
        played += 1;
        const noticed = await firstDifference(fixtures, joined.value.operations);
        expect([one.path, other.path, noticed?.place]).toEqual([one.path, other.path, expect.any(String)]);
      }
      expect(pairs.length).toBeGreaterThan(20);
      expect(played).toBeGreaterThan(1);
    });
  },
);
