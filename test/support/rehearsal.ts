import { type Fixture, loadFixtures } from '../../src/mapping/yaml/fixtureFile';
import { shippedFolder } from './shipped';

/** The first shipped fixture of an operation: what a client sends, what v2 answers, what the client gets. */
export function rehearsal(operation: string): Fixture {
  const fixtures = loadFixtures(shippedFolder);
  if (!fixtures.ok) throw new Error('the shipped fixtures are broken');
  const found = fixtures.value.find((fixture) => fixture.operation === operation);
  if (found === undefined) throw new Error(`no fixture of ${operation}`);
  return found;
}
