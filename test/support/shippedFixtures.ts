import { type Fixture, loadFixtures } from '../../src/mapping/yaml/fixtureFile';
import { onceAWorker, shippedFolder } from './shipped';

/** The fixtures that Lifeboat ships, read once; throws when they are broken. */
export const shippedFixtures = (): readonly Fixture[] => onceAWorker('fixtures', load);

function load(): readonly Fixture[] {
  const fixtures = loadFixtures(shippedFolder);
  if (fixtures.ok) return fixtures.value;
  throw new Error(fixtures.failure.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
}
