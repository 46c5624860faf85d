import { diff, type DiffOptions, showPair } from '../../../src/cli/diff/diff.js';
import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import { createPrivacy } from '../../../src/comparison/keep/privacy.js';
import { type Sample, sampleOf } from '../../../src/comparison/keep/keptSample.js';
import { ranText } from '../../support/recordingTerminal.ts';
import { runHere } from '../../support/runHere.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { answering, startUpstream, type ScriptedUpstream } from '../../support/upstream.ts';
import { difference, observed } from '../../comparison/support/observations.ts';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort, TOKEN } from '../../http/admin/support/openAdminPort.ts';
import { cleanReport, fullReport, partsShowing } from './reports.ts';

let admin: ScriptedUpstream;

async function run(page: unknown, options: Partial<DiffOptions> = {}) {
  admin = await startUpstream(answering(200, JSON.stringify(page)));
  const askedEntry = { format: 'text' as const, admin: admin.origin, ...options };
  return ranText((terminal) => diff(askedEntry, { environment: {}, terminal }));
}

const showing = (id: string) =>
  ranText((terminal) => showPair({ id, admin: admin.origin }, { environment: {}, terminal }));

describe('lifeboat diff', () => {
  it('ends with 0 within budget', async () => {
    const { code, out } = await run(cleanReport());
    expect(code).toBe(0);
    expect(out).toContain('within the budget');
    expect(admin.requests.map(({ path }) => path)).toEqual(['/api/differences']);
  });

  it('ends with 1 over budget, whatever the format', async () => {
    const { code, out } = await run(fullReport(), { format: 'json' });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ verdict: 'over' });
  });

  it('ends with 2 while the verdict is undecided', async () => {
    expect((await run({ ...cleanReport(), verdict: 'undecided', morePairs: 9 })).code).toBe(2);
  });

  it('ends with 4 if something else than a gateway answers', async () => {
    const { code, err } = await run({ status: 'ok' });
    expect(code).toBe(4);
    expect(err).toMatch(/is the admin port of another version of Lifeboat/);
  });

  it('ends with 3 for invalid arguments', async () => {
    const { code, err } = await run(cleanReport(), { admin: undefined, config: 'nowhere.yaml' });
    expect(code).toBe(3);
    expect(err).toContain('nowhere.yaml cannot be read: there is no such file');
  });
});

describe('lifeboat diff in CI', () => {
  const few = () => {
    const judge = createComparisonJudge({ epoch: 'abc', rules: [] });
    for (let request = 0; request < 3; request += 1) judge.add(observed([], { epoch: 'abc' }));
    return judge;
  };

  it('passes a few equal answers if issues alone decide, but not without a comparison', async () => {
    const report = few().report(0);
    expect((await run(report)).code).toBe(2);
    expect((await run(report, { failOn: 'any' })).code).toBe(0);
    const nothing = createComparisonJudge({ epoch: 'abc', rules: [] }).report(0);
    const { code, err } = await run(nothing, { failOn: 'any', format: 'json' });
    expect([code, err]).toEqual([2, 'nothing was compared: no request has come yet']);
  });

  it.each([
    ['breaking', 'missing', 'breaking', 1],
    ['breaking', 'value', 'suspicious', 0],
    ['regression', 'missing', 'breaking', 0],
    ['any', 'extra', 'benign', 1],
  ] as const)('fails on %s: with one %s that is %s it ends with %d', async (failOn, kind, severity, code) => {
    const judge = few();
    judge.add(observed([difference('data.attributes.price', { kind, severity })], { epoch: 'abc' }));
    expect((await run(judge.report(0), { failOn })).code).toBe(code);
  });

  it('asks the gateway for the given budget and start', async () => {
    await run(cleanReport(), { budget: 0.01, since: Date.UTC(2025, 10, 3) });
    expect(admin.requests.map(({ path }) => path)).toEqual([
      '/api/differences?since=2025-11-03T00%3A00%3A00.000Z&budget=0.01',
    ]);
  });
});

