import type { JudgeOptions } from '../../../src/comparison/judge/judgedEvidence.js';
import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import type { IgnoreRule } from '../../../src/comparison/compare/ignoreRules.js';
import { difference, kept, observed } from '../support/observations.ts';

const judge = (options: Partial<JudgeOptions> = {}) =>
  createComparisonJudge({ epoch: 'epoch', rules: [], ...options });

const title = difference('data.attributes.title');
const missing = difference('data.attributes.title', { kind: 'missing', severity: 'breaking', v1: '"one"' });
const views = (v1: number, v2: number) =>
  difference('data.attributes.views', { v1: String(v1), v2: String(v2) });

const agreeing = { control: [], controlled: 'becauseDifferent' } as const;

describe('the judge', () => {
  it('reports the first difference at once as undecided, and counts its request as differing', () => {
    const judged = judge();
    expect(judged.add(observed([title]))).toEqual({ counts: true, differs: true });
    const { issues, verdict, differing } = judged.report(0);
    expect(issues.map(({ path, kind, state }) => [path, kind, state])).toEqual([
      ['data.attributes.title', 'value', 'undecided'],
    ]);
    expect([verdict, differing]).toEqual(['undecided', 1]);
  });

  it('needs no second call to v1 if v2 gave no answer, which no rule can allow', () => {
    const judged = judge();
    const silent = difference('answer', { kind: 'unavailable', severity: 'breaking', v1: '200', v2: '504' });
    expect(judged.wantsControl('get', [silent])).toBe(false);
    for (let request = 0; request < 600; request += 1) judged.add(observed([]));
    expect(judged.report(0)).toMatchObject({ verdict: 'undecided', differing: 0 });
    for (let request = 0; request < 51; request += 1)
      expect(judged.add(observed([silent]))).toEqual({ counts: true, differs: true });
    expect(judged.report(0)).toMatchObject({
      verdict: 'over',
      differing: 51,
      issues: [{ kind: 'unavailable', severity: 'breaking', state: 'undecided', requests: 51 }],
    });
  });

  it('proves a difference that v1 never shows itself after about ten calls, and reports how many are left', () => {
    const judged = judge();
    let looks = 0;
    for (; looks < 50; looks += 1) {
      judged.add(observed([title], agreeing));
      const [issue] = judged.report(0).issues;
      if (issue?.state === 'regression') break;
      if (looks === 4) expect(issue?.morePairs).toBeLessThan(10);
    }
    expect(looks).toBeLessThan(12);
  });

  it('repeats the call to v1 while a difference is undecided, but not for noise or proven differences', () => {
    const judged = judge();
    expect(judged.wantsControl('get', [title])).toBe(true);
    for (let look = 0; look < 20; look += 1) judged.add(observed([title], agreeing));
    expect(judged.wantsControl('get', [title])).toBe(false);
    judged.add(observed([views(1, 5)], { control: [kept(views(1, 6))], controlled: 'byLot' }));
    expect(judged.wantsControl('get', [views(1, 4)])).toBe(false);
    expect(judged.wantsControl('get', [views(1, 400)])).toBe(true);
    expect(judged.wantsControl('get', [])).toBe(false);
  });

  it('excuses differences that v1 shows itself, even earlier ones, and reports all others', () => {
    const judged = judge();
    judged.add(observed([views(1, 3)]));
    expect(judged.report(0).differing).toBe(1);
    judged.add(observed([views(1, 3)], { control: [kept(views(1, 4))], controlled: 'byLot' }));
    expect(judged.report(0).differing).toBe(0);
    expect(judged.add(observed([views(7, 9)])).differs).toBe(false);
    expect(judged.add(observed([views(7, 900)])).differs).toBe(true);
    const missing = difference('data.attributes.views', { kind: 'missing', severity: 'breaking' });
    expect(judged.add(observed([missing])).differs).toBe(true);
    const [noise] = judged.report(0).noise;
    expect(noise).toMatchObject({ path: 'data.attributes.views', held: 'spread', spread: 3 });
  });

  it('finds a missing field whose value is always noise', () => {
    const judged = judge();
    for (let look = 0; look < 30; look += 1) {
      const noise = kept(difference(title.path, { v2: `"${look}"` }));
      judged.add(observed([missing], { control: [noise], controlled: 'byLot' }));
    }
    expect(judged.report(0).issues).toMatchObject([{ kind: 'missing', state: 'regression' }]);
  });

  it('counts a request of a caller five times an hour, and once as a repeat', () => {
    const judged = judge();
    const poll = (at: number) => judged.add(observed([title], { request: 'the same', at }));
    const verdicts = Array.from({ length: 100 }, (_, second) => poll(second * 1_000));
    expect(verdicts.filter(({ counts }) => counts)).toHaveLength(5);
    expect(verdicts.every(({ differs }) => differs)).toBe(true);
    expect(judged.report(0)).toMatchObject({ compared: 5, repeated: 95, issues: [{ onlyV2: 1 }] });
    expect(poll(3_600_000).counts).toBe(true);
  });

  it('counts a client that repeats one request again if its answers begin to differ', () => {
    const judged = judge();
    const poll = (second: number, differences: (typeof title)[] = []) =>
      judged.add(observed(differences, { request: 'the same', at: second * 1_000 }));
    for (let second = 0; second < 60; second += 1) poll(second);
    const verdicts = Array.from({ length: 20 }, (_, second) => poll(60 + second, [title]));
    expect(verdicts.filter(({ counts }) => counts)).toHaveLength(5);
    expect(poll(90, [missing])).toEqual({ counts: true, differs: true });
    expect(judged.report(0)).toMatchObject({ compared: 11, differing: 6 });
  });

  it('takes no call for a random control if the answer of v2 decided that it counts', () => {
    const judged = judge();
    for (let second = 0; second < 60; second += 1) {
      const differences = second < 5 ? [] : [title];
      judged.add(
        observed(differences, { request: 'the same', at: second, control: [], controlled: 'byLot' }),
      );
    }
    expect(judged.report(0).issues).toMatchObject([{ requests: 5, onlyV2: 0, onlyV1: 0 }]);
  });

  it('takes a repeat in which v1 gives the former answer of v2 for a change of v1', () => {
    const judged = judge();
    const moving = (v1: string, v2: string) => difference(title.path, { v1, v2 });
    judged.add(observed([moving('"a"', '"b"')], { request: 'the same', at: 0 }));
    judged.add(observed([moving('"b"', '"c"')], { request: 'the same', at: 1 }));
    expect(judged.report(0).issues).toMatchObject([{ state: 'undecided', onlyV2: 0, onlyV1: 1 }]);
  });

  it('learns nothing from repeats of values that may not be stored', () => {
    const judged = judge();
    const secret = { ...kept(title), hashes: [null, null] as const };
    for (const at of [0, 1]) judged.add(observed([], { request: 'same', at, differences: [secret] }));
    expect(judged.report(0).issues).toMatchObject([{ onlyV2: 0, onlyV1: 0 }]);
  });

  it('trusts the only answer of v1 if v1 cannot be called again', () => {
    const judged = judge({ canAskAgain: false, budget: 0 });
    expect(judged.wantsControl('get', [title])).toBe(false);
    judged.add(observed([title]));
    expect(judged.report(0)).toMatchObject({ verdict: 'over', issues: [{ state: 'regression' }] });
  });

  it('is within its budget after enough requests without a difference, and reports how many are left', () => {
    const judged = judge();
    for (let request = 0; request < 600; request += 1) judged.add(observed([]));
    expect(judged.report(0)).toMatchObject({ verdict: 'undecided', morePairs: 82 });
    for (let request = 0; request < 82; request += 1) judged.add(observed([]));
    const { verdict, morePairs, upper, noticed } = judged.report(0);
    expect([verdict, morePairs, noticed]).toEqual(['within', 0, 0]);
    // The rule of three: 3 / n.
    expect(upper).toBeCloseTo(10_000 * (3 / 682), 0);
  });

  it('counts uncompared requests by reason, and none of another epoch', () => {
    const judged = judge();
    judged.add(observed([], { outcome: 'timeout' }));
    judged.add(observed([title], { epoch: 'before' }));
    expect(judged.add(observed([])).counts).toBe(true);
    expect(judged.report(0)).toMatchObject({
      compared: 1,
      outcomes: { timeout: 1, other_epoch: 1, compared: 1 },
      issues: [],
    });
  });

  it('explains requests by the fewest causes and all proven ones, each with callers, samples, relation and line', () => {
    const judged = judge({ lineOf: (operation, path) => `${operation}.yaml:${path.length}` });
    const price = difference('price', { v1: '1', v2: '100', relation: { kind: 'scale', factor: 100 } });
    for (let request = 0; request < 40; request += 1) {
      const caller = request % 4 === 0 ? 'a' : 'b';
      const differences = request === 0 ? [difference('quantity')] : [];
      judged.add(
        observed([price, ...(request % 2 === 0 ? [title] : []), ...differences], { caller, ...agreeing }),
      );
    }
    const { issues, callers } = judged.report(0);
    expect(issues.map(({ path, explains, state }) => [path, explains, state])).toEqual([
      ['price', 40, 'regression'],
      ['data.attributes.title', 0, 'regression'],
    ]);
    expect(issues[0]).toMatchObject({
      path: 'price',
      requests: 40,
      explains: 40,
      relation: 'v1 times 100',
      line: 'get.yaml:5',
      alongside: ['value at data.attributes.title', 'value at quantity'],
      callers: [
        { caller: 'b', requests: 30 },
        { caller: 'a', requests: 10 },
      ],
    });
    expect(issues[0]?.first.id).not.toBe(issues[0]?.latest.id);
    expect(callers.map(({ caller, differing }) => [caller, differing])).toEqual([
      ['b', 30],
      ['a', 10],
    ]);
  });

  it('lists frequent issues before rare ones, even if they explain no further request', () => {
    const judged = judge();
    const [price, quantity] = [difference('price'), difference('quantity')];
    for (let request = 0; request < 40; request += 1) {
      judged.add(observed(request < 30 ? [price, title] : [price], agreeing));
      if (request < 10) judged.add(observed([quantity], agreeing));
    }
    expect(judged.report(0).issues.map(({ path, requests, explains }) => [path, requests, explains])).toEqual(
      [
        ['price', 40, 40],
        ['data.attributes.title', 30, 0],
        ['quantity', 10, 10],
      ],
    );
  });

  it('lists otherwise equal issues by name, whichever was first', () => {
    const judged = judge();
    for (const path of ['quantity', 'data.attributes.title', 'price'])
      judged.add(observed([difference(path)]));
    expect(judged.report(0).issues.map(({ path }) => path)).toEqual([
      'data.attributes.title',
      'price',
      'quantity',
    ]);
  });

  it('stores 2,000 paths per operation, and reports that there are more', () => {
    const judged = judge();
    for (let batch = 0; batch < 25; batch += 1) {
      const many = Array.from({ length: 100 }, (_, index) => difference(`map.${batch * 100 + index}`));
      judged.add(observed(many));
    }
    const { operations, warnings } = judged.report(0);
    expect(operations).toMatchObject([{ overflow: true }]);
    expect(warnings).toEqual([expect.stringContaining('more paths than are counted separately')]);
  });
});

describe('agreed differences', () => {
  const day = 86_400_000;
  const rule: IgnoreRule = {
    path: 'data.**',
    comparator: { kind: 'ignore' },
    reason: 'agreed',
    owner: 'someone',
    expires: 100 * day,
    line: 7,
  };
  const hiding = (kind: 'value' | 'missing') =>
    observed([], { ignored: [{ line: 7, path: 'data.a', kind }] });

  it('count their hits, and warn before they expire and when they begin to hide other kinds', () => {
    const judged = judge({ rules: [rule] });
    for (let request = 0; request < 60; request += 1) judged.add(hiding('value'));
    expect(judged.report(0).rules).toMatchObject([{ hits: 60, kinds: { value: 60 }, warnings: [] }]);
    judged.add(hiding('missing'));
    const warningsAt = (now: number) => judged.report(now).rules[0]?.warnings;
    expect(warningsAt(0)).toEqual(['now also hides missing at data.a']);
    expect(warningsAt(90 * day)).toContain('expires on 1970-04-11');
    expect(warningsAt(100 * day)).toContain('has expired and hides nothing any more');
  });
});
