import { fc } from '../../support/fastCheck.ts';
import { breakOf } from '../../../src/comparison/judge/noiseLevels.js';
import { selectFewestCauses } from '../../../src/comparison/report/issueGroups.js';
import {
  createOperationCounts,
  noiseEvidence,
  countsOfPath,
} from '../../../src/comparison/judge/pathCounts.js';
import { selectProven } from '../../../src/comparison/judge/judgedEvidence.js';
import { relationText } from '../../../src/comparison/judge/relationCounts.js';
import { judgePath, upperShare } from '../../../src/comparison/judge/verdicts.js';
import { difference } from '../support/observations.ts';

const byName = (text: string, nextText: string): number => (text < nextText ? -1 : 1);

describe('the fewest causes', () => {
  const caused = fc.record({
    causes: fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 4 }),
    requests: fc.integer({ min: 1, max: 50 }),
  });

  it('explain all of the requests, each some that no earlier cause did, the largest first', () => {
    fc.assert(
      fc.property(fc.array(caused), (all) => {
        const counts = [...selectFewestCauses(all, byName).values()];
        expect(counts.reduce((sum, requests) => sum + requests, 0)).toBe(
          all.reduce((sum, { requests }) => sum + requests, 0),
        );
        expect(counts.every((count) => count > 0)).toBe(true);
        expect(counts).toEqual(counts.toSorted((value, nextValue) => nextValue - value));
      }),
    );
  });

  it('are a single cause if that explains all', () => {
    const all = [
      { causes: ['price', 'title'], requests: 3 },
      { causes: ['price'], requests: 2 },
      { causes: ['price', 'stock'], requests: 9 },
    ];
    expect([...selectFewestCauses(all, byName)]).toEqual([['price', 14]]);
  });
});

describe('evidence', () => {
  const counts = fc.integer({ min: 0, max: 5_000 });

  it('is worth 1 on average if v2 is as good as v1: a fair game', () => {
    const few = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(few, few, (b, c) => {
        const now = noiseEvidence(b, c);
        const next = (noiseEvidence(b + 1, c) + noiseEvidence(b, c + 1)) / 2;
        expect(Math.abs(next / now - 1)).toBeLessThan(1e-9);
      }),
    );
  });

  it('is a number that fits JSON, and grows if v2 is the exception', () => {
    fc.assert(
      fc.property(counts, counts, (b, c) => {
        const value = noiseEvidence(b, c);
        expect(Number.isFinite(value)).toBe(true);
        expect(noiseEvidence(b + 1, c)).toBeGreaterThanOrEqual(Math.min(value, noiseEvidence(b, c + 1)));
      }),
    );
  });

  it('is combined by e-BH: k are proven when each is worth m / (alpha k)', () => {
    const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(values, (all) => {
        const proven = selectProven(new Map(all.entries()), 0.05);
        const least = all.length / (0.05 * proven.size);
        for (const index of proven) expect(all[index]).toBeGreaterThanOrEqual(least * (1 - 1e-12));
        const otherNumbers = all.filter((_, index) => !proven.has(index));
        const better = all.length / (0.05 * (proven.size + 1));
        expect(Math.max(0, ...otherNumbers)).toBeLessThan(better * (1 + 1e-12));
      }),
    );
  });
});

describe('the upper bound of a share', () => {
  it('is above the share, below 1, and wrong by chance in one of twenty samples', () => {
    expect(upperShare(0, 0)).toBe(1);
    expect(upperShare(0, 299)).toBeCloseTo(0.01, 4);
    expect(upperShare(5, 100)).toBeCloseTo(0.1022, 3);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tried, share) => {
          const hits = Math.floor(tried * share);
          const upper = upperShare(hits, tried);
          expect(upper).toBeGreaterThanOrEqual(hits / tried);
          expect(upper).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('a path on which v1 agrees with itself', () => {
  it('is judged by all compared requests, without a second call', () => {
    const operation = createOperationCounts('readOffer', 'offer');
    const counts = countsOfPath(operation, 'data.title');
    operation.compared = 100_000;
    const judge = () => judgePath(counts, operation, { budget: 0.01, proven: new Set() });
    expect(judge()).toEqual({ state: 'clean', morePairs: 0 });
    counts.levels.exact.v1 = 1;
    expect(judge()).toMatchObject({ state: 'undecided' });
  });

  it('is judged against a budget of zero too, which no number of clean requests proves after a difference', () => {
    const operation = createOperationCounts('readOffer', 'offer');
    const counts = countsOfPath(operation, 'data.title');
    operation.compared = 1_000;
    const judge = () => judgePath(counts, operation, { budget: 0, proven: new Set() });
    expect(judge()).toEqual({ state: 'clean', morePairs: 0 });
    counts.levels.exact.v2 = 1;
    expect(judge()).toEqual({ state: 'undecided', morePairs: 1 });
  });
});

describe('the severity of a difference', () => {
  it.each([
    [{ kind: 'missing' as const, v1: '1' }, { breaks: 'present' }],
    [{ kind: 'extra' as const, v2: '1' }, { breaks: 'present' }],
    [{ kind: 'unavailable' as const, v1: '1' }, { breaks: 'present' }],
    [{ kind: 'null_vs_absent' as const, v1: 'null' }, { breaks: 'present' }],
    [{ kind: 'empty' as const, v1: '[]', v2: '{}' }, { breaks: 'type' }],
    [{ kind: 'precision' as const, v1: '1.0', v2: '1' }, { breaks: 'exact' }],
    [{ kind: 'type' as const, v1: '1', v2: '"1"' }, { breaks: 'type' }],
    [{ kind: 'status' as const, v1: '200', v2: '201' }, { breaks: 'format' }],
    [{ kind: 'status' as const, v1: '200', v2: '502' }, { breaks: 'present' }],
    [
      { v1: '1.5', v2: '4' },
      { breaks: 'exact', distance: 2.5 },
    ],
    [{ v1: '17', v2: 'true' }, { breaks: 'exact' }],
    [{ v1: '"Listed"', v2: '"listed"' }, { breaks: 'exact' }],
    [
      { v1: '"2024-01-15T10:30:00+02:00"', v2: '"2024-01-15T10:30:00+0130"' },
      { breaks: 'exact', distance: 1_800 },
    ],
    [
      { v1: '"2024-01-15T10:30:00Z"', v2: '"2024-01-15T10:30:07Z"' },
      { breaks: 'exact', distance: 7 },
    ],
    [{ v1: '"2024-01-15T10:30:00Z"', v2: '"2024-01-15T10:30:00.000Z"' }, { breaks: 'format' }],
    [{ v1: '"0b0d9a70-9f8b-4c1c-8d0f-3f1f2a3b4c5d"', v2: '"17"' }, { breaks: 'format' }],
    [{ v1: '"0123456789abcdef"', v2: '"the 0123456789abcdef"' }, { breaks: 'format' }],
    [{ kind: 'order' as const, v1: '[1,2]', v2: '[2,1]' }, { breaks: 'exact' }],
  ])('is derived from its kind and values: %j', (changes, broken) => {
    expect(breakOf(difference('path', changes))).toEqual(broken);
  });
});

it('a relation is told in words', () => {
  const relations = [
    { kind: 'offset', by: -3 } as const,
    { kind: 'zone', minutes: 120 } as const,
    { kind: 'prefix', text: ' a' } as const,
  ];
  expect(relations.map(relationText)).toEqual([
    'v1 -3',
    'an instant +120 minutes off',
    'with " a" before it',
  ]);
});
