import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'parse5';
import { renderReport, REPORT_FORMATS, showReport } from '../../../../src/cli/diff/report/renderReport.js';
import { createComparisonJudge } from '../../../../src/comparison/judge/comparisonJudge.js';
import { comparisonReport, addNamesOfCallers } from '../../../../src/comparison/report/comparisonReport.js';
import { difference, observed } from '../../../comparison/support/observations.ts';
import { recordingTerminal } from '../../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { cleanReport, fullReport } from '../reports.ts';

const plain = { colour: false };
const folder = temporaryFolder();
const full = fullReport();

describe('a report as text', () => {
  const text = renderReport(full, { format: 'text' }, plain);

  it('shows first the differences that clients would have noticed, then the verdict, then each issue with its line', () => {
    const lines = text.split('\n');
    expect(lines[0]).toBe('clients would notice 97.6%, 40 of 41 requests');
    expect(lines[1]).toBe('over the budget of 0.5%');
    expect(text).toContain('1. undecided missing at data.<script>');
    expect(text).toMatch(/more looks at v1 can prove it/);
    expect(text).toContain(
      '2. regression value at data.attributes.price in get, suspicious, 96.8%, 30 of 31 requests',
    );
    expect(text).toContain('get.yaml:12: v2 shows v1 times 100');
    expect(text).toContain('(no key)');
  });

  it('shows callers by name in every list of them, as the page and HTML do', () => {
    const named = addNamesOfCallers(full, (caller) => (caller === 'caller' ? 'shop' : undefined));
    const shownText = renderReport(named, { format: 'text' }, plain);
    expect(shownText).toMatch(/callers: .*shop \(caller\) \d/);
    expect(shownText).toMatch(/^shop \(caller\) +\d+ +\d+ /m);
    const page = renderReport(named, { format: 'html' }, plain);
    expect(page.match(/<b>shop<\/b>/g)?.length).toBeGreaterThan(1);
    expect(page).toContain('<strong>shop</strong> <code>caller</code>');
    expect(named.callers.find(({ caller }) => caller === '')).not.toHaveProperty('name');
  });

  it('shows statistics, noise of v1 and rules that hide nothing only on request', () => {
    const clean = renderReport(cleanReport(), { format: 'text' }, plain);
    const verbose = renderReport(full, { format: 'text', verbose: true }, plain);
    expect(text).not.toMatch(/e-value|V1 DIFFERS|95%/);
    expect(clean).not.toContain('owner');
    expect(verbose).toMatch(/e-value \S+/);
    expect(verbose).toMatch(/with 95% confidence at most \d/);
    expect(verbose).toMatch(/data\.attributes\.views +get +undecided +spread/);
  });

  it('puts severe and rare issues before harmless and frequent ones, and counts unexplained requests', () => {
    const judge = createComparisonJudge({ epoch: 'abc', rules: [] });
    const extra = difference('data.attributes.new', { kind: 'extra', severity: 'benign' });
    const missing = difference('data.attributes.price', { kind: 'missing', severity: 'breaking' });
    for (let request = 0; request < 99; request += 1) judge.add(observed([extra], { epoch: 'abc' }));
    judge.add(observed([extra, missing], { epoch: 'abc' }));
    const report = judge.report(0);
    expect(report.issues.map(({ path, requests }) => [path, requests])).toEqual([
      ['data.attributes.price', 1],
      ['data.attributes.new', 100],
    ]);
    const lines = renderReport({ ...report, unexplained: 11 }, { format: 'text' }, plain);
    expect(lines).toContain('11 more differing requests, not explained above');
    expect(lines).toContain('breaking, 1%, 1 of 100 requests');
  });

  it('makes one issue of one mapping line, with its operations beneath', () => {
    const judge = createComparisonJudge({ epoch: 'abc', rules: [], lineOf: () => 'offer.yaml:7' });
    for (let request = 0; request < 3; request += 1) {
      judge.add(observed([difference('data.attributes.price')], { epoch: 'abc', operation: 'get' }));
      if (request > 0)
        judge.add(observed([difference('data.[].attributes.price')], { epoch: 'abc', operation: 'list' }));
    }
    const lines = renderReport(judge.report(0), { format: 'text' }, plain);
    expect(lines).toContain(
      '1. undecided value at data.attributes.price in get, suspicious, 100%, 5 of 5 requests',
    );
    expect(lines).toContain('also value at data.[].attributes.price in list, 2 requests');
    expect(lines).not.toContain('2. ');
  });

  it('is coloured only on request, and never by the reported texts', () => {
    expect(text).not.toContain('\u001b');
    const coloured = renderReport(full, { format: 'text' }, { colour: true });
    expect(coloured).toContain('\u001b[31mregression\u001b[39m');
    expect(coloured).not.toContain('\u001b[31m]]>');
  });

  it('distinguishes "nothing compared" from "no difference"', () => {
    const empty = createComparisonJudge({ epoch: '', rules: [] }).report(0);
    expect(renderReport(empty, { format: 'text' }, plain)).toContain(
      'nothing was compared: no request has come yet',
    );
    const clean = renderReport(cleanReport(), { format: 'text' }, plain);
    expect(clean).toContain('within the budget of 0.5%');
    expect(clean).toContain('no difference that v1 does not show itself');
  });
});

