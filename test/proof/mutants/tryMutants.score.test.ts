import { sortByLikelihood } from '../../../src/cli/mappings/checkFindings.js';
import { firstDifference, rehearse } from '../../../src/proof/fixturesPlay.js';
import type { Fixture } from '../../../src/mapping/yaml/fixtureFile.js';
import { type PlayFixtures, type TriedMutant, tryMutants } from '../../../src/proof/mutants/tryMutants.js';
import { shippedFixtures } from '../../support/shippedFixtures.ts';
import { generatedFixtures } from '../../support/generatedFixtures.ts';
import { shipped } from '../../support/shipped.ts';

/** The places of the fixtures that noticed a mutant, of the shipped ones and of the generated ones. */
interface Noticed {
  readonly shipped: string | undefined;
  readonly generated: string | undefined;
}

interface Tried extends TriedMutant {
  readonly noticed: Noticed | undefined;
}

let generated: readonly Fixture[];
let tried: readonly Tried[];

const real = () => tried.filter(({ outcome }) => outcome === 'noticed' || outcome === 'survived');
const shownMutants = (mutants: readonly TriedMutant[]) =>
  mutants.map(({ file, line, what }) => `${file}:${line}: ${what}`);

beforeAll(async () => {
  const { documents, resources } = shipped();
  const fixtures = shippedFixtures();
  generated = await generatedFixtures(shipped());
  const noticed = new Map<number, Noticed>();
  let done = 0;
  const placesOf = async (all: readonly Fixture[], ...[mutated, changed]: Parameters<PlayFixtures>) =>
    (await firstDifference(sortByLikelihood(all, resources, changed), mutated))?.place;
  const play: PlayFixtures = async (mutated, changed) => {
    // A mutant of one operation has to be noticed by the fixtures generated for that operation.
    const { operation = '' } = changed;
    const ownFixtures = generated.filter((fixture) => operation === '' || fixture.operation === operation);
    const by = {
      shipped: await placesOf(fixtures, mutated, changed),
      generated: await placesOf(ownFixtures, mutated, changed),
    };
    noticed.set(done, by);
    return by.shipped ?? by.generated;
  };
  const results = await tryMutants(documents, play, (count) => (done = count));
  tried = results.map((result, index) => ({ ...result, noticed: noticed.get(index) }));
});

describe('the mutants of the shipped mappings', () => {
  it('are many, and more than half of them pass the checks and fail a fixture', () => {
    expect(tried.length).toBeGreaterThan(1900);
    expect(real().length).toBeGreaterThan(tried.length / 2);
  });

  it('name the check that refuses them', () => {
    const refused = tried.filter(({ outcome }) => outcome === 'refused');
    expect(refused.every(({ by }) => /^[a-z-]+$/.test(by ?? ''))).toBe(true);
  });

  it('all fail the checks or the shipped fixtures', () => {
    expect(shownMutants(real().filter(({ noticed }) => noticed?.shipped === undefined))).toEqual([]);
  });

  it('all fail generated fixtures alone, and a mutant of an operation the fixtures of that operation', async () => {
    expect(await rehearse(generated, shipped().operations)).toEqual([]);
    expect(shownMutants(real().filter(({ noticed }) => noticed?.generated === undefined))).toEqual([]);
  });
});
