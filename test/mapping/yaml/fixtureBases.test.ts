import { mkdirSync, writeFileSync } from 'node:fs';
import { loadFixtures } from '../../../src/mapping/yaml/fixtureFile.js';
import { differenceFrom, withBases } from '../../../src/mapping/yaml/fixtureBases.js';
import { shippedFixtures } from '../../support/shippedFixtures.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const load = (gets: string) => {
  mkdirSync(folder.path('fixtures'), { recursive: true });
  writeFileSync(
    folder.path('fixtures/a.yaml'),
    `resource: account
bases:
  offer: { id: 7, price: '2.00', game: { id: 1, slug: trade }, tags: [a, b], note: null }
cases:
  - name: reads
    operation: getAccount
    request: { path: /v1/accounts/7 }
    upstream: []
    gets: { status: 200, body: { data: ${gets} } }
`,
  );
  return loadFixtures(folder.path('.'));
};

const bodyOf = (gets: string): unknown => {
  const read = load(gets);
  return read.ok ? read.value[0]?.gets.body : read.failure;
};

describe('a body over a base of the fixture file', () => {
  it('takes over the members of the base, and merges objects member by member', () => {
    expect(bodyOf("{ $base: offer, price: '3.00', game: { slug: rune }, tags: [c] }")).toEqual({
      data: { id: 7, price: '3.00', game: { id: 1, slug: 'rune' }, tags: ['c'], note: null },
    });
  });

  it('may be an element of a list, and lacks the members that $without names', () => {
    expect(bodyOf('[{ $base: offer, $without: [price, tags], game: null }, { id: 8 }]')).toEqual({
      data: [{ id: 7, game: null, note: null }, { id: 8 }],
    });
  });

  it('replaces a whole object that $without names', () => {
    expect(bodyOf('{ $base: offer, $without: [game, tags, note, price], game: {} }')).toEqual({
      data: { id: 7, game: {} },
    });
  });

  it.each([
    ['{ $base: ofer }', 'no base is named "ofer"', 'did you mean "offer"?'],
    ['{ $base: toString }', 'no base is named "toString"', 'there are offer'],
    ['{ $base: 7 }', 'no base is named 7', 'there are offer'],
  ])('is refused with its line if there is no such base: %s', (gets, message, hint) => {
    expect(bodyOf(gets)).toMatchObject([{ code: 'malformed', message, hint, line: 9 }]);
  });
});

describe('the difference from bases', () => {
  const text = 'A description as sellers write it, long enough to be worth a base';
  const bases = { offer: { id: 7, game: { id: 1, slug: 'trade' }, text } };

  it('is written by `lifeboat fixture new`, and resolves to the same body', () => {
    const wholeEntry = { data: [{ ...bases.offer, id: 8 }, { ...bases.offer, game: { id: 1 } }, { id: 9 }] };
    const written = differenceFrom(bases, wholeEntry);
    expect(written).toEqual({
      data: [{ $base: 'offer', id: 8 }, { $base: 'offer', $without: ['game'], game: { id: 1 } }, { id: 9 }],
    });
    expect(withBases(written, bases, () => undefined)).toEqual(wholeEntry);
  });

  it('resolves to every body of the shipped fixtures', () => {
    const cases = shippedFixtures().map(({ request, upstream, gets }) => ({
      body: request.body ?? null,
      answers: upstream.map(({ answers }) => answers.body),
      gets: gets.body,
    }));
    const [{ gets } = { gets: null }] = cases;
    const some = { some: (gets as { data: typeof bases.offer }).data };
    expect(withBases(differenceFrom(some, cases), some, () => undefined)).toEqual(cases);
  });
});
