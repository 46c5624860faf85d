import { fc } from '../../support/fastCheck.ts';
import { ExactNumber, exactNumber } from '../../../src/contract/json.js';
import { readScientific, roundHalfEven } from '../../../src/mapping/codecs/exactDecimal.js';

describe('exact decimals', () => {
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

  it('become a double only if it prints the same decimal', () => {
    expect(exactNumber('999999999.123456')).toBe(999999999.123456);
    expect(exactNumber('9999999999999.123456')).toEqual(new ExactNumber('9999999999999.123456'));
  });
});
