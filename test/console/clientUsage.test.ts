import { neededText, ranked } from '../../src/console/clientUsage';
import type { ProgramView } from '../../src/console/clientData';

const program = (name: string, readiness?: string, fields: readonly string[] = []): ProgramView => ({
  ...{ client: `96e0618ddc9e/${name}`, program: name, requests: 1, byV1: 1, byV2: 0, refused: 0 },
  latest: '2025-10-01T12:00:00.000Z',
  readiness,
  operations: [
    {
      ...{ resource: 'currency', operation: 'patchCurrencyOffer', requests: 1 },
      traits: fields.map((field) => ({
        ...{ trait: 'textPrice', field, requests: 1, latest: '2025-10-01', sends: 'text', wants: 'a number' },
      })),
    },
  ],
});

describe('the programs of a key', () => {
  it('stand those with most left to do first', () => {
    const all = [program('repricer', 'can move'), program('moved-one', 'moved'), program('old', 'has work')];
    expect(ranked(all).map(({ program: name }) => name)).toEqual(['old', 'repricer', 'moved-one']);
  });

  it('name each field once that they have to change, three of them, and count the rest', () => {
    expect(neededText(program('moved', 'moved'))).toBe('');
    expect(neededText(program('bot', 'has work', ['price', 'price', 'status']))).toBe('price, status');
    expect(neededText(program('bot', 'has work', ['a', 'b', 'c', 'd', 'e']))).toBe('a, b, c, 2 more');
  });
});
