import { createHash } from 'node:crypto';
import net from 'node:net';
import { ask, type Asked, requestText, talk } from '../support/talk.ts';
import type { EdgeSettings, EdgeUnderTest } from '../support/edgeUnderTest.ts';
import { routesTo, startEdge, thing } from '../support/edgeUnderTest.ts';
import { answering } from '../support/upstream.ts';
import type { AdmissionControl } from '../../src/http/server/admission.js';
import { failure, success } from '../../src/contract/result.js';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let edge: EdgeUnderTest | undefined;

async function start(settings: EdgeSettings = {}): Promise<EdgeUnderTest> {
  edge = await startEdge(settings);
  edge.v1.play(answering(200, '{"from":"v1"}'));
  edge.v2.play(answering(200, '{"from":"v2"}'));
  return edge;
}

afterEach(() => edge?.close());

const nothing = () => undefined;
const load = () => ({ active: 0, waiting: 0 });
const pace = (refuse: () => void) => refuse();
const unpaced = { connected: nothing, noteAnswered: nothing, resumeAll: nothing, pace, load };
const write: Asked = { method: 'PATCH', path: '/v1/things/1', body: '{"a":1}' };

describe('createApp', () => {
  it('leaves to admission when a request is worked on, and whether', async () => {
    const waiting: (() => void)[] = [];
    let came = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (came = resolve));
    const admit: AdmissionControl['admit'] = (_request, _response, next) => {
      waiting.push(next);
      came();
    };
    const { origin, handled } = await start({ admission: { ...unpaced, admit } });
    const answer = ask(origin, write);
    await arrival;
    expect(handled).toHaveLength(0);
    for (const letIn of waiting) letIn();
    expect((await answer).status).toBe(200);
    expect(handled).toHaveLength(1);
  });

  it('answers 400 to a request that fails while it waits for admission', async () => {
    const { origin, logged } = await start({ admission: { ...unpaced, admit: () => undefined } });
    const head = 'PATCH /v1/things/1 HTTP/1.1\r\nHost: gateway\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect((await talk(origin, `${head}no length\r\n`)).status).toBe(400);
    expect(await logged(1)).toMatchObject([{ route: 'unreadable', status: 400, problem: 'badRequest' }]);
  });

  describe('for a mapped operation', () => {
    it('hands over the body as bytes with the relevant headers, and returns the answer', async () => {
      const { origin, handled } = await start();
      const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json' };
      const answer = await ask(origin, { ...write, headers });
      expect(answer).toMatchObject({ status: 200, body: '{"data":1}' });
      expect(handled).toHaveLength(1);
      expect(handled[0]).toMatchObject({
        route: thing,
        authorization: 'Bearer k',
        contentType: 'application/json',
      });
      expect(handled[0]?.body.toString()).toBe('{"a":1}');
      expect(answer.headers['x-request-id']).toBe(handled[0]?.id);
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('answers an unfit path with its problem, without the gateway', async () => {
      const { origin, handled } = await start({ routes: routesTo(() => failure('badPath')) });
      expect((await ask(origin, write)).status).toBe(400);
      expect(handled).toHaveLength(0);
    });

    it.each([
      ['a length', { body: 'x'.repeat(256 * 1024 + 1) }],
      [
        'chunks',
        {
          headers: { 'Transfer-Encoding': 'chunked' },
          body: `${(300 * 1024).toString(16)}\r\n${'x'.repeat(300 * 1024)}\r\n0\r\n\r\n`,
        },
      ],
    ])('answers 413 to a body over 256 KiB sent with %s', async (_framing, askedEntry) => {
      const { origin, handled } = await start();
      expect((await ask(origin, { ...write, ...askedEntry })).status).toBe(413);
      expect(handled).toHaveLength(0);
    });

    it('accepts a body of exactly 256 KiB', async () => {
      const { origin, handled } = await start();
      expect((await ask(origin, { ...write, body: 'x'.repeat(256 * 1024) })).status).toBe(200);
      expect(handled[0]?.body).toHaveLength(256 * 1024);
    });

    it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'nonsense'])(
      'answers 415 to a body that is encoded with %s, without unpacking it',
      async (coding) => {
        const { origin, handled } = await start();
        const answer = await ask(origin, { ...write, headers: { 'Content-Encoding': coding } });
        expect(answer.status).toBe(415);
        expect(handled).toHaveLength(0);
      },
    );

    it('never hands over a truncated body', async () => {
      const { origin, handled, logged } = await start();
      const { hostname, port } = new URL(origin);
      const socket = net.connect(Number(port), hostname);
      socket.end('PATCH /v1/things/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"');
      await logged(1);
      expect(handled).toHaveLength(0);
      socket.destroy();
    });

    it('passes a v2 request through unchanged if it is not fit for its deprecated form', async () => {
      const translate = () => Promise.reject(new Error('not to be translated'));
      const { origin, v2 } = await start({
        forms: { match: () => failure('badPath'), routes: routesTo(() => failure('badPath')), translate },
      });
      v2.play(answering(200, '{"data":"v2"}'));
      const answer = await ask(origin, { method: 'GET', path: '/v2/things/1', headers: {} });
      expect(answer).toMatchObject({ status: 200, body: '{"data":"v2"}' });
    });

    it('logs a client that disconnects inside its body as such, not as a bad request', async () => {
      const { origin, handled, logged } = await start();
      const { hostname, port } = new URL(origin);
      const socket = net.connect(Number(port), hostname);
      const head = 'PATCH /v1/things/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n';
      socket.write(`${head}Expect: 100-continue\r\n\r\n`);
      socket.once('data', () => socket.resetAndDestroy());
      const [entry] = await logged(1);
      expect(entry).toMatchObject({ status: 499, problem: 'clientGone' });
      expect(handled).toHaveLength(0);
    });

    it('cancels the work for a client that disconnects', async () => {
      const { origin } = await start({
        handle: async ({ cancel }) => {
          const remainingPromise = new Promise<void>((resolve) => cancel.addEventListener('abort', resolve));
          socket.destroy();
          await remainingPromise;
          return { answer: { status: 200, headers: {}, body: '' }, upstreamCalls: 1 };
        },
      });
      const { hostname, port } = new URL(origin);
      const socket = net.connect(Number(port), hostname);
      socket.write(requestText(write));
      const [entry] = (await edge?.logged(1)) ?? [];
      expect(entry).toMatchObject({ problem: 'clientGone' });
    });

    it('turns a throw into a 500 with the id, and logs the place but not the text', async () => {
      const { origin, logged } = await start({ handle: () => Promise.reject(new Error('secret-key')) });
      const answer = await ask(origin, write);
      expect(answer).toMatchObject({ status: 500, body: '{"message":"Internal error."}' });
      const [entry] = await logged(1);
      expect(entry).toMatchObject({ requestId: answer.headers['x-request-id'], problem: 'internal' });
      expect(entry?.detail).toContain('Error at');
      expect(JSON.stringify(entry)).not.toContain('secret-key');
    });

    it('goes on serving after a throw', async () => {
      let calls = 0;
      const { origin } = await start({
        routes: routesTo(() => {
          calls += 1;
          if (calls === 1) throw new Error('a bug in the routes');
          return success(thing);
        }),
      });
      expect((await ask(origin, write)).status).toBe(500);
      expect((await ask(origin, write)).status).toBe(200);
    });
  });

  describe('for all other paths', () => {
    it.each(['/v2', '/v2/', '/v2/orders?page=2', '/v2?x'])('passes %s to v2', async (path) => {
      const { origin, v2 } = await start();
      expect((await ask(origin, { path })).body).toBe('{"from":"v2"}');
      expect(v2.requests.map((seenRequest) => seenRequest.path)).toEqual([path]);
    });

    it('passes an unmapped v1 request to v1 while v1 lives', async () => {
      const { origin, v1 } = await start();
      expect((await ask(origin, { path: '/v1/accounts?page=2' })).body).toBe('{"from":"v1"}');
      expect(v1.requests.map((seenRequest) => seenRequest.path)).toEqual(['/v1/accounts?page=2']);
    });

    it.each([
      ['after the sunset', { sunset: 0 }],
      ['when no v1 is configured', { sunset: null }],
    ])('answers an unmapped v1 request with 410 and the guide %s', async (_when, settings) => {
      const { origin, v1, v2 } = await start({ ...settings, guide: 'https://example.com/guide' });
      const answer = await ask(origin, { path: '/v1/accounts' });
      expect(answer).toMatchObject({ status: 410, body: '{"message":"API v1 has been discontinued."}' });
      expect(answer.headers.link).toBe('<https://example.com/guide>; rel="deprecation"');
      expect([...v1.requests, ...v2.requests]).toEqual([]);
    });

    it('answers 410 without a Link if there is no guide', async () => {
      const { origin } = await start({ sunset: 0 });
      expect((await ask(origin, { path: '/v1' })).headers.link).toBeUndefined();
    });

    it.each(['/', '/v3/x', '/v10', '/v20/x', '/V2/x', '/healthz', '/favicon.ico'])(
      'answers %s with 404 in the v1 shape',
      async (path) => {
        const { origin, v1, v2 } = await start();
        const answer = await ask(origin, { path });
        expect(answer).toMatchObject({ status: 404, body: '{"message":"Resource not found."}' });
        expect([...v1.requests, ...v2.requests]).toEqual([]);
      },
    );
  });

  it.each([
    ['a translated answer', write],
    ['a passed one', { path: '/v2/x' }],
    ['a 404', { path: '/x' }],
    ['a refused request', { path: '//x' }],
  ])('gives %s its own request id', async (_what, question: Asked) => {
    const { origin } = await start();
    const ids = [await ask(origin, question), await ask(origin, question)].map(
      (a) => a.headers['x-request-id'],
    );
    expect(ids[0]).toMatch(uuid);
    expect(ids[1]).toMatch(uuid);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('does not adopt the request id of a client', async () => {
    const { origin, handled } = await start();
    const answer = await ask(origin, { ...write, headers: { 'X-Request-Id': 'mine' } });
    expect(answer.headers['x-request-id']).not.toBe('mine');
    expect(handled[0]?.id).not.toBe('mine');
  });

  it('does not reveal its framework', async () => {
    const { origin } = await start();
    const { headers } = await ask(origin, { path: '/x' });
    expect(Object.keys(headers).sort()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
      'x-request-id',
    ]);
  });

  it('logs one line per request without path, query, header or key', async () => {
    const { origin, logged } = await start();
    const headers = { Authorization: 'Bearer sk-secret', Cookie: 'c-secret' };
    await ask(origin, { path: '/v2/p-secret?q=q-secret', headers });
    await ask(origin, { path: '/p-secret', headers });
    const entries = await logged(2);
    expect(entries).toEqual([
      {
        requestId: expect.stringMatching(uuid) as string,
        method: 'GET',
        route: '/v2/**',
        status: 200,
        milliseconds: expect.any(Number) as number,
        upstreamCalls: 1,
        caller: createHash('sha256').update('sk-secret').digest('hex').slice(0, 12),
      },
      expect.objectContaining({ route: 'unmatched', status: 404, problem: 'notFound', upstreamCalls: 0 }),
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });
});
