import { SHIPPED_MAPPINGS } from '../../config/shippedMappings';
import { renderFault } from '../../mapping/yaml/fileFault';
import { loadFixtures } from '../../mapping/yaml/fixtureFile';
import { type DocumentName, documentTexts, publicationOf } from '../../runtime/reload/makeDocuments';
import { type ExitCode, refused } from '../command';
import { readMappings } from '../../runtime/inputFiles';
import type { Terminal } from '../terminal';

/** Prints one document made from a folder of mappings; 1, with every fault, when they are broken. */
export function printDocument(
  name: DocumentName,
  folder: string | undefined = SHIPPED_MAPPINGS,
  { write, complain, colour }: Terminal,
): ExitCode {
  const mappings = readMappings(folder, { colour });
  if (!mappings.ok) return refused(mappings.failure, { complain }, 1);
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok) {
    for (const fault of fixtures.failure) complain(renderFault(fault, { colour }));
    return 1;
  }
  const publication = publicationOf(mappings.value, fixtures.value);
  write(documentTexts[name](publication).trimEnd());
  return 0;
}
