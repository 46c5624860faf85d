import {
  createServedByHeaders,
  joinHeaders,
  readTrace,
  v1Headers,
} from '../../../src/http/server/messages.js';

const ofV1 = { deprecation: '@1764460800', sunset: 'Sun, 30 Nov 2025 00:00:00 GMT', link: '</guide>' };
const marks = createServedByHeaders(ofV1);

/** The same as an object; a name that comes twice would be lost, so they are counted. */
function headers(of: Parameters<typeof joinHeaders>): Record<string, string> {
  const all = joinHeaders(...of);
  const pairs = all.flatMap((name, index) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : []));
  const object = Object.fromEntries(pairs) as Record<string, string>;
  expect(Object.keys(object)).toHaveLength(pairs.length);
  return object;
}

describe('the marks of an answer', () => {
  it('name the API that answered, and that it is v1 in place of v2', () => {
    expect(headers([marks.v2, {}])).toEqual({ ...ofV1, 'x-lifeboat-served-by': 'v2' });
    const fallback = { ...ofV1, 'x-lifeboat-served-by': 'v1', 'x-lifeboat-because': 'fallback' };
    expect(headers([marks.fallback, {}])).toEqual(fallback);
  });

  it("yield to an answer's own headers, except links, which share one field", () => {
    const ownEntry = { sunset: 'later', link: '</v2>', 'content-type': 'application/json' };
    expect(headers([ofV1, ownEntry])).toEqual({ ...ofV1, ...ownEntry, link: '</v2>, </guide>' });
  });

  it('leave out headers that the edge sets on every answer', () => {
    const statedEntry = { 'cache-control': 'public', 'x-request-id': 'another', 'content-length': '1' };
    expect(headers([{}, statedEntry])).toEqual({});
  });
});

const ending = {
  deprecation: Date.UTC(2025, 5, 1),
  sunset: Date.UTC(2025, 10, 30),
  end: undefined,
  guide: '/guide',
};

describe('v1Headers', () => {
  it('names the deprecation as a date of structured fields (RFC 9745 2.1)', () => {
    expect(v1Headers(ending)['deprecation']).toBe('@1748736000');
  });

  it('names the end of the gateway in place of the sunset once there is one', () => {
    const end = Date.UTC(2026, 5, 30);
    expect(v1Headers({ ...ending, end })['sunset']).toBe('Tue, 30 Jun 2026 00:00:00 GMT');
  });

  it('names no deprecation that is later than the sunset (RFC 9745 4)', () => {
    expect(v1Headers({ ...ending, deprecation: Date.UTC(2030, 0, 1) })['deprecation']).toBe('@1764460800');
  });
});

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
