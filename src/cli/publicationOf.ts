import type { Publication } from '../documents/publication';
import { possibleProblems } from '../gateway/possibleProblems';
import type { Fixture } from '../mapping/loadFixtures';
import type { Mappings } from '../mapping/loadMappings';
import { packageVersion } from './packageVersion';

/** What the documents are made of, from the mappings in force and examples for them. */
export const publicationOf = (
  { resources, hash }: Pick<Mappings, 'resources' | 'hash'>,
  fixtures: readonly Fixture[],
): Publication => ({
  resources,
  fixtures,
  hash,
  version: packageVersion(),
  problemsOf: possibleProblems,
});
