import { basename } from 'node:path';
import { firstDifference } from '../../../src/proof/fixturesPlay';
import { compileFile, joinFiles } from '../../../src/mapping/compile/loadMappings';
import { mappingFile } from '../../../src/mapping/yaml/mappingFile';
import { applyEdits, type RuleSite, subjectOf } from '../../../src/proof/mutants/mutant';
import { shippedFixtures } from '../../support/shippedFixtures';
import { shipped } from '../../support/shipped';

const { documents } = shipped();
const fixtures = shippedFixtures();

/** Lists each two rules of one object that have different v2 paths. */
function pairsOf(sites: readonly RuleSite[]): readonly (readonly [RuleSite, RuleSite])[] {
  const pathOf = ({ entry, end }: RuleSite) => entry[end];
  return sites.flatMap((ruleSite, index) =>
    sites
      .slice(index + 1)
      .filter(
        (nextRuleSite) => ruleSite.scope === nextRuleSite.scope && pathOf(ruleSite) !== pathOf(nextRuleSite),
      )
      .filter((nextRuleSite) => pathOf(ruleSite) !== undefined && pathOf(nextRuleSite) !== undefined)
      .map((nextRuleSite): readonly [RuleSite, RuleSite] => [ruleSite, nextRuleSite]),
  );
}

describe.each(documents.map((document) => [basename(document.file), document] as const))(
  'a mapping with any two v2 paths of %s exchanged',
  (_, document) => {
    const file = mappingFile.parse(document.value);
    const subject = subjectOf(file);
    const otherCompiledFiles = documents
      .filter((nextYamlDocument) => nextYamlDocument !== document)
      .map(compileFile);
    const pairs = (subject?.groups ?? []).flatMap(pairsOf);

    it('is refused at the start or by a fixture', async () => {
      let played = 0;
      for (const [ruleSite, nextRuleSite] of pairs) {
        const edits = [
          { path: [...ruleSite.path, ruleSite.end], value: nextRuleSite.entry[nextRuleSite.end] },
          { path: [...nextRuleSite.path, nextRuleSite.end], value: ruleSite.entry[ruleSite.end] },
        ];
        const joined = joinFiles([
          compileFile({ ...document, value: applyEdits(file, edits) }),
          ...otherCompiledFiles,
        ]);
        if (!joined.ok) continue;
        played += 1;
        const noticed = await firstDifference(fixtures, joined.value.operations);
        expect([ruleSite.path, nextRuleSite.path, noticed?.place]).toEqual([
          ruleSite.path,
          nextRuleSite.path,
          expect.any(String),
        ]);
      }
      expect(pairs.length).toBeGreaterThan(20);
      expect(played).toBeGreaterThan(1);
    });
  },
);
