import { reportLook, type ComparisonIssue } from '../../../src/comparison/report/comparisonReport.js';
import { comparisonAlarms, presentIssues } from '../../../src/comparison/report/comparedFigures.js';
import { issueWith, reportWith } from '../support/reports.ts';

const foundIssues = (issues: ComparisonIssue[], isServed: boolean) =>
  comparisonAlarms(presentIssues(reportWith({ issues })), () => isServed);
const next = ', and `lifeboat stage set account shadow` to go back';

describe('a proven regression', () => {
  const issue = issueWith({});

  it('is an alarm that names its place, critical if v2 answers clients', () => {
    const cause = 'value at data.price of getAccount';
    const text = `account: v2 is proven to answer otherwise than v1 (${cause}): see \`lifeboat diff\``;
    const alarm = { kind: 'regression', subject: 'account', causes: [cause], text };
    expect(foundIssues([issue], true)).toEqual([{ ...alarm, text: text + next, severity: 'critical' }]);
    expect(foundIssues([issue], false)).toEqual([{ ...alarm, severity: 'warning' }]);
  });

  it('is no alarm if it is unproven, harmless to clients, or over', () => {
    const harmless = [
      issueWith({ state: 'undecided' }),
      issueWith({ severity: 'benign' }),
      issueWith({ severity: 'wire' }),
      issueWith({ present: { requests: 0, of: 0 } }),
    ];
    expect(foundIssues(harmless, true)).toEqual([]);
  });
});

describe('an outage of v2 that the comparison sees', () => {
  const outage = (requests: number, state: ComparisonIssue['state'] = 'undecided') =>
    issueWith({ kind: 'unavailable', state, path: 'answer', present: { requests, of: 20 } });

  it('is a separate alarm from three unanswered requests on, and never called proven', () => {
    expect(foundIssues([outage(2)], true)).toEqual([]);
    const text =
      'account: v2 gives no answer that a client could use where v1 answers (getAccount 3 of 20): see `lifeboat diff`';
    const alarm = { kind: 'unavailable', severity: 'critical', subject: 'account', causes: ['getAccount'] };
    expect(foundIssues([outage(3)], true)).toEqual([{ ...alarm, text: text + next }]);
  });

  it('is no regression even if outages of hours prove that v2 fails more often than v1', () => {
    expect(foundIssues([outage(1, 'regression')], true)).toEqual([]);
    expect(foundIssues([outage(3, 'regression')], true).map(({ kind }) => kind)).toEqual(['unavailable']);
  });

  it('hides no proven regression of the same resource', () => {
    expect(foundIssues([outage(9), issueWith({})], false).map(({ kind }) => kind)).toEqual([
      'unavailable',
      'regression',
    ]);
  });
});

describe('the parameters of a report', () => {
  it('are an instant with its zone, and a budget below 1', () => {
    const since = '2025-10-01T00:00:00+02:00';
    expect(reportLook.parse({ since, budget: '0.1' })).toEqual({ since: Date.parse(since), budget: 0.1 });
    expect(reportLook.parse({})).toEqual({});
    for (const wrong of [{ since: '2025-10-01T00:00:00' }, { budget: '1' }])
      expect(reportLook.safeParse(wrong).success).toBe(false);
  });
});
