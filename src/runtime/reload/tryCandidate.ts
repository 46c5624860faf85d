import { playFixture } from '../../proof/fixturesPlay';
import { stepThroughLaws, type TryOptions } from '../../proof/laws/tryLaws';
import type { Breathe, Candidate } from './loadCandidate';

/** Enough to find a slip in a rule, few enough not to be felt: the whole proof is `lifeboat check`. */
export const reloadTrial: TryOptions = { runs: 20, seed: 20251130 };

/**
 * Tries the laws and plays the fixtures; answers what speaks against the candidate. Takes breath between the
 * properties of the laws and between the fixtures, so that requests are served meanwhile.
 */
export async function tryCandidate(
  { mappings, fixtures }: Candidate,
  options: TryOptions,
  breathe: Breathe,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  for (const resource of mappings.resources) {
    for (const broken of stepThroughLaws(resource, options)) {
      for (const { law, what, counterexample } of broken) {
        reasons.push(
          `the law "${law}" does not hold: ${what}; for example ${JSON.stringify(counterexample)}`,
        );
      }
      await breathe();
    }
  }
  const operations = [...mappings.operations, ...mappings.forms];
  for (const fixture of fixtures) {
    for (const { place, what, expected, got } of await playFixture(fixture, operations)) {
      reasons.push(
        `${place}: ${fixture.name}: ${what} is ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`,
      );
    }
    await breathe();
  }
  return reasons;
}
