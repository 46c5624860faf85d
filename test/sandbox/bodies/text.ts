import fc from 'fast-check';

const long = (length: number) => fc.constantFrom('x'.repeat(length), '🔥'.repeat(length));

/** Text that is not blank, of any characters a JSON text may hold, sometimes of exactly the greatest length. */
export const text = (most = 255): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
        .filter((value) => value.trim() !== '' && Array.from(value).length <= most),
    },
    { weight: 1, arbitrary: long(most) },
  );
