import { readTrace } from '../../src/http/server/messages.js';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const traceparent = `00-${trace}-${parent}-01`;
const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';

describe('readTrace', () => {
  it('reads the example of W3C Trace Context 3.3.1 with its state', () => {
    expect(readTrace({ traceparent, tracestate })).toEqual({ traceparent, tracestate });
  });

  it.each([
    ['a trace of zeros', `00-${'0'.repeat(32)}-${parent}-01`],
    ['a parent of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['the forbidden version', `ff-${trace}-${parent}-01`],
    ['upper case', `00-${trace.toUpperCase()}-${parent}-01`],
    ['two values', `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`],
    ['something else', 'x'],
  ])('drops %s and the state with it (W3C Trace Context 3.2.2 and 4.3)', (_what, header) => {
    expect(readTrace({ traceparent: header, tracestate })).toEqual({});
  });

  it('drops a state without a parent (W3C Trace Context 4.3)', () => {
    expect(readTrace({ tracestate })).toBeUndefined();
  });

  it('sends on a state of 512 characters, and drops a longer one (W3C Trace Context 3.3.1.5)', () => {
    const longest = `a=${'x'.repeat(510)}`;
    expect(readTrace({ traceparent, tracestate: longest })).toEqual({ traceparent, tracestate: longest });
    expect(readTrace({ traceparent, tracestate: `${longest}x` })).toEqual({ traceparent });
  });

  it('sends on a baggage of 8192 characters without a trace, and drops a longer one (W3C Baggage 3.3.2)', () => {
    const longest = `a=${'x'.repeat(8_190)}`;
    expect(readTrace({ baggage: longest })).toEqual({ baggage: longest });
    expect(readTrace({ baggage: `${longest}x` })).toEqual({});
    expect(readTrace({ baggage: 'a=\u00e9' })).toEqual({});
  });
});
