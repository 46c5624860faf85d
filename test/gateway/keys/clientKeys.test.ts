import {
  digestKey,
  exchangeKeys,
  fingerprintOf,
  namesByFingerprint,
} from '../../../src/gateway/keys/clientKeys.js';

const keys = exchangeKeys([
  { v1: digestKey('one'), v2: ['new-one'] },
  { v1: digestKey('two'), v2: ['new-two', 'next-two'] },
]);

describe('exchangeKeys', () => {
  it('replaces a known v1 key by its v2 keys', () => {
    expect(keys.identify('Bearer one')?.authorizations()).toEqual(['Bearer new-one']);
    expect(keys.identify('bearer  two')?.authorizations()).toEqual(['Bearer new-two', 'Bearer next-two']);
  });

  it.each([undefined, 'Bearer three', 'Bearer One', 'Basic one', 'one'])(
    'finds no v2 key for %j',
    (authorization) => {
      expect(keys.identify(authorization)).toBeUndefined();
    },
  );

  it.each([
    ['new-one', 'one'],
    ['new-two', 'two'],
    ['next-two', 'two'],
  ])('accepts the v2 key %s of the table unchanged, for the same caller as its v1 key', (v2, v1) => {
    const caller = keys.identify(`Bearer ${v2}`);
    const same = keys.identify(`Bearer ${v1}`);
    expect(caller?.authorizations()).toEqual([`Bearer ${v2}`]);
    expect([caller?.fingerprint, caller?.key]).toEqual([same?.fingerprint, same?.key]);
  });

  it('takes a text that is both a v1 key and a v2 key for the v1 key', () => {
    const both = exchangeKeys([
      { v1: digestKey('a'), v2: ['b'] },
      { v1: digestKey('b'), v2: ['b', 'c'] },
    ]);
    expect(both.identify('Bearer b')?.authorizations()).toEqual(['Bearer b', 'Bearer c']);
  });

  it('finds nobody in an empty table', () => {
    expect(exchangeKeys([]).identify('Bearer one')).toBeUndefined();
  });

  it('distinguishes callers by the first 12 hex digits of the SHA-256 of their v1 key', () => {
    expect(keys.identify('Bearer one')?.fingerprint).toBe('7692c3ad3540');
  });
});

describe('the names in a key table', () => {
  it('belong to fingerprints of v1 keys, and are never a key in place of a name', () => {
    const entry = (name: string, v1: string, v2: string) => ({ name, v1: digestKey(v1), v2: [v2] as const });
    const table = [
      entry('shop', 'one', 'new-one'),
      entry('two', 'two', 'new-two'),
      entry('new-one', 'three', 'new-three'),
      { v1: digestKey('four'), v2: ['new-four'] as const },
    ];
    expect(namesByFingerprint(table)).toEqual(new Map([[fingerprintOf(digestKey('one')), 'shop']]));
  });
});
