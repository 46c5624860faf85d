import { tryEveryMutant } from '../../../src/cli/mappings/checkFindings.js';
import { rehearse } from '../../../src/proof/fixturesPlay.js';
import { tryLaws } from '../../../src/proof/laws/tryLaws.js';
import { narrowingsOf } from '../../../src/proof/witnesses/requestNarrowings.js';
import { generatedFixtures } from '../../support/generatedFixtures.ts';
import { repetitions } from '../../support/repetitions.ts';
import { ticketApi } from '../support/ticketApi.ts';

const mappings = ticketApi();

describe('the mappings of the ticket API', () => {
  it('keep every law', () => {
    const broken = mappings.resources.flatMap((resource) =>
      tryLaws(resource, { runs: repetitions(40, 300), seed: 11 }),
    );
    expect(
      broken.map(
        ({ resource, law, what, place: location }) => `${resource} ${law}: ${what} ${location ?? ''}`,
      ),
    ).toEqual([]);
  });

  it('have fixtures that notice every mistake', async () => {
    const fixtures = await generatedFixtures(mappings);
    expect(await rehearse(fixtures, mappings.operations)).toEqual([]);
    const { made, survivors } = await tryEveryMutant(mappings, fixtures, () => undefined);
    expect(survivors.map(({ line, what }) => `${line}: ${what}`)).toEqual([]);
    expect(made).toBeGreaterThan(100);
  });

  it('give a reason why every limit of v2 is harmless, even inside lists', () => {
    const foundTexts = mappings.resources.flatMap(({ operations, schemas }) =>
      operations.flatMap((resolved) => {
        const schema = schemas.v2[resolved.body?.contract.v2 ?? ''];
        return schema === undefined
          ? []
          : narrowingsOf(resolved, schema).map(({ member, is }) => `${member} ${is}`);
      }),
    );
    expect(foundTexts).toEqual([
      'name longer than 60 characters',
      'name longer than 40 characters',
      'name longer than 50 characters',
      'street 90 characters long',
      'subject longer than 80 characters',
      'lines[].label longer than 40 characters',
      'address.city longer than 40 characters',
    ]);
  });
});
