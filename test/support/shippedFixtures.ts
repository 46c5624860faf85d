import { type Fixture, loadFixtures } from '../../src/mapping/yaml/fixtureFile.js';
import { shippedFolder } from './shipped.ts';

let loaded: readonly Fixture[] | undefined;

/** The fixtures that Lifeboat ships, read once; throws when they are broken. */
export function shippedFixtures(): readonly Fixture[] {
  return (loaded ??= load());
}

function load(): readonly Fixture[] {
  const fixtures = loadFixtures(shippedFolder);
  if (fixtures.ok) return fixtures.value;
  throw new Error(fixtures.failure.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
}

/** The first shipped fixture of an operation: what a client sends, what v2 answers, what the client gets. */
export function rehearsal(operation: string): Fixture {
  const foundFixture = shippedFixtures().find((fixture) => fixture.operation === operation);
  if (foundFixture === undefined) throw new Error(`no fixture of ${operation}`);
  return foundFixture;
}
