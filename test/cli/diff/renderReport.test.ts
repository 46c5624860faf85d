import { parse } from 'parse5';
import { REPORT_FORMATS, renderReport } from '../../../src/cli/diff/renderReport';
import { createBook } from '../../../src/comparison/createBook';
import { comparisonReport } from '../../../src/comparison/comparisonReport';
import { cleanReport, fullReport } from './reports';

const plain = { colour: false };
const full = fullReport();

describe('a report as text', () => {
  const text = renderReport(full, 'text', plain);

  it('says first what clients would have noticed, then the verdict, then each issue with its line', () => {
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^clients would have noticed \d+\.\d in 10,000 \(95% upper \d+\.\d\)$/);
    expect(lines[1]).toBe('over the budget of 50 in 10,000');
    expect(text).toContain('1. regression value at data.attributes.price in get, suspicious, 30 requests');
    expect(text).toContain('get.yaml:12: v2 shows v1 times 100');
    expect(text).toContain('2. undecided missing at data.<script>');
    expect(text).toMatch(/more looks can prove it/);
    expect(text).toMatch(/data\.attributes\.views +get +undecided +spread/);
    expect(text).toContain('(no key)');
  });

  it('is coloured only when told, and never by what it reports', () => {
    expect(text).not.toContain('\u001b');
    const coloured = renderReport(full, 'text', { colour: true });
    expect(coloured).toContain('\u001b[31mregression\u001b[0m');
    expect(coloured).not.toContain('\u001b[31m]]>');
  });

  it('tells nothing compared from no difference', () => {
    const empty = createBook({ epoch: '', rules: [] }).report(0);
    expect(renderReport(empty, 'text', plain)).toContain('nothing was compared yet');
    const clean = renderReport(cleanReport(), 'text', plain);
    expect(clean).toContain('within the budget of 50 in 10,000');
    expect(clean).toContain('no difference that v1 does not show itself');
  });
});

describe('a report for machines', () => {
  it('is the whole of it as JSON', () => {
    expect(comparisonReport.parse(JSON.parse(renderReport(full, 'json', plain)))).toMatchObject({
      verdict: 'over',
      compared: full.compared,
      callers: full.callers,
    });
  });

  it('is JUnit XML: a regression fails, what is not decided is skipped, a clean operation passes', () => {
    const xml = renderReport(full, 'junit', plain);
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
    expect(xml).toMatch(/tests="3"\s+failures="2"\s+skipped="1"/);
    expect(xml).toMatch(
      /<testcase\s+classname="lifeboat\.get"\s+name="value at data\.attributes\.price in get"/,
    );
    expect(xml).not.toContain('<script>');
    expect(xml.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    expect(renderReport(cleanReport(), 'junit', plain)).toMatch(/tests="2"\s+failures="0"\s+skipped="0"/);
  });

  it('is SARIF 2.1.0 with the mapping line as the place of a result', () => {
    const log = JSON.parse(renderReport(full, 'sarif', plain)) as {
      readonly version: string;
      readonly runs: readonly {
        readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
        readonly results: readonly { readonly ruleId: string }[];
      }[];
    };
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    expect(run?.results[0]).toMatchObject({
      ruleId: 'value',
      level: 'warning',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'mappings/get.yaml' },
            region: { startLine: 12 },
          },
          logicalLocations: [{ fullyQualifiedName: 'get/data.attributes.price' }],
        },
      ],
    });
    const rules = run?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(run?.results.every(({ ruleId }) => rules.includes(ruleId))).toBe(true);
  });
});

describe('a report as a page', () => {
  it('loads nothing, runs nothing, and shows what was found as text', () => {
    const page = renderReport(full, 'html', plain);
    const tags = new Set([...page.matchAll(/<([a-z0-9]+)/g)].map((match) => match[1]));
    for (const tag of ['script', 'link', 'img', 'iframe', 'b']) expect(tags.has(tag)).toBe(false);
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('@media print');
    expect(page).not.toMatch(/https?:/);
  });

  it('is HTML without a fault', () => {
    for (const report of [full, cleanReport()]) {
      const faults: string[] = [];
      const page = renderReport(report, 'html', plain);
      parse(page, { onParseError: ({ code, startLine }) => void faults.push(`${code} ${startLine}`) });
      expect(faults).toEqual([]);
    }
  });
});

it('a report can be written in every format that is offered', () => {
  for (const format of REPORT_FORMATS) expect(renderReport(full, format, plain).length).toBeGreaterThan(100);
});
