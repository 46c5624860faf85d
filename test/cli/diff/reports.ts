import type { Sample } from '../../../src/comparison/keep/keptSample.js';
import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import { difference, kept, observed } from '../../comparison/support/observations.ts';

/** A path that tries to break out of every format. */
const HOSTILE = 'data.<script>alert("1")</script>&\u001b[31m]]>\u202e\u0000\ud800{}';

/** A report with a regression, an open difference at a hostile path, noise, a rule and two callers. */
export function fullReport(): ComparisonReport {
  const judge = createComparisonJudge({
    epoch: 'abc',
    rules: [
      {
        path: 'data.**',
        comparator: { kind: 'ignore' },
        reason: '<b>agreed</b>',
        owner: 'someone',
        expires: 86_400_000,
        line: 3,
      },
    ],
    lineOf: (operation) => `${operation}.yaml:12`,
  });
  const epoch = { epoch: 'abc' };
  const price = difference('data.attributes.price', {
    v1: '1',
    v2: '100',
    relation: { kind: 'scale', factor: 100 },
  });
  for (let request = 0; request < 30; request += 1) {
    judge.add(observed([price], { ...epoch, control: [], controlled: 'becauseDifferent' }));
  }
  const views = (v2: number) => difference('data.attributes.views', { v1: '1', v2: String(v2) });
  judge.add(observed([views(2)], { ...epoch, control: [kept(views(3))], caller: '' }));
  for (let request = 0; request < 10; request += 1) {
    const missing = difference(HOSTILE, { kind: 'missing', severity: 'breaking' });
    judge.add(observed([missing], { ...epoch, operation: 'list', resource: 'offer' }));
  }
  return judge.report(0);
}

/** Makes the report of a gateway whose clients notice nothing. */
export function cleanReport(): ComparisonReport {
  const judge = createComparisonJudge({ epoch: 'abc', rules: [] });
  for (let request = 0; request < 700; request += 1) judge.add(observed([], { epoch: 'abc' }));
  return judge.report(0);
}

const notAsked = () => Promise.reject(new Error('not asked'));

/** Makes the parts of an admin port whose comparison has come to a report; nothing else of it is asked, but for samples. */
export const partsShowing = (
  report: ComparisonReport,
  findSample: (id: string) => Promise<Sample | undefined> = notAsked,
) => ({
  comparison: {
    collection: { reportOf: notAsked, findSample, flush: notAsked },
    accounts: { accountsByOperation: () => new Map() },
    recorder: { read: notAsked },
    figures: { report: () => report },
  },
});
