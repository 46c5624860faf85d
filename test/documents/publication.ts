import type { Publication } from '../../src/documents/publication.js';
import { possibleProblems } from '../../src/proof/possibleProblems.js';
import { loadFixtures } from '../../src/mapping/yaml/fixtureFile.js';
import { loadMappings } from '../../src/mapping/compile/loadMappings.js';
import { shippedFolder } from '../support/shipped.ts';

/** Makes the publication of a mapping folder; throws when a mapping has faults. */
export function publicationOf(folder = shippedFolder): Publication {
  const mappings = loadMappings(folder);
  const fixtures = loadFixtures(folder);
  if (!mappings.ok || !fixtures.ok) throw new Error(`${folder} is broken`);
  const { resources, hash, profile, wire } = mappings.value;
  const madeEntry = { resources, hash, profile, wire, fixtures: fixtures.value };
  return { ...madeEntry, version: '1.2.3', problemsOf: possibleProblems };
}
