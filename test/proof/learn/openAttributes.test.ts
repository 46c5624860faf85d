import { learnLines } from '../../../src/proof/learn/learnLines.js';

const written = (at: number, ending = '.123Z') =>
  `${new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 19)}${ending}`;

/** Pages of which v2 has all but the parent's name, most of them alike. */
const pages = Array.from({ length: 40 }, (_, at) => ({
  v1: {
    state: at === 7 ? 'archived' : 'current',
    version: { number: at === 5 ? 3 : 1, minor: false, by: `person ${at}`, when: written(at) },
    parent: `page ${at} of nothing`,
  },
  v2: {
    id: at,
    state: at === 7 ? 'archived' : 'current',
    hidden: false,
    version: { number: at === 5 ? 3 : 1, minor: false },
    changedAt: written(at),
  },
}));

describe('an attribute for which no line is proposed', () => {
  it('is shown with what is equal in v2, in all or inside it', () => {
    expect(learnLines(pages).open).toEqual([
      { attribute: 'state', why: 'state = state in all 40, which may be chance or not the whole of it' },
      {
        attribute: 'version',
        why: 'version.number = version.number, version.minor = version.minor, version.when = changedAt in all 40, which may be chance or not the whole of it',
      },
      { attribute: 'parent', why: 'nothing in v2 makes every value of it' },
    ]);
  });
});

describe('the style of dates', () => {
  it.each([
    ['iso', 'Z'],
    ['isoMilliseconds', '.123Z'],
    ['isoMicroseconds', '.123456Z'],
  ])('is %s where instants end as in %s', (style, ending) => {
    const examples = Array.from({ length: 20 }, (_, at) => ({
      v1: { at: written(at, ending) },
      v2: { id: at },
    }));
    expect(learnLines(examples).dates).toBe(style);
  });
});
