import type { Decision } from '../../src/cutover/stages/decide.js';
import { success } from '../../src/contract/result.js';
import { type EdgeUnderTest, onV2, routesTo, startEdge, thing } from '../support/edgeUnderTest.ts';
import { type Asked, ask, requestText, talk } from '../support/talk.ts';
import { answering } from '../support/upstream.ts';

const inner = 'GET /v2/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
const inChunks = (body: string): Partial<Asked> => ({
  headers: { 'Transfer-Encoding': 'chunked' },
  body: `${body.length.toString(16)}\r\n${body}\r\n0\r\nX-Trailer: a\r\n\r\n`,
});

const bodies: readonly (readonly [string, Partial<Asked>])[] = [
  ['{}', { body: '{}' }],
  ['[]', { body: '[]' }],
  ['null', { body: 'null' }],
  ['null in chunks', inChunks('null')],
  ['no chunk at all', { headers: { 'Transfer-Encoding': 'chunked' }, body: '0\r\n\r\n' }],
  ['what claims to be packed', { headers: { 'Content-Encoding': 'gzip' }, body: '{}' }],
  ['a request', { body: inner }],
  ['a request in chunks', inChunks(inner)],
];

const roads = {
  'passed to v2': { path: '/v2/things/1', side: 'v2' },
  'passed to v1 without an operation': { path: '/v1/others/1', side: 'v2' },
  'given to v1 by its stage': { path: '/v1/things/1', side: 'v1' },
  'translated by its stage': { path: '/v1/things/1', side: 'v2' },
} as const;

let edge: EdgeUnderTest | undefined;

afterEach(() => edge?.close());

async function start(side: Decision['side']): Promise<EdgeUnderTest> {
  const decide: typeof onV2.cutover.decide = () => ({ ...onV2.cutover.decide('', ''), side });
  edge = await startEdge({
    routes: routesTo(() => success(thing), { pattern: /^\/v1\/things\// }),
    stages: () => ({ ...onV2, cutover: { ...onV2.cutover, decide } }),
  });
  edge.v1.play(answering(200, '{}'));
  edge.v2.play(answering(200, '{}'));
  return edge;
}

describe.each(Object.entries(roads))('a GET, DELETE or OPTIONS that is %s', (_road, { path, side }) => {
  it.each(bodies)('is answered as if it had no body: %s', async (_body, question) => {
    const { origin, v1, v2, handled } = await start(side);
    const answered: Promise<number>[] = ['GET', 'DELETE', 'OPTIONS'].map(async (method) => {
      const bytes = requestText({
        ...question,
        method,
        path,
        headers: { Connection: 'keep-alive', ...question.headers },
      });
      const { wire } = await talk(origin, bytes + requestText({ path: '/v2/last' }));
      return wire.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
    });
    expect(await Promise.all(answered)).toEqual([2, 2, 2]);
    const seenRequests = [...v1.requests, ...v2.requests];
    expect(seenRequests.length + handled.length).toBe(6);
    expect(handled.filter((request) => request.body.length > 0)).toEqual([]);
    for (const { method, path: target, headers, body } of seenRequests) {
      expect([path, '/v2/last']).toContain(target);
      expect(body).toBe('');
      expect(headers).not.toHaveProperty('transfer-encoding');
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers['content-length']).toBe(method === 'GET' ? undefined : '0');
    }
  });
});

describe('a body on a method without a use for it', () => {
  it('is allowed in a HEAD request', async () => {
    const { origin, v2 } = await start('v2');
    v2.play({ request: (_request, socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n') });
    const { status } = await ask(origin, { method: 'HEAD', path: '/v2/x', body: '{}' });
    expect([status, v2.requests.map(({ body }) => body)]).toEqual([200, ['']]);
  });

  it.each([
    ['with a length', { body: 'x'.repeat(256 * 1024 + 1) }],
    ['in chunks', inChunks('x'.repeat(300 * 1024))],
  ])('is answered 413 over 256 KiB, and reaches no upstream: %s', async (_framing, question) => {
    const { origin, v2 } = await start('v2');
    expect((await ask(origin, { ...question, method: 'DELETE', path: '/v2/x' })).status).toBe(413);
    expect(v2.requests).toEqual([]);
  });

  it('is answered 408 if it does not end, and its request reaches no upstream', async () => {
    edge = await startEdge({ server: { head: 100, request: 100, check: 10 } });
    const { origin, v2, logged } = edge;
    const beginning = 'DELETE /v2/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"';
    expect((await talk(origin, beginning)).status).toBe(408);
    expect(await logged(1)).toMatchObject([{ status: 408, problem: 'requestTimeout' }]);
    expect(v2.requests).toEqual([]);
  });
});
