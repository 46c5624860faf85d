import type { JsonObject } from '../../../src/contract/json.js';
import { examplesOf } from '../../../src/proof/learn/answerExamples.js';
import { draftMapping } from '../../../src/proof/learn/draftMapping.js';

describe('a drafted mapping', () => {
  it('has an amount in the currency of v2, and reports that v1 shows another', () => {
    const sold = (price: (amount: string) => JsonObject) =>
      Array.from({ length: 30 }, (_, at) => {
        const v1 = { data: { id: String(at), type: 'sales', attributes: { cost: at + 0.5 } } };
        return { v1, v2: { data: { id: at, ...price(`${at}.50`) } } };
      });
    const draftedFrom = (price: (amount: string) => JsonObject) => {
      const draft = draftMapping('sale', 'sales', examplesOf(sold(price), 'sales'));
      if (!draft.ok) throw new Error(draft.failure);
      return [/money\(\d.*?\)/.exec(draft.value.text)?.[0], draft.value.faults.map(({ message }) => message)];
    };
    const [code, euros] = ['USD', 'EUR'].map((currency) => (amount: string) => ({
      cost: { amount, currency },
    }));
    expect(draftedFrom((amount) => ({ cost_usd: amount }))).toEqual([
      'money(2, USD)',
      ['v1 has an amount of EUR here, and v2 one of USD'],
    ]);
    expect(code && draftedFrom(code)).toEqual(['money(2, USD)', ['v2 has no cost.amount']]);
    expect(euros && draftedFrom(euros)).toEqual(['money(2)', []]);
  });

  it('has no amount for an id that v2 writes as text, but a number', () => {
    const shown = Array.from({ length: 30 }, (_, at) => ({
      v1: { vid: 100 + at },
      v2: { id: String(100 + at) },
    }));
    const draft = draftMapping('person', 'people', shown);
    if (!draft.ok) throw new Error(draft.failure);
    expect(draft.value.faults).toEqual([]);
    expect(draft.value.text).toContain('person: { id: { type: integer, asText: true } }');
    expect(draft.value.text).toContain('attributes: { vid: id }');
  });
});
