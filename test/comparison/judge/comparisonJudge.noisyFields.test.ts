import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge';
import type { KeptDifference } from '../../../src/comparison/keep/observation';
import { shownName } from '../../../src/comparison/compare/memberNames';
import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json';
import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport';
import { randomFrom } from '../../cutover/support/simulations';
import { compareWith } from '../inMemory/compareWith';
import type { Change } from '../inMemory/marketplace';
import { noiseFrom } from '../inMemory/noise';

/** Lists the places of each issue: one mapping line is one issue, even in several places. */
const seen = ({ issues }: ComparisonReport): readonly (readonly string[])[] =>
  issues.map(({ state, places }) => places.map(({ kind, path }) => `${state} ${kind} ${path}`));

const regressions = (report: ComparisonReport) =>
  seen(report).filter((places) => places.some((text) => text.startsWith('regression')));

/** Changes every currency offer. */
const currency = (edit: (offer: JsonObject) => JsonObject): Change => ({
  offer: (offer) => ('stock' in offer ? { ...offer, ...edit(offer) } : offer),
});

const cents = (price: Json | undefined): string => (Number(price) * 100).toFixed(6);

const twice = (pattern: RegExp): readonly unknown[] =>
  [0, 1].map(() => expect.stringMatching(pattern) as unknown);

describe('a fault of v2 among changing fields', () => {
  it('is distinguished from the noise around it', async () => {
    const fault = currency(({ price_eur }) => ({ price_eur: cents(price_eur) }));
    const { report } = await compareWith(fault, noiseFrom(randomFrom(5)), { requests: 150, seed: 5 });
    expect(regressions(report)).toEqual([twice(/ value .*price$/)]);
  });

  it('is found inside a changing field', async () => {
    const fault = currency(({ parameters }) => ({
      parameters: {
        ...(parameters !== undefined && isJsonObject(parameters) ? parameters : {}),
        request_id: 17,
      },
    }));
    const { report } = await compareWith(fault, noiseFrom(randomFrom(6)), { requests: 150, seed: 6 });
    expect(regressions(report)).toEqual([twice(new RegExp(` type .*${shownName('request_id')}$`))]);
  });
});

describe('a v2 without a fault', () => {
  it('is not reported if it is as noisy as v1', async () => {
    const { report } = await compareWith({}, noiseFrom(randomFrom(7)), { requests: 800, seed: 7 });
    expect(seen(report)).toEqual([]);
    expect(report.noise.length).toBeGreaterThan(10);
    expect([report.differing, report.verdict]).toEqual([0, 'within']);
  });
});

describe('a client in a loop', () => {
  const path = 'data.attributes.updated_at';
  const text = (second: number) => JSON.stringify(new Date(second * 1_000).toISOString());

  /** Plays a client that asks for one thing every minute for two hours; returns the share of its answers that differ. */
  function polled(seed: number): number {
    const random = randomFrom(seed);
    const judge = createComparisonJudge({ epoch: 'e', rules: [] });
    const between = (value: number, nextValue: number) => ({
      path,
      at: path,
      kind: 'value' as const,
      severity: 'breaking' as const,
      v1: text(value),
      v2: text(nextValue),
    });
    const kept = (value: number, nextValue: number): readonly KeptDifference[] => [
      {
        ...between(value, nextValue),
        breaks: 'exact' as const,
        distance: Math.abs(value - nextValue),
        lengths: [20, 20] as const,
        hashes: [String(value), String(nextValue)] as const,
      },
    ];
    let differing = 0;
    for (let minute = 0; minute < 120; minute += 1) {
      const [v1 = 0, v2 = 0, repeatedAt = 0] = Array.from({ length: 3 }, () => random() * 60);
      const control = judge.wantsControl('getOffer', [between(v1, v2)])
        ? { control: kept(v1, repeatedAt), controlled: 'becauseDifferent' as const }
        : {};
      const { differs } = judge.add({
        id: String(minute),
        epoch: 'e',
        resource: 'offer',
        operation: 'getOffer',
        signature: 's',
        caller: 'c',
        request: 'GET /offer/1',
        at: minute * 60_000,
        outcome: 'compared' as const,
        differences: kept(v1, v2),
        ...control,
      });
      differing += differs ? 1 : 0;
    }
    return differing / 120;
  }

  it('makes no regression of differences between v1 and itself, though few of its requests count', () => {
    const shares = Array.from({ length: 200 }, (_, seed) => polled(seed));
    expect(shares.reduce((sum, share) => sum + share) / shares.length).toBeLessThan(0.005);
    expect(Math.max(...shares)).toBeLessThan(0.1);
  });
});
