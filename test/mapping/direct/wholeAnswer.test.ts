import fc from 'fast-check';
import { hasControl } from '../../../src/mapping/direct/wholeAnswer';

/** Bytes that are no control characters, at any place of a larger buffer. */
const plain = fc
  .tuple(
    fc.constantFrom(0, 1, 40, 4_095, 4_096, 4_097, 4_098, 4_099, 9_000),
    fc.nat(7),
    fc.integer({ min: 32, max: 255 }),
  )
  .map(([length, offset, byte]) => Buffer.alloc(length + offset, byte).subarray(offset));

const found = (bytes: Buffer): boolean => hasControl(bytes, bytes.toString('latin1'));

it('finds a control character at any place, and no other', () => {
  fc.assert(
    fc.property(plain, fc.nat(), fc.nat(255), (bytes, at, byte) => {
      expect(found(bytes)).toBe(false);
      if (bytes.length === 0) return;
      bytes[at % bytes.length] = byte;
      expect(found(bytes)).toBe(byte < 32);
    }),
    { numRuns: 2_000 },
  );
});
