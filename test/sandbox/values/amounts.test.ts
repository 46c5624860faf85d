import { fc } from '../../support/fastCheck.ts';
import {
  divideHalfEven,
  printDecimal,
  printShortest,
  readMicros,
} from '../../../src/sandbox/values/amounts.js';

const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });

describe('amounts', () => {
  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [24n, 10n, 2n],
    [26n, 10n, 3n],
    [25n, 10n, 2n],
    [35n, 10n, 4n],
  ])('round %s / %s half-even to %s', (numerator, divisor, rounded) => {
    expect(divideHalfEven(numerator, divisor)).toBe(rounded);
  });

  it('round to the nearest for any divisor', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 9n }), (numerator, divisor) => {
        const error = divideHalfEven(numerator, divisor) * divisor - numerator;
        return (error < 0n ? -error : error) * 2n <= divisor;
      }),
    );
  });

  it('are read as they are printed, digit for digit', () => {
    fc.assert(
      fc.property(amount, (micros) => {
        expect(readMicros(printDecimal(micros, 6))).toBe(micros);
        expect(readMicros(printShortest(micros))).toBe(micros);
      }),
    );
  });

  it('are printed as the shortest text without exponent or trailing zero', () => {
    fc.assert(fc.property(amount, (micros) => /^-?\d+(\.\d{0,5}[1-9])?$/.test(printShortest(micros))));
  });

  it.each([
    [12_500_000n, 2, '12.50'],
    [5_000n, 2, '0.00'],
    [15_000n, 2, '0.02'],
    [-5_990_000n, 2, '-5.99'],
    [12_000_000n, 0, '12'],
  ])('are printed from %s millionths with %s places as %s', (micros, places, text) =>
    expect(printDecimal(micros, places)).toBe(text),
  );

  it.each(['', '.', '1e3', '--1', '1 5', '1,5', 'NaN', '0x1', '0.1234567'])(
    'are not read from %j',
    (text) => {
      expect(readMicros(text)).toBeUndefined();
    },
  );

  it.each([
    ['9.990000000', 9_990_000n],
    [' +1 ', 1_000_000n],
    ['.5', 500_000n],
    ['5.', 5_000_000n],
    ['007.50', 7_500_000n],
    ['-0.000001', -1n],
  ])('are read from %j as %s millionths', (text, micros) => {
    expect(readMicros(text)).toBe(micros);
  });
});
