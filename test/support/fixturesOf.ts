import { type Fixture, loadFixtures } from '../../src/mapping/yaml/fixtureFile';
import { shippedFolder } from './shipped';

/** The fixtures beside the mappings of a folder; throws when they are broken. */
function fixturesOf(folder: string): readonly Fixture[] {
  const fixtures = loadFixtures(folder);
  if (fixtures.ok) return fixtures.value;
  throw new Error(fixtures.failure.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
}

let loaded: readonly Fixture[] | undefined;

/** The fixtures that Lifeboat ships, read once. */
export const shippedFixtures = (): readonly Fixture[] => (loaded ??= fixturesOf(shippedFolder));
