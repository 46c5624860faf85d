import type { ComparisonIssue, ComparisonReport } from '../../../src/comparison/comparisonReport';
import { randomFrom } from '../../cutover/support/simulations';
import { shippedResource } from '../../support/shipped';
import { accountFaults } from './accountFaults';
import { compareWith } from './compareWith';
import { currencyFaults } from './currencyFaults';
import { parameters } from './edits';
import type { Fault } from './fault';
import { noiseFrom } from './noise';

const all = [...currencyFaults, ...accountFaults];

/** The mapping lines that a fault may lead to; an operation's own where no attribute is meant. */
function linesOf({ line: [name, attribute] }: Fault): readonly string[] {
  const { ledger } = shippedResource(name);
  const lines =
    attribute === undefined
      ? ledger.references
      : ledger.attributes.filter((one) => one.attribute === attribute);
  return lines.map(({ place }) => place);
}

const isIt = (fault: Fault, { kind, path, line = '' }: ComparisonIssue): boolean =>
  kind === fault.kind && path.endsWith(fault.path) && linesOf(fault).includes(line);

const told = ({ issues }: ComparisonReport): readonly string[] =>
  issues.map(({ state, kind, path, line }) => `${state} ${kind} ${path} ${line}`);

const regressions = ({ issues }: ComparisonReport): readonly ComparisonIssue[] =>
  issues.filter(({ state }) => state === 'regression');

const isProven = (fault: Fault) => (report: ComparisonReport) =>
  regressions(report).some((issue) => isIt(fault, issue));

describe('a fault of v2', () => {
  it('is planted in more than 25 ways', () => {
    expect(all.length).toBeGreaterThan(25);
    for (const fault of all) expect([fault.name, linesOf(fault).length > 0]).toEqual([fault.name, true]);
  });

  it.each(all.map((fault) => [fault.name, fault] as const))(
    'is proven within 1,000 requests, in the right kind and with the right mapping line: %s',
    async (_name, fault) => {
      const traffic = { requests: 1_000, seed: 3, until: isProven(fault) };
      const { report, requests } = await compareWith(fault.change, {}, traffic);
      const issue = report.issues.find((one) => isIt(fault, one));
      expect([issue?.state, told(report)]).toEqual(['regression', told(report)]);
      expect(requests).toBeLessThan(1_000);
      if (fault.spreads !== true) {
        expect(
          report.issues.filter((one) => !isIt(fault, one)).map(({ path, kind }) => `${kind} ${path}`),
        ).toEqual([]);
      }
    },
  );

  it.each([
    ['prices are in cents', 'v1 times 100'],
    ['a count is off by one', 'v1 +1'],
    ['texts are cut off', 'cut off after 40 characters'],
    ['a text is in lower case', 'the same but for upper and lower case'],
  ])('is explained by a relation after 20 requests: %s', async (name, relation) => {
    const fault = all.find((one) => one.name === name);
    const isExplained = ({ issues }: ComparisonReport) =>
      issues.some((issue) => issue.relation !== undefined);
    const traffic = { requests: 1_000, seed: 4, until: isExplained };
    const { report } = await compareWith(fault?.change ?? {}, {}, traffic);
    expect(report.issues.map((issue) => issue.relation)).toContain(relation);
  });

  it('is told from the noise around it', async () => {
    const fault = all.find(({ name }) => name === 'prices are in cents');
    if (fault === undefined) throw new Error('no such fault');
    const noise = noiseFrom(randomFrom(5));
    const { report } = await compareWith(fault.change, noise, { requests: 150, seed: 5 });
    expect(regressions(report).map(({ path }) => path)).toEqual([
      expect.stringMatching(/price$/),
      expect.stringMatching(/price$/),
    ]);
  });

  it('is found inside a noisy field', async () => {
    const fault = parameters(() => ({ request_id: 17 }));
    const noise = noiseFrom(randomFrom(6));
    const { report } = await compareWith(fault, noise, { requests: 150, seed: 6 });
    expect(regressions(report).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      expect.stringMatching(/^type .*request_id$/),
      expect.stringMatching(/^type .*request_id$/),
    ]);
  });
});

describe('no fault', () => {
  it('is reported of a v2 that is as noisy as v1', async () => {
    const { report } = await compareWith({}, noiseFrom(randomFrom(7)), { requests: 800, seed: 7 });
    expect(told(report)).toEqual([]);
    expect(report.noise.length).toBeGreaterThan(10);
    expect([report.differing, report.verdict]).toEqual([0, 'within']);
  });

  it('is reported of a v2 that says the same', async () => {
    const { report } = await compareWith({}, {}, { requests: 700, seed: 8 });
    expect([told(report), report.noise, report.verdict]).toEqual([[], [], 'within']);
  });
});
