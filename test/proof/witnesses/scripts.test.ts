import type { Fixture } from '../../../src/mapping/yaml/fixtureFile.js';
import { generatedFixtures } from '../../support/generatedFixtures.ts';
import { shipped } from '../../support/shipped.ts';

let fixtures: readonly Fixture[];
beforeAll(async () => {
  fixtures = await generatedFixtures(shipped());
});

/** The statuses of v2 and the status for the client of one generated request. */
const statuses = (location: string): string => {
  const foundFixture = fixtures.find((fixture) => fixture.place === location);
  if (foundFixture === undefined) throw new Error(`nothing is generated as ${location}`);
  const { upstream, gets } = foundFixture;
  return `${upstream.map(({ answers }) => answers.status).join()} -> ${gets.status}`;
};

describe('generated fixtures', () => {
  it('are made for every operation, and start with a success', () => {
    for (const { name, v1 } of shipped().operations) {
      const [firstFixture] = fixtures.filter(({ operation }) => operation === name);
      expect([name, firstFixture?.gets.status]).toEqual([name, v1.success]);
    }
  });

  it.each([
    ['a whole list on one page', 'listAccounts: carries every value over, 1 of 1', '200 -> 200'],
    [
      'a list of which an item cannot be shown',
      'listItemOffers: makes no success of an unusable price_eur, 1 of 10',
      '200 -> 502',
    ],
    ['the largest page', 'listAccounts: takes the largest page', '200 -> 200'],
    ['a page that is larger', 'listAccounts: takes no per_page of 1001', ' -> 422'],
    ['a flag with another value', 'getAccount: takes no with_data of perhaps', ' -> 422'],
    [
      'a success that a later read shows',
      'updateCurrencyOffer: reads what an acknowledged write does not show',
      '202,200 -> 200',
    ],
    [
      'a success that nothing shows',
      'changeItemOfferStatus: makes no success of an acknowledged write that nothing shows',
      '202,404 -> 502',
    ],
    [
      'a success of which v1 need not show anything',
      'completeCurrencyOrder: says so of an acknowledged write that nothing shows',
      '202,404 -> 200',
    ],
    [
      'a member that is required under a condition',
      'createAccount: asks for delivery time when is manual is true',
      ' -> 422',
    ],
    [
      'several changes of which one fails',
      'changeAccountStatuses: says so when v2 knows of none',
      '404,200 -> 422',
    ],
    ['the existing names', 'getAccountTemplate: says so when v2 knows of none', '404,200 -> 404'],
    ['no key where none is needed', 'getAccountTemplate: asks for no key', '200 -> 200'],
    ['no key where one is needed', 'getItemOffer: asks for a key', ' -> 401'],
    ['a login that nobody has', 'getAccountByLogin: finds nothing', '200 -> 404'],
  ])('show %s', (_, location, expected) => {
    expect(statuses(location)).toBe(expected);
  });

  it('omit or null the optional members of a new account, but never required ones', () => {
    const madeFixtures = fixtures.filter(
      ({ operation, gets }) => operation === 'createAccount' && gets.status === 201,
    );
    const bodies = madeFixtures.map(({ upstream }) => JSON.stringify(upstream[0]?.sends.body));
    expect(bodies.some((body) => body.includes('"slug":null'))).toBe(true);
    expect(bodies.some((body) => !body.includes('"slug"'))).toBe(true);
    expect(bodies.some((body) => !body.includes('"delivery_time"'))).toBe(true);
    expect(bodies.every((body) => body.includes('"image_urls":["https://'))).toBe(true);
  });
});
