import { diffExit } from '../../../src/cli/diff/diffVerdict.js';
import { verdictText } from '../../../src/comparison/report/reportPhrases.js';
import { createAccounts, addAccounts } from '../../../src/comparison/keep/comparisonAccounts.js';
import { cleanReport } from '../../cli/diff/reports.ts';

describe('the accounts of several processes', () => {
  it('add up at every moment, with the stored ones and those that others have ended', () => {
    const accounts = createAccounts(new Map([['read', new Map([['compared', 3] as const])]]));
    accounts.open('read')('compared');
    accounts.open('read');
    accounts.addForeign(
      [
        ['read', 'queue_full', 1],
        ['list', 'v2_error', 1],
      ],
      false,
    );
    expect(accounts.accountsByOperation().get('read')).toMatchObject({
      served: 6,
      pending: 1,
      compared: 4,
      notCompared: { queue_full: 1, timeout: 0 },
    });
    expect(accounts.endedCounts()).toEqual(
      new Map([
        [
          'read',
          new Map([
            ['compared', 4],
            ['queue_full', 1],
          ]),
        ],
        ['list', new Map([['v2_error', 1]])],
      ]),
    );
  });

  it('send each account that has ended here once, and none that others have ended', () => {
    const accounts = createAccounts(new Map([['read', new Map([['compared', 3] as const])]]));
    accounts.addForeign([['list', 'compared', 2]], false);
    expect(accounts.takeEndedNews()).toBeUndefined();
    for (const outcome of ['compared', 'compared', 'timeout'] as const) accounts.open('read')(outcome);
    expect(accounts.takeEndedNews()).toEqual([
      ['read', 'compared', 2],
      ['read', 'timeout', 1],
    ]);
    expect(accounts.takeEndedNews()).toBeUndefined();
  });

  it('report what this process has compared or given up as too costly', () => {
    const heard: string[] = [];
    const accounts = createAccounts(new Map(), ({ operation, compared, tooCostly }) => {
      heard.push(`${operation} ${compared} ${tooCostly}`);
    });
    accounts.open('read')('compared');
    accounts.open('read')('timeout');
    accounts.addForeign([['list', 'too_costly', 2]], false);
    accounts.addForeign([['list', 'compared', 3]], true);
    accounts.open('list')('too_costly');
    expect(heard).toEqual(['read 1 0', 'list 0 1']);
    expect(accounts.accountsByOperation().get('list')).toMatchObject({ served: 3, compared: 0 });
  });

  it('prevent a green report if much was too costly to compare', () => {
    const accounts = createAccounts();
    for (let at = 0; at < 40; at += 1) accounts.open('list')(at % 10 === 0 ? 'too_costly' : 'compared');
    const report = addAccounts(cleanReport(), accounts);
    expect(report.verdict).toBe('undecided');
    expect(report.warnings).toEqual([
      expect.stringMatching(/^4 of 40 comparisons were given up as too costly/),
    ]);
    expect(verdictText(report)).toContain('not all of it could be compared');
    expect([diffExit(report), diffExit(report, { failOn: 'any' })]).toEqual([2, 2]);
  });
});
