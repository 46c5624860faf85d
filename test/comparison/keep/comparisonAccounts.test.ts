import { diffExit } from '../../../src/cli/diff/diffVerdict';
import { verdictText } from '../../../src/cli/diff/report/reportPhrases';
import {
  createAccounts,
  createClusterAccounts,
  withAccounts,
} from '../../../src/comparison/keep/comparisonAccounts';
import { cleanReport } from '../../cli/diff/reports';

describe('the accounts of several processes', () => {
  it('add up at every moment, with what was kept before', () => {
    const accounts = createClusterAccounts(new Map([['read', new Map([['compared', 3] as const])]]));
    const [one, other] = [createAccounts(), createAccounts()];
    one.open('read')('compared');
    one.open('read');
    other.open('read')('queue_full');
    other.open('list')('v2_error');
    accounts.report(1, one.of());
    accounts.report(2, other.of());
    expect(accounts.of().get('read')).toMatchObject({
      ...{ served: 6, pending: 1, compared: 4 },
      notCompared: { queue_full: 1, timeout: 0 },
    });
    expect(accounts.ended()).toEqual(
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

  it('report what was compared or given up as too costly, of every process and once', () => {
    const heard: string[] = [];
    const accounts = createClusterAccounts(new Map(), ({ operation, compared, tooCostly }) => {
      heard.push(`${operation} ${compared} ${tooCostly}`);
    });
    accounts.open('read')('compared');
    accounts.open('read')('timeout');
    const other = createAccounts();
    other.open('list')('too_costly');
    accounts.report(1, other.of());
    accounts.report(1, other.of());
    other.open('list')('compared');
    accounts.report(1, other.of());
    expect(heard).toEqual(['read 1 0', 'list 0 1', 'list 1 0']);
  });

  it('leave no report green of which much was too costly to compare', () => {
    const accounts = createAccounts();
    for (let at = 0; at < 40; at += 1) accounts.open('list')(at % 10 === 0 ? 'too_costly' : 'compared');
    const report = withAccounts(cleanReport(), accounts);
    expect(report.verdict).toBe('undecided');
    expect(report.warnings).toEqual([
      expect.stringMatching(/^4 of 40 comparisons were given up as too costly/),
    ]);
    expect(verdictText(report)).toContain('not all of it could be compared');
    expect([diffExit(report), diffExit(report, { failOn: 'any' })]).toEqual([2, 2]);
  });

  it('count what was pending in a process that has exited as a timeout, and nothing twice', () => {
    const accounts = createClusterAccounts(new Map());
    const one = createAccounts();
    one.open('read')('compared');
    one.open('read');
    accounts.report(1, one.of());
    accounts.report(1, one.of());
    accounts.left(1);
    accounts.left(1);
    expect(accounts.of().get('read')).toMatchObject({
      ...{ served: 2, pending: 0, compared: 1 },
      notCompared: { timeout: 1 },
    });
  });
});
