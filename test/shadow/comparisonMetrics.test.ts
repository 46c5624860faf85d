import { createComparedFigures } from '../../src/comparison/report/comparedFigures.js';
import { createAccounts } from '../../src/comparison/keep/comparisonAccounts.js';
import type { SeenPair } from '../../src/comparison/keep/observation.js';
import { createEvidenceMetrics } from '../../src/shadow/comparisonMetrics.js';
import { mergeMetrics } from '../../src/http/observability/metricsPage.js';
import { reportWith } from '../comparison/support/reports.ts';

const difference = (kind: 'value' | 'unavailable'): SeenPair['differences'][number] => ({
  path: 'data.price',
  kind,
  severity: 'breaking',
  breaks: 'exact',
  lengths: [1, 1],
  hashes: ['a', 'b'],
});

const observed = (differences: SeenPair['differences']): SeenPair => ({
  id: '1',
  at: 1,
  epoch: 'e',
  resource: 'account',
  operation: 'getAccount',
  caller: 'c',
  request: 'r',
  signature: 's',
  outcome: 'compared',
  differences,
});

const report = reportWith({
  operations: [
    {
      resource: 'account',
      operation: 'getAccount',
      state: 'regression',
      compared: 1,
      differing: 1,
      looks: 0,
      morePairs: 0,
      overflow: false,
    },
  ],
});

const differing = { counts: true, differs: true };

describe('the metrics that only the primary process knows', () => {
  it('show differences by kind, verdicts, alarms, ages of keys, clients and the version', async () => {
    const figures = createComparedFigures(() => 0);
    figures.countRequest(observed([difference('value'), difference('value')]), differing);
    figures.countRequest(observed([difference('value'), difference('unavailable')]), differing);
    const accounts = createAccounts();
    for (const outcome of ['compared', 'compared', 'timeout'] as const) accounts.open('getAccount')(outcome);
    const pin = { kind: 'pin', subject: 'account', severity: 'warning', text: '', since: 0 } as const;
    const values = createEvidenceMetrics({
      version: '1.2.3',
      startedAt: 5_000,
      now: () => 65_000,
      alarms: () => [
        { ...pin, part: 'a' },
        { ...pin, part: 'b' },
      ],
      keyAges: () => Promise.resolve([{ name: 'shop', ageDays: 91 }]),
      v1Clients: () => Promise.resolve(new Map([['account', 3]])),
      compared: {
        accounts: accounts.accountsByOperation,
        differences: figures.listDifferences,
        verdicts: () => figures.cachedReport(() => report).operations,
      },
    });
    const { body } = await mergeMetrics([await values()]);
    const lines = body.split('\n').filter((line) => line.startsWith('lifeboat_'));
    expect(lines).toEqual([
      `lifeboat_build_info{version="1.2.3",node="${process.version}"} 1`,
      'lifeboat_start_time_seconds 5',
      'lifeboat_clock_seconds 65',
      'lifeboat_alarms{alarm="pin",resource="account",severity="warning"} 2',
      'lifeboat_key_age_seconds{key="shop"} 7862400',
      'lifeboat_key_age_days{key="shop"} 91',
      'lifeboat_v1_clients{resource="account"} 3',
      'lifeboat_comparisons_total{operation="getAccount",outcome="compared"} 2',
      'lifeboat_comparisons_total{operation="getAccount",outcome="timeout"} 1',
      'lifeboat_differences_total{resource="account",operation="getAccount",kind="value"} 2',
      'lifeboat_differences_total{resource="account",operation="getAccount",kind="unavailable"} 1',
      'lifeboat_verdict{resource="account",operation="getAccount",verdict="regression"} 1',
    ]);
  });

  it('make the costly report every four seconds at most, and only after a new observation or rule', () => {
    const clock = { at: 0 };
    let madeCount = 0;
    const figures = createComparedFigures(() => clock.at);
    const make = () => ({ ...report, compared: (madeCount += 1) });
    const seenNumbers: number[] = [];
    for (const [at, differs] of [
      [0, false],
      [3_000, true],
      [4_000, false],
      [30_000, false],
      [64_000, false],
    ] as const) {
      clock.at = at;
      if (differs) figures.countRequest(observed([difference('value')]), differing);
      seenNumbers.push(figures.cachedReport(make).compared);
    }
    expect(seenNumbers).toEqual([1, 1, 2, 2, 3]);
    figures.discardReport();
    expect(figures.cachedReport(make).compared).toBe(4);
  });
});
