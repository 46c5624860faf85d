import { shownName } from '../../../src/comparison/compare/memberNames.js';
import type { ComparisonIssue, ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import type { Account } from '../../../src/comparison/keep/comparisonAccounts.js';
import { repetitions } from '../../support/repetitions.ts';
import { shippedResource } from '../../support/shipped.ts';
import { movingFields } from './movingFields.ts';
import { type JudgedTraffic, openJudgedTraffic } from './judgedTraffic.ts';
import { currency, type PlantedFault, plantedSets } from './plantedFault.ts';

/** Lists the mapping lines that a fault may lead to; without an attribute those of the operations. */
function linesOf({ line: [name, attribute] }: PlantedFault): readonly string[] {
  const { ledger } = shippedResource(name);
  const lines =
    attribute === undefined
      ? ledger.references
      : ledger.attributes.filter((ledgerAttribute) => ledgerAttribute.attribute === attribute);
  return lines.map(({ place: location }) => location);
}

/** The end of a path, as it is shown: what no contract names stands as its hash. */
const shownPath = (path: string): string =>
  path
    .split('.')
    .map((step) => (step === '[]' ? step : shownName(step)))
    .join('.');

const isIt = (fault: PlantedFault, { kind, path, line = '' }: ComparisonIssue): boolean =>
  kind === fault.kind && path.endsWith(shownPath(fault.path)) && linesOf(fault).includes(line);

const reported = ({ issues }: ComparisonReport): readonly string[] =>
  issues.map(({ state, kind, path, line, relation }) => `${state} ${kind} ${path} ${line} ${relation}`);

/** True when the fault is proven, and explained if it has a relation. */
const isFound =
  (fault: PlantedFault) =>
  ({ issues }: ComparisonReport): boolean =>
    issues.some(
      (issue) =>
        issue.state === 'regression' &&
        isIt(fault, issue) &&
        (fault.relation === undefined || issue.relation === fault.relation),
    );

let traffic: JudgedTraffic;

beforeAll(async () => {
  traffic = await openJudgedTraffic();
});

afterAll(() => traffic.close());

describe('faults planted in the running v2', () => {
  it('belong to a set of more than 25', () => {
    const faults = plantedSets.flat();
    expect(faults.length).toBeGreaterThan(25);
    expect(faults.filter((fault) => linesOf(fault).length === 0)).toEqual([]);
  });

  it.each(plantedSets.map((faults) => [faults.map(({ name }) => name).join('; '), faults] as const))(
    'are proven within 1,000 requests through the gateway, in the right kind and with the right mapping line: %s',
    async (_name, faults) => {
      const plants = faults.flatMap((fault) => fault.plants);
      const missed = (report: ComparisonReport) => faults.filter((fault) => !isFound(fault)(report));
      const until = (report: ComparisonReport) => missed(report).length === 0;
      const writes = faults.some((fault) => fault.writes === true);
      const { report, requests } = await traffic.judge(plants, { requests: 1_000, seed: 3, writes, until });
      expect([missed(report).map(({ name }) => name), reported(report)]).toEqual([[], reported(report)]);
      expect(requests).toBeLessThanOrEqual(1_000);
      if (faults.every(({ spreads }) => spreads !== true)) {
        const others = report.issues.filter((issue) => !faults.some((fault) => isIt(fault, issue)));
        expect(others.map(({ path, kind }) => `${kind} ${path}`)).toEqual([]);
      }
    },
  );
});

describe('a fault planted in a v2 whose fields change as those of v1 do', () => {
  const provenPlaces = ({ issues }: ComparisonReport): readonly string[] =>
    issues.flatMap(({ state, kind, path }) => (state === 'regression' ? [`${kind} ${path}`] : []));

  it('is distinguished from the changes around it', async () => {
    const plants = [...movingFields, ...currency([{ at: 'price_eur', kind: 'multiply', by: 100 }])];
    const { report } = await traffic.judge(plants, { requests: 150, seed: 5 });
    expect(provenPlaces(report)).toEqual([expect.stringMatching(/^value .*price$/)]);
  });

  it('is found inside a changing field', async () => {
    const plants = [...movingFields, ...currency([{ at: 'parameters.request_id', kind: 'set', value: 17 }])];
    const { report } = await traffic.judge(plants, { requests: 150, seed: 6 });
    expect(provenPlaces(report)).toEqual([
      expect.stringMatching(new RegExp(`^type .*${shownName('request_id')}$`)),
    ]);
  });
});

const comparedOf = (accounts: readonly Account[]): number =>
  accounts.reduce((sum, { compared }) => sum + compared, 0);

/** Counts the comparisons that a busy machine has left out. */
const leftOutOf = (accounts: readonly Account[]): number =>
  accounts.reduce((sum, { notCompared }) => sum + notCompared.queue_full, 0);

describe('a v2 without a planted fault', () => {
  it('is not reported if nothing changes', async () => {
    const requests = repetitions(100, 200);
    const { report, accounts } = await traffic.judge([], { requests, seed: 6 });
    expect([reported(report), report.noise, report.differing]).toEqual([[], [], 0]);
    expect(comparedOf(accounts)).toBe(requests - leftOutOf(accounts));
  });

  it('is not reported if fields of both APIs change', async () => {
    const requests = repetitions(150, 300);
    const { report, accounts } = await traffic.judge(movingFields, { requests, seed: 7 });
    expect(reported(report)).toEqual([]);
    expect(report.noise.length).toBeGreaterThan(10);
    expect([report.differing, report.repeated + report.compared]).toEqual([
      0,
      requests - leftOutOf(accounts),
    ]);
  });
});
