import { fc } from '../../support/fastCheck.ts';
import { ExactNumber, exactNumber } from '../../../src/contract/json.js';
import {
  decimalPlaces,
  readDecimal,
  readScientific,
  roundHalfEven,
} from '../../../src/mapping/codecs/exactDecimal.js';

describe('exact decimals', () => {
  it.each([
    ['0', '0'],
    ['007.50', '7.5'],
    ['-0.00', '0'],
    ['-0.10', '-0.1'],
    ['+3', '3'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0.000001', '0.000001'],
    ['123456789012345678901234567890.10', '123456789012345678901234567890.1'],
  ])('are read from %s as %s', (text, canonical) => {
    expect(readDecimal(text)).toBe(canonical);
  });

  it.each(['', '.', '-', '1e5', '1,5', ' 1', '0x10', 'NaN', 'Infinity', '1.2.3', '١'])(
    'are not read from %j',
    (text) => {
      expect(readDecimal(text)).toBeUndefined();
    },
  );

  it.each([
    ['1.0e-5', '0.00001'],
    ['1.2E+3', '1200'],
    ['12.345e1', '123.45'],
    ['-5e-1', '-0.5'],
    ['0e10', '0'],
    ['19.90', '19.9'],
  ])('are read from the scientific %s as %s', (text, canonical) => {
    expect(readScientific(text)).toBe(canonical);
  });

  it.each([
    ['0.5', 0, '0'],
    ['1.5', 0, '2'],
    ['2.5', 0, '2'],
    ['2.51', 0, '3'],
    ['-1.5', 0, '-2'],
    ['-0.4', 0, '0'],
    ['99.995', 2, '100'],
    ['0.0005', 3, '0'],
    ['0.0015', 3, '0.002'],
    ['7', 2, '7'],
    ['123456789012345678901234567890.15', 1, '123456789012345678901234567890.2'],
  ])('are rounded from %s half-even to %i places as %s', (text, places, rounded) => {
    expect(roundHalfEven(text, places)).toBe(rounded);
  });

  it('are read back from every number that JavaScript prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e80, max: 1e80 }), (number) => {
        expect(Number(readScientific(String(number)))).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it('have their places counted in canonical form', () => {
    expect(['7', '7.5', '0.000001'].map(decimalPlaces)).toEqual([0, 1, 6]);
  });

  it('become a double only if it prints the same decimal', () => {
    expect(exactNumber('999999999.123456')).toBe(999999999.123456);
    expect(exactNumber('9999999999999.123456')).toEqual(new ExactNumber('9999999999999.123456'));
  });
});
