import type { ComparisonIssue, ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';

const at = '2025-11-01T00:00:00.000Z';
const sample = { id: 'r', at };

/** Makes the report of an epoch without compared requests, with the given changes. */
export const reportWith = (more: Partial<ComparisonReport>): ComparisonReport => ({
  epoch: 'e',
  at,
  verdict: 'undecided',
  budget: 0,
  morePairs: 0,
  compared: 0,
  differing: 0,
  noticed: 0,
  upper: 10_000,
  outcomes: {},
  repeated: 0,
  proven: 0,
  unexplained: 0,
  issues: [],
  noise: [],
  operations: [],
  callers: [],
  rules: [],
  warnings: [],
  ...more,
});

/** Makes a proven issue of one request, with the given changes. */
export const issueWith = (more: Partial<ComparisonIssue>): ComparisonIssue => ({
  id: 'i',
  operation: 'getAccount',
  resource: 'account',
  path: 'data.price',
  kind: 'value',
  severity: 'suspicious',
  state: 'regression',
  requests: 1,
  of: 1,
  explains: 1,
  evidence: 100,
  onlyV2: 1,
  onlyV1: 0,
  morePairs: 0,
  present: { requests: 10, of: 10 },
  countedSince: 0,
  places: [{ operation: 'getAccount', path: 'data.price', kind: 'value', requests: 1 }],
  alongside: [],
  callers: [],
  first: sample,
  latest: sample,
  smallest: sample,
  times: { from: sample.at, seconds: 60, counts: [1] },
  ...more,
});
