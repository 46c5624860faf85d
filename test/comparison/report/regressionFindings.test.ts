import { reportLook, type ComparisonIssue } from '../../../src/comparison/report/comparisonReport';
import { regressionFindings } from '../../../src/comparison/report/comparedFigures';
import { issueWith, reportWith } from '../support/reports';

describe('a proven regression', () => {
  const issue = issueWith({});
  const found = (issues: ComparisonIssue[], isServed: boolean) =>
    regressionFindings(reportWith({ issues }), () => isServed);

  it('is an alarm that names where, critical where v2 answers clients', () => {
    const text =
      'account: v2 is proven to answer otherwise than v1 (value at data.price of getAccount): see `lifeboat diff`';
    const alarm = { kind: 'regression', subject: 'account', text };
    const next = ', and `lifeboat stage set account shadow` to go back';
    expect(found([issue], true)).toEqual([{ ...alarm, text: text + next, severity: 'critical' }]);
    expect(found([issue], false)).toEqual([{ ...alarm, severity: 'warning' }]);
  });

  it('is none where it is not proven, or no client would mind', () => {
    const others = [
      issueWith({ state: 'undecided' }),
      issueWith({ severity: 'benign' }),
      issueWith({ severity: 'wire' }),
    ];
    expect(found(others, true)).toEqual([]);
  });
});

describe('what a reader asks of a report', () => {
  it('is an instant with its zone, and a budget below 1', () => {
    const since = '2025-10-01T00:00:00+02:00';
    expect(reportLook.parse({ since, budget: '0.1' })).toEqual({ since: Date.parse(since), budget: 0.1 });
    expect(reportLook.parse({})).toEqual({});
    for (const wrong of [{ since: '2025-10-01T00:00:00' }, { budget: '1' }])
      expect(reportLook.safeParse(wrong).success).toBe(false);
  });
});
