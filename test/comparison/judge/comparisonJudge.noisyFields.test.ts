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
  seen(report).filter((places) => places.some((one) => one.startsWith('regression')));

/** Changes every currency offer. */
const currency = (edit: (offer: JsonObject) => JsonObject): Change => ({
  offer: (offer) => ('stock' in offer ? { ...offer, ...edit(offer) } : offer),
});

const cents = (price: Json | undefined): string => (Number(price) * 100).toFixed(6);

const twice = (pattern: RegExp): readonly unknown[] =>
  [0, 1].map(() => expect.stringMatching(pattern) as unknown);

describe('a fault of v2 among fields that move', () => {
  it('is distinguished from the noise around it', async () => {
    const fault = currency(({ price_eur }) => ({ price_eur: cents(price_eur) }));
    const { report } = await compareWith(fault, noiseFrom(randomFrom(5)), { requests: 150, seed: 5 });
    expect(regressions(report)).toEqual([twice(/ value .*price$/)]);
  });

  it('is found inside one of them', async () => {
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

describe('no fault', () => {
  it('is reported for a v2 that is as noisy as v1', async () => {
    const { report } = await compareWith({}, noiseFrom(randomFrom(7)), { requests: 800, seed: 7 });
    expect(seen(report)).toEqual([]);
    expect(report.noise.length).toBeGreaterThan(10);
    expect([report.differing, report.verdict]).toEqual([0, 'within']);
  });
});
