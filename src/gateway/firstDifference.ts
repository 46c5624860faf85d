import type { Fixture } from '../mapping/loadFixtures';
import type { Operation } from '../mapping/operation';
import { type Difference, playFixture } from './playFixture';

/** The first of the fixtures that comes out otherwise: enough to know that they notice a change. */
export async function firstDifference(
  fixtures: readonly Fixture[],
  operations: readonly Operation[],
): Promise<Difference | undefined> {
  for (const fixture of fixtures) {
    const [difference] = await playFixture(fixture, operations);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
