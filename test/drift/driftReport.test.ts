import { type CountedFinding, type DriftReport, mergeDrift } from '../../src/drift/driftReport.js';

const finding = (path: string, count: number, firstText: string, last: string): CountedFinding => ({
  endpoint: 'GET /v2/account-offers/{account}',
  path,
  kind: 'new-field',
  found: 'text',
  expected: '',
  effect: 'passed',
  count,
  first: firstText,
  last,
});

const report = (more: Partial<DriftReport>): DriftReport => ({
  since: '2025-11-01T00:00:00.000Z',
  findings: [],
  overflow: 0,
  endpoints: [],
  ...more,
});

describe('drift reports of several processes', () => {
  it('become one, in which a finding counts once from its first to its last time', () => {
    const merged = mergeDrift([
      report({ findings: [finding('data.a', 2, '2025-11-03', '2025-11-04')], overflow: 1 }),
      report({
        since: '2025-10-01T00:00:00.000Z',
        findings: [
          finding('data.b', 1, '2025-11-02', '2025-11-02'),
          finding('data.a', 3, '2025-11-01', '2025-11-05'),
        ],
        overflow: 2,
      }),
    ]);
    expect(merged.findings).toEqual([
      finding('data.a', 5, '2025-11-01', '2025-11-05'),
      finding('data.b', 1, '2025-11-02', '2025-11-02'),
    ]);
    expect([merged.since, merged.overflow]).toEqual(['2025-10-01T00:00:00.000Z', 3]);
  });

  it('add up answers, forms and words place by place', () => {
    const shape = (answers: number, words: Record<string, number>) => ({
      endpoint: 'GET /v2/games',
      answers,
      places: [{ path: 'data.status', forms: { text: answers }, words }],
    });
    const merged = mergeDrift([
      report({ endpoints: [shape(2, { listed: 2 })] }),
      report({ endpoints: [shape(3, { listed: 1, draft: 2 })] }),
    ]);
    expect(merged.endpoints).toEqual([shape(5, { listed: 3, draft: 2 })]);
  });

  it('add up counts of a word named toString', () => {
    const shape = (words: Record<string, number>) => ({
      endpoint: 'GET /v2/games',
      answers: 1,
      places: [{ path: 'data.status', forms: {}, words }],
    });
    const merged = mergeDrift([
      report({ endpoints: [shape({ listed: 1 })] }),
      report({ endpoints: [shape(Object.fromEntries([['toString', 2]]))] }),
    ]);
    expect(Object.entries(merged.endpoints[0]?.places[0]?.words ?? {})).toEqual([
      ['listed', 1],
      ['toString', 2],
    ]);
  });
});
