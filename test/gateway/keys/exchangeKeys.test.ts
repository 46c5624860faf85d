import { digestKey } from '../../../src/gateway/keys/digestKey';
import { exchangeKeys } from '../../../src/gateway/keys/exchangeKeys';

const keys = exchangeKeys([
  { v1: digestKey('one'), v2: ['new-one'] },
  { v1: digestKey('two'), v2: ['new-two', 'next-two'] },
]);

describe('exchangeKeys', () => {
  it('replaces a known v1 key by its v2 keys', () => {
    expect(keys.identify('Bearer one')?.authorizations()).toEqual(['Bearer new-one']);
    expect(keys.identify('bearer  two')?.authorizations()).toEqual(['Bearer new-two', 'Bearer next-two']);
  });

  it.each([undefined, 'Bearer three', 'Bearer new-one', 'Bearer One', 'Basic one', 'one'])(
    'does not know %j',
    (authorization) => {
      expect(keys.identify(authorization)).toBeUndefined();
    },
  );

  it('knows nobody when the table is empty', () => {
    expect(exchangeKeys([]).identify('Bearer one')).toBeUndefined();
  });

  it('tells callers apart by the first 12 hex digits of the SHA-256 of the key they presented', () => {
    expect(keys.identify('Bearer one')?.fingerprint).toBe('7692c3ad3540');
  });
});
