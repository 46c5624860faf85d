import { describeReadBack } from '../../src/gateway/outcome/readBackLater';

describe('reading an ambiguous write back', () => {
  const written = { price: '0.50', stock: 3, delivery_time: { duration: 5 }, game: 'x' };

  it('finds it when every field that is shown shows it, numbers also as text, objects also with more in them', () => {
    const found = { price: 0.5, stock: 3, delivery_time: { duration: 5, unit: 'hours' }, title: 'y' };
    expect(describeReadBack(written, found)).toBe('as written: price, stock, delivery_time');
  });

  it('names the fields that show something else, and no value', () => {
    const found = { price: 0.5, stock: 4, delivery_time: { unit: 'hours' } };
    expect(describeReadBack(written, found)).toBe('not as written: stock, delivery_time');
  });

  it('says so where there is nothing to compare', () => {
    for (const [one, other] of [
      [written, null],
      [null, written],
      [written, { title: 'y' }],
    ] as const) {
      expect(describeReadBack(one, other)).toBe('nothing to compare');
    }
  });
});
