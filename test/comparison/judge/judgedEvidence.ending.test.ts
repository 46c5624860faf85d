import type { Resolution } from '../../../src/comparison/judge/resolutions.js';
import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import type { JudgedObservation } from '../../../src/comparison/keep/collection.js';
import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import type { Difference } from '../../../src/comparison/compare/difference.js';
import { cleanRequestsNeeded, parityCondition } from '../../../src/cutover/evidence/rateConditions.js';
import { readResolutions, resolveOutages } from '../../../src/runtime/stores/comparedEvidence.js';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { difference, observed } from '../support/observations.ts';
import { openCollection } from '../support/openCollection.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const silent = difference('answer', { kind: 'unavailable', severity: 'breaking', v1: '200', v2: '502' });
const title = difference('data.attributes.title');

/** Opens a comparison whose evidence feeds a cutover, on a clock that the test moves. */
async function open() {
  const cutover = await openTestCutover();
  const { clock } = cutover;
  const resolutions: Resolution[] = [];
  const compared = ({ observed: { at, caller, operation, signature }, verdict }: JudgedObservation) => ({
    kind: 'compared' as const,
    at,
    caller,
    operation,
    signature,
    differs: verdict.differs,
  });
  const collection = await openCollection(new Map([['offer', 'epoch']]), {
    openJudge: () => createComparisonJudge({ epoch: 'epoch', rules: [], resolutions: [...resolutions] }),
    onObserved: ({ resource, caller, operation, signature }, { counts, differs }) => {
      if (counts) cutover.observe(resource, { kind: 'compared', caller, operation, signature, differs });
    },
    recounted: (resource, all) =>
      cutover.recount(resource, all.filter(({ verdict }) => verdict.counts).map(compared)),
    window: 7 * DAY,
    now: clock.now,
  });

  const see = (count: number, ...differences: readonly Difference[]): void => {
    for (let request = 0; request < count; request += 1) {
      clock.at += 1_000;
      collection.addForeign(observed(differences, { at: clock.at }), undefined);
    }
  };
  const resolve = async (path: string, kind: string): Promise<void> => {
    clock.at += 1;
    resolutions.push({ operation: 'get', path, kind, at: clock.at, by: 'ada', reason: 'v2 was mended' });
    await collection.reload();
  };
  const agree = async (path: string, kind: string, until: number): Promise<void> => {
    const agreed = { until, owner: 'pricing' };
    resolutions.push({ operation: 'get', path, kind, at: clock.at, by: 'ada', reason: 'v2 rounds', agreed });
    await collection.reload();
  };
  const gate = () => {
    const [overview] = cutover.overview();
    if (overview === undefined) throw new Error('no offer');
    return parityCondition(overview.evidence, 0.005, clock.at).outlook;
  };
  return { collection, cutover, clock, resolutions, see, resolve, agree, gate, report: collection.report };
}

describe('an issue that was declared resolved', () => {
  it.each([0.05, 0.01, 0.005])(
    'leaves a verdict that is green after as many clean requests as a fresh start, at %d',
    async (budget) => {
      const { collection, see, resolve } = await open();
      see(40);
      see(60, silent);
      await resolve('answer', 'unavailable');
      const verdict = async () => (await collection.reportOf({ budget })).verdict;
      const needed = cleanRequestsNeeded(0, 0, budget);
      see(needed - 41);
      expect(await verdict()).toBe('undecided');
      see(1);
      expect(await verdict()).toBe('within');
    },
  );

  it('leaves the gate as green as the report', async () => {
    const { see, resolve, gate, report } = await open();
    see(60, silent);
    expect([gate(), report().verdict]).toEqual(['failing', 'over']);
    await resolve('answer', 'unavailable');
    see(681);
    expect([gate(), report().verdict]).toEqual(['undecided', 'undecided']);
    see(1);
    expect([gate(), report().verdict]).toEqual(['passed', 'within']);
  });

  it('stays apart from other issues, and from requests with a further difference', async () => {
    const { see, resolve, report } = await open();
    see(5, silent);
    see(5, title);
    see(5, title, difference('data.attributes.price'));
    await resolve('data.attributes.price', 'value');
    expect(report()).toMatchObject({ compared: 15, differing: 15 });
    expect(report().issues.map(({ path, requests }) => [path, requests])).toEqual([
      ['answer', 5],
      ['data.attributes.title', 10],
    ]);
  });

  it('is marked as returned if it is seen again', async () => {
    const { see, resolve, report, clock } = await open();
    see(5, silent);
    const { issues } = report();
    await resolve('answer', 'unavailable');
    const at = new Date(clock.at).toISOString();
    expect(report().issues).toEqual([]);
    see(1, silent);
    expect(report().issues).toMatchObject([
      { id: issues[0]?.id, requests: 1, again: { at, by: 'ada', reason: 'v2 was mended' } },
    ]);
  });
});

