import { renderLedger } from '../../../src/cli/mappings/check.js';
import { summarizeLedgers } from '../../../src/mapping/compile/ledger.js';
import { leafPaths } from '../../../src/mapping/compile/sourcePath.js';
import { shipped, shippedResource } from '../../support/shipped.ts';

describe('the ledger', () => {
  it.each(shipped().resources)('uses or drops every v2 field of $name, never both', ({ v2, ledger }) => {
    const accounted = [...ledger.uses, ...ledger.drops].map(({ field }) => field);
    expect(accounted.sort()).toEqual([...leafPaths(v2)].sort());
    expect(ledger.drops.filter(({ reason }) => reason.trim() === '')).toEqual([]);
  });

  it('names all attributes that are made from one v2 field', () => {
    const use = shippedResource('account').ledger.uses.find(({ field }) => field === 'parameters');
    expect(use?.attributes).toEqual(['server', 'level_up_method', 'ign', 'data']);
  });

  it('has one line for every member of a v1 request, with the evidence of its rule', () => {
    const { members } = shippedResource('currency-offer').ledger;
    const updates = members.filter(({ operation }) => operation === 'updateCurrencyOffer');
    expect(updates.map(({ member }) => member)).toEqual([
      'description',
      'price',
      'game',
      'stock',
      'min_quantity',
      'delivery_time.duration',
      'delivery_time.unit',
      'currency_data',
      'delivery_instructions',
    ]);
    expect(updates.find(({ member }) => member === 'currency_data')).toMatchObject({
      class: 'converted',
      target: 'currency_data',
      codec: 'phpObject',
      evidence: 'observed',
    });
  });

  it('is printed with a line for each of its entries', () => {
    const { ledger } = shippedResource('currency-offer');
    const { attributes, answers, members, losses, uses, drops, references } = ledger;
    const lines = renderLedger(ledger);
    const lists = [attributes, answers, members, losses, uses, drops, references];
    const accounted = lists.map(({ length }) => length);
    expect(lines).toHaveLength(accounted.reduce((sum, length) => sum + length, 2));
    expect(lines.join('\n')).toMatch(/used +game\.slug +-> game_slug/);
    expect(lines.join('\n')).toMatch(/exact +updateCurrencyOffer game +-> game/);
  });

  it('has a summary in one line', () => {
    const line = summarizeLedgers([shippedResource('currency-offer').ledger]);
    expect(line).toBe(
      '8 operations on 1 resource; 21 v1 attributes (16 exact, 5 converted, 0 guessed, 0 synthesized); ' +
        '18 v1 request members; 31 v2 fields (22 used, 9 dropped with reason); 8 v2 calls (2 assumed)',
    );
  });
});