describe('lifeboat diff show', () => {
  const pair: Sample = {
    id: 'some id',
    at: 0,
    resource: 'currency-offer',
    operation: 'getCurrencyOffer',
    v1: { status: 200, body: '{"data":{"id":"7","attributes":{"title":"Gold","price":1.10}}}' },
    v2: { status: 200, body: '{"data":{"id":"7","attributes":{"title":"Gold","price":110,"new":[]}}}' },
    raw: [{ status: 200, body: '{"data":{"id":7,"title":"Gold","price_eur":"110"}}' }],
  };

  it('sets v1, v2 translated and v2 itself side by side, each line with the mapping line that makes it', async () => {
    admin = await startUpstream(answering(200, JSON.stringify(pair)));
    const { code, out: text } = await showing(pair.id);
    expect(code).toBe(0);
    expect(admin.requests[0]?.path).toBe('/api/differences/pair?id=some+id');
    expect(text).toMatch(
      /^! +data\.attributes\.price +1\.10? +110 +"110" \(data\.price_eur\) +currency-offer\.yaml:\d+$/m,
    );
    expect(text).toMatch(/^ +data\.attributes\.title +"Gold" +"Gold" +"Gold" \(data\.title\)/m);
    expect(text).toMatch(/^! +data\.attributes\.new +- +\[\]/m);
  });

  it('marks a secret that differs, and shows nothing of it', async () => {
    const answer = (password: string) => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ data: [{ attributes: { login: 'same', password } }] }),
    });
    const both = { v1: answer('canary-1'), v2: answer('canary-2'), raw: [] };
    const knownClient = { ...pair, operation: 'listAccounts', caller: '', request: '' };
    const privacy = createPrivacy({ secret: 'x', kept: [] });
    const secret = sampleOf({ ...knownClient, ...both }, privacy);
    admin = await startUpstream(answering(200, JSON.stringify(secret)));
    const { code, out: text } = await showing(pair.id);
    expect(code).toBe(0);
    expect(text).toMatch(/^ +data\.\[0\]\.attributes\.login +"\(secret\)"/m);
    expect(text).toMatch(/^! +data\.\[0\]\.attributes\.password +"\(secret\)" +"\(secret\)"/m);
    expect(text).not.toContain('canary');
  });

  it('distinguishes agreed differences from others', async () => {
    const answer = (score: number, title: string) => ({
      status: 200,
      body: `{"data":{"attributes":{"trend_score":${score},"title":"${title}"}}}`,
    });
    const agreed = { operation: 'getAccount', v1: answer(7, 'Gold'), v2: answer(0, 'gold') };
    admin = await startUpstream(answering(200, JSON.stringify({ ...pair, ...agreed })));
    const { code, out } = await showing(pair.id);
    expect(code).toBe(0);
    expect(out).toMatch(/^~ +data\.attributes\.trend_score +7 +0 .*\n! +data\.attributes\.title/m);
  });

  it('finds the element of a list by its id, on whatever page it came', async () => {
    const list = (...ids: readonly number[]) => ids.map((id) => `{"id":${id},"title":"t${id}"}`).join();
    const envelope = (id: number) => `{"id":"${id}","attributes":{"title":"t${id}"}}`;
    const body = `{"data":[${envelope(1)},${envelope(2)},${envelope(3)}]}`;
    const pages = [`{"data":[${list(1, 2)}]}`, `{"data":[${list(3)}]}`].map((text) => ({
      status: 200,
      body: text,
    }));
    const listed = {
      ...pair,
      operation: 'listCurrencyOffers',
      v1: { status: 200, body },
      v2: { status: 200, body },
      raw: pages,
    };
    admin = await startUpstream(answering(200, JSON.stringify(listed)));
    const { code, out } = await showing(pair.id);
    expect(code).toBe(0);
    for (const [index, title] of ['t1', 't2', 't3'].entries()) {
      const columns = ` +"${title}" +"${title}" +"${title}" \\(`;
      expect(out).toMatch(new RegExp(`data\\.\\[${index}\\]\\.attributes\\.title${columns}`));
    }
  });

  it('shows the smallest pair of an issue by the id of the issue', async () => {
    admin = await startUpstream(answering(404, ''));
    const report = fullReport();
    const [issue] = report.issues;
    if (issue === undefined) throw new Error('no issue');
    const findSample = (id: string) => Promise.resolve(id === issue.smallest.id ? pair : undefined);
    const parts = partsShowing(report, findSample);
    const port = await openAdminPort(await openTestCutover(), TOKEN, { parts });
    const environment = { LIFEBOAT_ADMIN_TOKEN: TOKEN };
    const show = (id: string) =>
      ranText((terminal) => showPair({ id, admin: port.origin }, { environment, terminal }));
    const [ofIssue, ofPair, gone] = [
      await show(issue.id),
      await show(issue.smallest.id),
      await show('ffffffff'),
    ];
    expect(ofIssue).toMatchObject({ code: 0, out: expect.stringContaining('some id') as string });
    expect(ofPair).toEqual(ofIssue);
    expect(gone.code).toBe(4);
  });

  it('ends with 4 for a pair that is not stored', async () => {
    admin = await startUpstream(answering(404, '{"detail":"There is no sample of this request."}'));
    const { code, err } = await showing('gone');
    expect(code).toBe(4);
    expect(err).toMatch(/^There is no sample of this request\..*names the pairs that are kept/s);
  });
});

describe('the command line of lifeboat diff', () => {
  const folder = temporaryFolder();

  it('ends with 3 for an unknown option', async () => {
    admin = await startUpstream(answering(200, '{}'));
    const { code } = await runHere(['diff', '--format', 'xml'], { cwd: folder.path('.') });
    expect(code).toBe(3);
  });
});
