import { readTraceparent } from '../../src/http/server/incoming';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

describe('readTraceparent', () => {
  it('takes the example of the recommendation', () => {
    expect(readTraceparent(`00-${trace}-${parent}-01`)).toBe(`00-${trace}-${parent}-01`);
  });

  it.each([
    ['nothing', undefined],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${parent}-01`],
    ['a parent of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['the forbidden version', `ff-${trace}-${parent}-01`],
    ['upper case', `00-${trace.toUpperCase()}-${parent}-01`],
    ['two values', `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`],
    ['something else', 'x'],
  ])('drops %s', (_what, header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});
