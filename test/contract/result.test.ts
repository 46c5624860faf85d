import { after, Eventual, type Later } from '../../src/contract/result';
import { Recent } from '../../src/contract/recent';

const twice = (value: number): number => value * 2;
const thrower = (): never => {
  throw new Error('no');
};

describe('after', () => {
  it('goes on at once with a value that is there', () => {
    expect(after(2, twice)).toBe(4);
  });

  it('goes on in the turn in which an eventual value comes', () => {
    const given = new Eventual<number>();
    const seen: number[] = [];
    void after(after(given, twice), (value) => void seen.push(value));
    expect(seen).toEqual([]);
    given.settle(3);
    expect(seen).toEqual([6]);
  });

  it.each<[string, () => Later<number>]>([
    ['an eventual value', () => settled(4)],
    ['a promise', () => Promise.resolve(4)],
    ['a value', () => 4],
  ])('goes on with %s that a step makes', async (_name, made) => {
    expect(await after(settled(1), made)).toBe(4);
    expect(await after(Promise.resolve(1), made)).toBe(4);
  });

  it('hands a throw on to the first who recovers, whatever it is thrown in', async () => {
    const recover = (thrown: unknown): string => String(thrown);
    expect(after<number, string>(1, thrower, recover)).toBe('Error: no');
    expect(await after<number, string>(settled(1), thrower, recover)).toBe('Error: no');
    expect(await after<number, string>(Promise.resolve(1), thrower, recover)).toBe('Error: no');
    const later = after(after(settled(1), thrower), twice);
    expect(await after<number, number | string>(later, twice, recover)).toBe('Error: no');
    await expect(after(settled(1), thrower)).rejects.toThrow('no');
    await expect(after<number, string>(settled(1), thrower, thrower)).rejects.toThrow('no');
  });
});

/** A value that comes before anybody waits for it. */
function settled(value: number): Eventual<number> {
  const eventual = new Eventual<number>();
  eventual.settle(value);
  return eventual;
}

describe('an eventual value', () => {
  it('is the first that it is settled with', async () => {
    const eventual = settled(1);
    eventual.settle(2);
    eventual.fail(new Error('late'));
    expect(await eventual).toBe(1);
  });

  it('has one who waits for it', () => {
    const eventual = new Eventual<number>();
    void after(eventual, twice);
    expect(() => after(eventual, twice)).toThrow('waits');
  });
});

describe('what was asked for lately', () => {
  it('is kept for one or two generations, and forgotten then', () => {
    const recent = new Recent<string, number>(2);
    for (const [value, key] of ['a', 'b', 'c'].entries()) recent.set(key, value);
    expect(recent.get('a')).toBe(0); // asked for again, it is young again
    recent.set('d', 3);
    expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([0, undefined, 2, 3]);
  });

  it('is made once, and anew after it is deleted or all is cleared', () => {
    let made = 0;
    const recent = new Recent<string, number>(2);
    const ask = (): number => recent.memo('a', () => (made += 1));
    expect([ask(), ask()]).toEqual([1, 1]);
    recent.delete('a');
    expect(ask()).toBe(2);
    recent.clear();
    expect(ask()).toBe(3);
  });
});
