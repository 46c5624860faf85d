import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import type { Difference } from '../../../src/comparison/compare/difference.js';
import type { Comparator, IgnoreRule } from '../../../src/comparison/compare/ignoreRules.js';
import { judgeAgain } from '../../../src/comparison/judge/judgeAgain.js';
import { difference, kept, observed } from '../support/observations.ts';

const rule = (path: string, comparator: Comparator = { kind: 'ignore' }, line = 2): IgnoreRule => ({
  path,
  comparator,
  line,
  reason: 'agreed',
  owner: 'ada',
  expires: 1_000,
});

const VIEWS = 'data.attributes.views';

/** Judges one difference under one rule: open, agreed or unclear. */
function under(comparator: Comparator, changes: Partial<Difference>): string {
  const rejudged = judgeAgain([observed([difference(VIEWS, changes)])], {
    before: [],
    after: [rule(VIEWS, comparator)],
    now: 0,
  });
  if (rejudged.unclear > 0) return 'unclear';
  return rejudged.observed[0]?.differences.length === 0 ? 'agreed' : 'open';
}

describe('observations that are judged again under other agreed differences', () => {
  it.each<[string, Comparator, Partial<Difference>, string]>([
    ['any ignored difference', { kind: 'ignore' }, { kind: 'missing' }, 'agreed'],
    ['near numbers within a tolerance', { kind: 'tolerance', by: 2 }, { v1: '1', v2: '3' }, 'agreed'],
    ['far numbers within a tolerance', { kind: 'tolerance', by: 2 }, { v1: '1', v2: '4' }, 'open'],
    ['text, perhaps numbers, within a tolerance', { kind: 'tolerance', by: 2 }, {}, 'unclear'],
    ['missing values within a tolerance', { kind: 'tolerance', by: 2 }, { kind: 'missing' }, 'open'],
    ['other digits within a tolerance', { kind: 'tolerance', by: 0 }, { kind: 'precision' }, 'agreed'],
    ['another order', { kind: 'unordered' }, { kind: 'order' }, 'agreed'],
    ['another value, unordered', { kind: 'unordered' }, {}, 'open'],
    ['text of one form', { kind: 'format' }, { v1: '"abcdef"', v2: '"ghijkl"' }, 'agreed'],
    ['text of another form', { kind: 'format' }, { v1: '"abcdef"', v2: '"2025-01-01"' }, 'open'],
    ['numbers of one form, or instants', { kind: 'format' }, { v1: '1', v2: '3' }, 'unclear'],
    ['booleans, or short text', { kind: 'format' }, { v1: 'true', v2: 'false' }, 'unclear'],
    ['elements paired by a key', { kind: 'key', name: 'id' }, {}, 'open'],
  ])('know %s without its values', (_what, comparator, changes, expected) => {
    expect(under(comparator, changes)).toBe(expected);
  });

  it('ignore rules of another path, kind or operation, and expired rules', () => {
    const all = [observed([difference(VIEWS)])];
    const standing = (changes: Partial<IgnoreRule>, now = 0) =>
      judgeAgain(all, { before: [], after: [{ ...rule(VIEWS), ...changes }], now }).observed[0]?.differences
        .length;
    expect(standing({})).toBe(0);
    expect(standing({ path: 'data.attributes.*' })).toBe(0);
    expect(standing({ path: 'data.attributes' })).toBe(1);
    expect(standing({ kind: 'missing' })).toBe(1);
    expect(standing({ operation: 'list' })).toBe(1);
    expect(standing({}, 1_000)).toBe(1);
  });

  it('show a difference again, by its path and kind, that is no longer agreed', () => {
    const previousIgnoreRules = [
      rule(VIEWS, { kind: 'ignore' }, 2),
      rule('data.rank', { kind: 'tolerance', by: 5 }, 9),
    ];
    const nextIgnoreRules = [rule('data.rank', { kind: 'tolerance', by: 5 }, 4)];
    const observation = observed([], {
      ignored: [
        { line: 2, path: VIEWS, kind: 'value' },
        { line: 9, path: 'data.rank', kind: 'value' },
      ],
      control: [],
    });
    const rejudged = judgeAgain([observation], {
      before: previousIgnoreRules,
      after: nextIgnoreRules,
      now: 0,
    });
    expect(rejudged.observed).toMatchObject([
      {
        differences: [{ path: VIEWS, kind: 'value', severity: 'suspicious', breaks: 'exact' }],
        ignored: [{ line: 4, path: 'data.rank' }],
      },
    ]);
    expect(rejudged.observed[0]).not.toHaveProperty('control');
    const [firstObserved] = judgeAgain([observation], {
      before: previousIgnoreRules,
      after: [rule('data.rank', { kind: 'tolerance', by: 4 })],
      now: 0,
    }).observed;
    expect(firstObserved?.differences.map(({ path }) => path)).toEqual([VIEWS, 'data.rank']);
  });

  it('make the same report as the same traffic under the new rules', () => {
    const views = difference(VIEWS);
    const controlled = { control: [kept(views)], controlled: 'byLot' } as const;
    const all = Array.from({ length: 40 }, (_, at) => observed([views], at === 0 ? controlled : {}));
    const reportOf = (rules: readonly IgnoreRule[], observations: typeof all) => {
      const judge = createComparisonJudge({ epoch: 'epoch', rules });
      for (const each of observations) judge.add(each);
      return judge.report(0);
    };
    const nextIgnoreRules = [rule(VIEWS)];
    const rejudged = judgeAgain(all, { before: [], after: nextIgnoreRules, now: 0 });
    expect(rejudged.observed[0]).toMatchObject({ control: [], controlled: 'byLot' });
    expect(reportOf(nextIgnoreRules, [...rejudged.observed])).toMatchObject({
      differing: 0,
      issues: [],
      rules: [{ hits: 40 }],
    });
  });
});
