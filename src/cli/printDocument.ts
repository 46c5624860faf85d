import { SHIPPED_MAPPINGS } from '../config/shippedMappings';
import { renderFault } from '../document/renderFault';
import { loadFixtures } from '../mapping/loadFixtures';
import { type DocumentName, documentTexts } from './documentTexts';
import type { ExitCode } from './exitCode';
import { publicationOf } from './publicationOf';
import { readMappings } from './readMappings';
import type { Terminal } from './terminal';

/** Prints one document made from a folder of mappings; 1, with every fault told, when they are broken. */
export function printDocument(
  name: DocumentName,
  folder: string | undefined = SHIPPED_MAPPINGS,
  { write, complain, colour }: Terminal,
): ExitCode {
  const mappings = readMappings(folder, { colour });
  if (!mappings.ok) {
    for (const line of mappings.failure) complain(line);
    return 1;
  }
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok) {
    for (const fault of fixtures.failure) complain(renderFault(fault, { colour }));
    return 1;
  }
  const publication = publicationOf(mappings.value, fixtures.value);
  write(documentTexts[name](publication).trimEnd());
  return 0;
}