describe('an outage of v2', () => {
  const present = (report: () => ComparisonReport) => report().issues[0]?.present;

  it('is certain without a proven regression, however many answers fail', async () => {
    const { see, report } = await open();
    see(5);
    see(60, silent);
    expect(report()).toMatchObject({ verdict: 'over', differing: 60, proven: 60 });
    expect(report().issues).toMatchObject([{ kind: 'unavailable', state: 'undecided', morePairs: 0 }]);
    expect(report().operations).toMatchObject([{ state: 'undecided' }]);
    expect(present(report)).toEqual({ requests: 60, of: 60 });
  });

  it('ends after as many answers in a row as start an alarm, and stays in the report', async () => {
    const { see, report } = await open();
    see(12, silent);
    see(2);
    expect(present(report)).toEqual({ requests: 12, of: 14 });
    see(1);
    expect(present(report)).toEqual({ requests: 0, of: 0 });
    expect(report().issues).toMatchObject([{ requests: 12, countedSince: 3 }]);
  });

  it('ends after four minutes without a request', async () => {
    const { see, report, clock } = await open();
    see(3, silent);
    clock.at += 239_000;
    expect(present(report)).toEqual({ requests: 3, of: 3 });
    clock.at += 1_000;
    expect(present(report)).toEqual({ requests: 0, of: 0 });
  });

  it('is resolved by the gateway after as many requests as a fresh start, and stays in the log', async () => {
    const { collection, cutover, resolutions, see, report, gate } = await open();
    const end = async () => {
      await resolveOutages({ change: cutover.change, isLeader: () => true }, report());
      return cutover.events();
    };
    see(60, silent);
    see(681);
    expect([await end(), gate(), report().verdict]).toEqual([[], 'failing', 'over']);
    see(1);
    const [entry] = await end();
    expect(entry).toMatchObject({
      actor: 'lifeboat',
      cause: 'gate',
      change: { kind: 'resolve', causes: [{ operation: 'get', path: 'answer', kind: 'unavailable' }] },
    });
    resolutions.push(...readResolutions(cutover.events()));
    await collection.reload();
    expect([gate(), report().verdict]).toEqual(['passed', 'within']);
  });

  it('lasts while every eighth answer fails, and ends after three times as many answers', async () => {
    const { see, report } = await open();
    for (let round = 0; round < 10; round += 1) {
      see(1, silent);
      see(7);
      expect(present(report)?.requests).toBe(round < 1 ? 0 : round + 1);
    }
    see(16);
    expect(present(report)?.requests).toBe(10);
    see(1);
    expect(present(report)?.requests).toBe(0);
  });

  it('lasts for a client in a loop, whose requests no longer count', async () => {
    const { collection, clock, report } = await open();
    const ask = (count: number, ...differences: readonly Difference[]): void => {
      for (let request = 0; request < count; request += 1) {
        clock.at += 60_000;
        collection.addForeign(observed(differences, { at: clock.at, request: 'the same' }), undefined);
      }
    };
    ask(20, silent);
    expect(present(report)).toEqual({ requests: 20, of: 20 });
    ask(3);
    expect(present(report)).toEqual({ requests: 0, of: 0 });
  });
});

describe('an issue that is agreed until an instant', () => {
  it('is no difference until then, and is one again afterwards', async () => {
    const { see, agree, report, clock } = await open();
    see(10, title);
    const until = clock.at + HOUR;
    await agree('data.attributes.title', 'value', until);
    see(10, title);
    expect(report()).toMatchObject({ compared: 20, differing: 0, issues: [] });
    expect(report().rules).toMatchObject([
      { path: 'data.attributes.title of get', owner: 'pricing', reason: 'v2 rounds', hits: 20, warnings: [] },
    ]);
    clock.at = until;
    see(5, title);
    expect(report()).toMatchObject({ compared: 25, differing: 5, issues: [{ requests: 5 }] });
    expect(report().rules).toMatchObject([{ warnings: ['has expired and hides nothing any more'] }]);
  });

  it('hides nothing else, and never an unanswered call to v2', async () => {
    const { see, agree, report, clock } = await open();
    await agree('data.attributes.title', 'value', clock.at + DAY);
    await agree('answer', 'unavailable', clock.at + DAY);
    see(3, title, difference('data.attributes.price'));
    see(2, silent);
    expect(
      report()
        .issues.map(({ path, requests }) => [path, requests])
        .toSorted(),
    ).toEqual([
      ['answer', 2],
      ['data.attributes.price', 3],
    ]);
  });
});

describe('the window of a report', () => {
  it('bounds the verdict, which also shows the figures of all time', async () => {
    const { collection, see, clock, gate, report } = await open();
    see(50, silent);
    clock.at += 6 * DAY;
    see(700);
    await collection.flush();
    expect([gate(), report().verdict]).toEqual(['failing', 'over']);
    clock.at += 2 * DAY;
    await collection.flush();
    expect([gate(), report().verdict]).toEqual(['passed', 'within']);
    expect(report()).toMatchObject({
      compared: 700,
      differing: 0,
      allTime: { compared: 750, differing: 50 },
    });
  });

  it('begins at any instant', async () => {
    const { collection, see, clock, report } = await open();
    see(10, silent);
    const since = clock.at + 1;
    see(3);
    expect(await collection.reportOf({ since })).toMatchObject({ compared: 3, differing: 0 });
    expect(report()).toMatchObject({ compared: 13, differing: 10 });
  });
});
