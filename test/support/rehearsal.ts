import type { Fixture } from '../../src/mapping/yaml/fixtureFile';
import { shippedFixtures } from './shippedFixtures';

/** The first shipped fixture of an operation: what a client sends, what v2 answers, what the client gets. */
export function rehearsal(operation: string): Fixture {
  const foundFixture = shippedFixtures().find((fixture) => fixture.operation === operation);
  if (foundFixture === undefined) throw new Error(`no fixture of ${operation}`);
  return foundFixture;
}
