import { type EdgeUnderTest, startEdge } from '../../support/edgeUnderTest.ts';
import { requestText, talk } from '../../support/talk.ts';

let edge: EdgeUnderTest;

/** A request of a client that keeps its connection, in UTF-8. */
const raw = (target: string, method = 'GET') =>
  requestText({ method, path: target, headers: { Connection: 'keep-alive' } });

const heads = (wire: string): string[] => wire.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe('a request whose target holds a raw space or byte', () => {
  afterEach(() => edge.close());

  it.each([
    ['a space', raw('/v1/things/a b')],
    ['a tab', raw('/v1/things/a\tb')],
    ['an umlaut', raw('/v1/things/jürgen')],
    ['another request behind it', raw('/v1/things/a b') + raw('/v1/things/c')],
    ['a body', `${raw('/v1/things/a b')}{}`],
    ['chunks', requestText({ path: '/v1/things/a b', headers: { 'Transfer-Encoding': 'chunked' } })],
    ['PATCH', raw('/v1/things/a b', 'PATCH')],
    ['a NUL', raw('/v1/things/a\0b c')],
    ['a path of v2', raw('/v2/things/a b')],
    ['a path that climbs', raw('/v1/things/a b/../../..')],
    ['no host', 'GET /v1/things/a b HTTP/1.1\r\n\r\n'],
  ])('is refused once in the v1 shape, together with %s', async (_what, bytes) => {
    edge = await startEdge();
    const { wire } = await talk(edge.origin, bytes);
    expect(heads(wire)).toEqual(['HTTP/1.1 400']);
    expect(wire).toMatch(/\{"message":"[^"]+"\}$/);
    expect([...edge.handled, ...edge.v1.requests, ...edge.v2.requests]).toEqual([]);
    expect(await edge.logged(1)).toMatchObject([{ route: 'unreadable', status: 400 }]);
  });
});
