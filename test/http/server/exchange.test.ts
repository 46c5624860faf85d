import { createServedByHeaders, withServedByHeaders } from '../../../src/http/server/outgoing';

const v1Headers = { deprecation: '@1764460800', sunset: 'Sun, 30 Nov 2025 00:00:00 GMT', link: '</guide>' };
const marks = createServedByHeaders(v1Headers);

/** The same as an object; a name that comes twice would be lost, so they are counted. */
function headers(of: Parameters<typeof withServedByHeaders>): Record<string, string> {
  const all = withServedByHeaders(...of);
  const pairs = all.flatMap((name, index) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : []));
  const object = Object.fromEntries(pairs) as Record<string, string>;
  expect(Object.keys(object)).toHaveLength(pairs.length);
  return object;
}

describe('the marks of an answer', () => {
  it('appear in every answer to a v1 request, name the API that answered, and appear in no other answer', () => {
    expect(headers([marks.v1Path, {}])).toEqual(v1Headers);
    expect(headers([marks.servedBy.v2, {}])).toEqual({ ...v1Headers, 'x-lifeboat-served-by': 'v2' });
    expect(headers([marks.otherPath, {}])).toEqual({});
  });

  it("yield to an answer's own headers, except links, which share one field", () => {
    const ownEntry = { sunset: 'later', link: '</v2>', 'content-type': 'application/json' };
    expect(headers([marks.v1Path, ownEntry])).toEqual({ ...v1Headers, ...ownEntry, link: '</v2>, </guide>' });
  });

  it('leave out headers that the edge sets on every answer', () => {
    const statedEntry = { 'cache-control': 'public', 'x-request-id': 'another', 'content-length': '1' };
    expect(headers([marks.otherPath, statedEntry])).toEqual({});
  });
});