describe('a report for machines', () => {
  it('is the complete report as JSON', () => {
    expect(comparisonReport.parse(JSON.parse(renderReport(full, { format: 'json' }, plain)))).toMatchObject({
      verdict: 'over',
      compared: full.compared,
      callers: full.callers,
    });
  });
});

describe('a report as the summary of a workflow', () => {
  it('is a table in which no reported text becomes markup', () => {
    const markdown = renderReport(full, { format: 'github' }, plain);
    expect(markdown).toMatch(
      /^### ❌ Lifeboat: clients would notice 97\.6%, 40 of 41 requests\n\nover the budget of 0\.5%\.\n/,
    );
    expect(markdown).toContain('| suspicious | regression | value at data.attributes.price in get |');
    expect(markdown).not.toContain('<script>');
  });

  it('goes to the file that GitHub names, only on request', async () => {
    const summary = folder.path('summary.md');
    const environment = { GITHUB_STEP_SUMMARY: summary };
    const terminal = recordingTerminal();
    await showReport(full, { format: 'text' }, { environment, terminal });
    expect(existsSync(summary)).toBe(false);
    await showReport(full, { format: 'github' }, { environment, terminal });
    expect(readFileSync(summary, 'utf8')).toContain('### ❌ Lifeboat');
    expect(terminal.out.at(-1)).toBe(
      'clients would notice 97.6%, 40 of 41 requests; over the budget of 0.5%',
    );
  });
});

describe('a report as a page', () => {
  it('loads nothing, runs nothing, and shows reported texts as text', () => {
    const page = renderReport(full, { format: 'html' }, plain);
    const tags = new Set([...page.matchAll(/<([a-z0-9]+)/g)].map((match) => match[1]));
    for (const tag of ['script', 'link', 'img', 'iframe', 'b']) expect(tags.has(tag)).toBe(false);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; `);
    expect(page).toContain('&lt;script>');
    expect(page).toContain('@media print');
    expect(page).not.toMatch(/https?:/);
  });

  it('is valid HTML', () => {
    for (const report of [full, cleanReport()]) {
      const faults: string[] = [];
      const page = renderReport(report, { format: 'html' }, plain);
      parse(page, { onParseError: ({ code, startLine }) => void faults.push(`${code} ${startLine}`) });
      expect(faults).toEqual([]);
    }
  });
});

it('a report is written in every offered format', () => {
  for (const format of REPORT_FORMATS)
    expect(renderReport(full, { format }, plain).length).toBeGreaterThan(100);
});
