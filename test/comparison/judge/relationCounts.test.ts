import { createRelationCounts, wilsonLowerBound } from '../../../src/comparison/judge/relationCounts.js';
import type { Relation } from '../../../src/comparison/compare/difference.js';

function summaryOf(relations: readonly (Relation | undefined)[]) {
  const counts = createRelationCounts();
  for (const relation of relations) counts.add(relation);
  return counts.summary();
}

const word = (from: string, to: string): Relation => ({ kind: 'word', from, to });
const rounded = (places: number): Relation => ({ kind: 'rounded', places });

describe('the relation of many differences', () => {
  it('is a one-to-one table for replaced words', () => {
    const many = [word('Handmade', 'by_hand'), word('Botted', 'by_bot'), word('Handmade', 'by_hand')];
    expect(summaryOf(many)).toMatchObject({
      text: 'by_hand for Handmade, by_bot for Botted',
      explained: 3,
      of: 3,
    });
    expect(summaryOf([...many, word('Handmade', 'by_bot')])).toBeUndefined();
  });

  it('is no table if all words are different', () => {
    const many = Array.from({ length: 100 }, (_, at) => word(`from ${at}`, `to ${at}`));
    expect(summaryOf(many)?.explained).toBe(12);
    expect(summaryOf(many)?.of).toBe(100);
  });

  it('is the widest of several roundings, with a count of unexplained differences', () => {
    expect(summaryOf([rounded(1), rounded(2), rounded(2), undefined])).toMatchObject({
      text: 'rounded to 2 places',
      explained: 3,
      of: 4,
    });
  });

  it('is not found beyond the number of relations that are counted separately', () => {
    const offsets = Array.from({ length: 50 }, (_, by): Relation => ({ kind: 'offset', by }));
    expect(summaryOf(offsets)).toMatchObject({ explained: 1, of: 50 });
  });

  it('is certain from 52 of 52 on', () => {
    expect(wilsonLowerBound(51, 51)).toBeLessThan(0.95);
    expect(wilsonLowerBound(52, 52)).toBeGreaterThanOrEqual(0.95);
    expect(wilsonLowerBound(0, 0)).toBe(0);
  });
});
