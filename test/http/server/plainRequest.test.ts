import { Socket } from 'node:net';
import { readPlain } from '../../../src/http/server/plainHead';
import { PlainRequest } from '../../../src/http/server/plainRequest';
import { type EdgeUnderTest, startEdge } from '../../support/edgeUnderTest';
import { ask } from '../../support/talk';

let edge: EdgeUnderTest | undefined;

afterEach(() => edge?.close());

const headers = { 'x-a': 'b\r\nx-c: d' };

describe('the head of an answer', () => {
  it('is not made of a value that would be more than one header', () => {
    const message = readPlain(Buffer.from('GET /v1/a HTTP/1.1\r\nHost: a\r\n\r\n'), 16_384, undefined);
    if (message === undefined) throw new Error('not plain');
    const way = { socket: new Socket(), headEnd: () => '\r\n', sent: () => {}, handOver: () => {} };
    const request = new PlainRequest(message, way);
    expect(() => request.writeHead(200, Object.entries(headers).flat())).toThrow(
      'invalid characters in the header x-a',
    );
    expect(request.isBegun).toBe(false);
  });

  it.each([{}, { 'X-Lifeboat-Force': 'v2' }])(
    'becomes that of a 500 where it cannot be made, whoever has read the request: %j',
    async (more) => {
      const answer = { status: 200, headers, body: '{}' };
      edge = await startEdge({ handle: () => Promise.resolve({ answer, upstreamCalls: 1 }) });
      const write = { method: 'PATCH', path: '/v1/things/1', body: '{}', headers: more };
      expect(await ask(edge.origin, write)).toMatchObject({
        status: 500,
        body: '{"message":"Internal error."}',
      });
    },
  );
});
