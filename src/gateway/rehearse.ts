import type { Fixture } from '../mapping/loadFixtures';
import type { Operation } from '../mapping/operation';
import { type Difference, playFixture } from './playFixture';

/** Plays every fixture; answers all that came out otherwise. */
export async function rehearse(
  fixtures: readonly Fixture[],
  operations: readonly Operation[],
): Promise<readonly Difference[]> {
  return (await Promise.all(fixtures.map((fixture) => playFixture(fixture, operations)))).flat();
}
