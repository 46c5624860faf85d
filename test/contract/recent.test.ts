import { Recent } from '../../src/contract/recent.js';

describe('a recently used value', () => {
  it('is kept for one or two generations, and then forgotten', () => {
    const recent = new Recent<string, number>(2);
    for (const [value, key] of ['a', 'b', 'c'].entries()) recent.set(key, value);
    expect(recent.get('a')).toBe(0); // asked for again, it is young again
    recent.set('d', 3);
    expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([0, undefined, 2, 3]);
  });

  it('is made once, and again after it is deleted or all are cleared', () => {
    let madeCount = 0;
    const recent = new Recent<string, number>(2);
    const ask = (): number => recent.getOrMake('a', () => (madeCount += 1));
    expect([ask(), ask()]).toEqual([1, 1]);
    recent.delete('a');
    expect(ask()).toBe(2);
    recent.clear();
    expect(ask()).toBe(3);
  });
});
