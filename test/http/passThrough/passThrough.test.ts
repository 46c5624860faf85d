import net, { type Socket } from 'node:net';
import { ask, requestText, type Asked } from '../../support/talk.ts';
import { startEdge, type EdgeSettings, type EdgeUnderTest } from '../../support/edgeUnderTest.ts';
import { answering, reply, type SeenRequest } from '../../support/upstream.ts';

const good = JSON.stringify({ data: { id: 1 } });

let edge: EdgeUnderTest | undefined;

async function start(settings: EdgeSettings = {}): Promise<EdgeUnderTest> {
  edge = await startEdge(settings);
  edge.v2.play(answering(200, good));
  return edge;
}

afterEach(() => edge?.close());

async function seenBy(question: Asked): Promise<SeenRequest> {
  const { origin, v2 } = await start();
  await ask(origin, question);
  const [request] = v2.requests;
  if (request === undefined) throw new Error('the upstream saw nothing');
  return request;
}

const ending = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '1']));

describe('createPassThrough', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('passes %s on', async (method) => {
    expect((await seenBy({ method, path: '/v2/x' })).method).toBe(method);
  });

  it('passes the target on byte for byte', async () => {
    const path = '/v2//a%2fb/%C3%A9+c/{d}|e;f=1,2?q=a%20b&&x[]=\'"`<>?&http://z//..';
    expect((await seenBy({ path })).path).toBe(path);
  });

  it.each([
    ['with a length', { body: '{"a":1}' }, { 'content-length': '7' }],
    [
      'in chunks',
      { headers: { 'Transfer-Encoding': 'chunked' }, body: '4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n' },
      { 'transfer-encoding': 'chunked' },
    ],
  ])('passes a body on that comes %s', async (_how, askedEntry, framing) => {
    const { body, headers } = await seenBy({ method: 'POST', path: '/v2/x', ...askedEntry });
    expect(body).toBe('{"a":1}');
    expect(headers).toMatchObject(framing);
  });

  it('gives a write without a body the length 0', async () => {
    const { headers } = await seenBy({ method: 'POST', path: '/v2/x' });
    expect(headers).toMatchObject({ 'content-length': '0' });
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it('passes end-to-end headers on and names itself, but no header of this hop or about the sender', async () => {
    const headers = {
      Authorization: 'Bearer k',
      'X-Own': 'o',
      Cookie: 'a=b',
      Via: '1.0 before',
      Connection: 'close, X-Named',
      'X-Named': 'n',
      'Keep-Alive': 'timeout=9',
      'Proxy-Connection': 'keep-alive',
      'Proxy-Authorization': 'Basic p',
      TE: 'trailers',
      Trailer: 'X-T',
      Upgrade: 'h2c',
      Expect: '100-continue',
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Host': 'evil',
      Forwarded: 'for=6.6.6.6',
      'X-Real-IP': '6.6.6.6',
      ...ending(
        'X-Original-URL',
        'X-Rewrite-URL',
        'X-HTTP-Method-Override',
        'X-Method-Override',
        'X-HTTP-Method',
      ),
      ...ending('content_length', 'Transfer_Encoding', 'X_Forwarded_For', 'x_http_method_override'),
    };
    const seenRequest = await seenBy({ path: '/v2/x', headers });
    expect(seenRequest.headers).toEqual({
      host: new URL(edge?.v2.origin ?? '').host,
      connection: 'keep-alive',
      authorization: 'Bearer k',
      'x-own': 'o',
      cookie: 'a=b',
      via: '1.0 before, 1.1 lifeboat',
    });
  });

  it('passes status, reason, body and end-to-end headers back as they were received', async () => {
    const { origin, v2 } = await start();
    const body = Buffer.from([0, 255, 13, 10, 128]).toString('latin1');
    const head = [
      'HTTP/1.1 418 I am a teapot',
      'Content-Type: application/octet-stream',
      'Set-Cookie: a=1',
      'Set-Cookie: b=2',
      'ETag: "x"',
      'X-CaSe: Kept',
      ...['X-Lifeboat-Ambiguous: 1', 'x-lifeboat-served-by: v1'],
      'Connection: keep-alive, X-Named',
      'X-Named: n',
      'Keep-Alive: timeout=5',
      'Content-Length: 5',
    ].join('\r\n');
    v2.play({ request: (_request, socket) => socket.write(`${head}\r\n\r\n${body}`, 'latin1') });
    const answer = await ask(origin, { path: '/v2/x' });
    const [firstText, ...lines] = (answer.wire.split('\r\n\r\n')[0] ?? '').split('\r\n');
    expect(firstText).toBe('HTTP/1.1 418 I am a teapot');
    expect(lines.filter((line) => !/^(?:X-Request-Id|Date): /.test(line))).toEqual([
      'Content-Type: application/octet-stream',
      'Set-Cookie: a=1',
      'Set-Cookie: b=2',
      'ETag: "x"',
      'X-CaSe: Kept',
      'Content-Length: 5',
      'Connection: close',
    ]);
    expect(answer.body).toBe(body);
  });

  it.each([
    [200, 'text/html', '<html>'],
    [302, 'text/html', ''],
    [429, 'application/json', '{"message":"Too many requests."}'],
    [500, 'text/html', '<h1>it broke</h1>'],
    [502, 'text/html', '<html>nginx</html>'],
  ])('passes a complete %i with %s back untouched', async (status, type, body) => {
    const { origin, v2 } = await start();
    v2.play(
      answering(status, body, { 'content-type': type, 'content-encoding': 'br', location: 'http://z/' }),
    );
    const answer = await ask(origin, { path: '/v2/x' });
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-encoding': 'br',
      location: 'http://z/',
    });
    expect(v2.requests).toHaveLength(1);
  });

  it("keeps the upstream's own request id", async () => {
    const { origin, v2 } = await start();
    v2.play(answering(200, good, { 'x-request-id': 'theirs' }));
    expect((await ask(origin, { path: '/v2/x' })).headers['x-request-id']).toBe('theirs');
  });

  it.each(['204 No Content', '304 Not Modified'])('passes %s back without a body', async (status) => {
    const { origin, v2 } = await start();
    v2.play({ request: (_request, socket) => socket.write(`HTTP/1.1 ${status}\r\nx-a: b\r\n\r\n`) });
    const answer = await ask(origin, { path: '/v2/x' });
    expect(answer).toMatchObject({ status: Number(status.slice(0, 3)), body: '' });
  });

  it('passes the head of a HEAD answer back with its length', async () => {
    const { origin, v2 } = await start();
    v2.play({ request: (_request, socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n') });
    const answer = await ask(origin, { method: 'HEAD', path: '/v2/x' });
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers['content-length']).toBe('9');
  });

  it('passes a long body on in both directions', async () => {
    const { origin, v2 } = await start();
    const long = 'x'.repeat(6 * 1024 * 1024);
    v2.play({ request: (request, socket) => socket.write(reply(200, request.body)) });
    const answer = await ask(origin, { method: 'POST', path: '/v2/x', body: long });
    expect(answer.body === long).toBe(true);
  });

  it('refuses the request after the last place in the queue at once', async () => {
    const { origin, v2, logged } = await start({ passThrough: { connections: 1, queue: 1 } });
    let firstSocket: Socket | undefined;
    const heldPromise = new Promise<void>((resolve) => {
      v2.play({
        request: (_request, socket) => {
          firstSocket = socket;
          resolve();
        },
      });
    });
    const waiting = [ask(origin, { path: '/v2/a' })];
    await heldPromise;
    waiting.push(ask(origin, { path: '/v2/b' }), ask(origin, { path: '/v2/c' }));
    const [entry] = await logged(1);
    expect(entry).toMatchObject({ status: 503, problem: 'overloaded', upstreamCalls: 0 });
    v2.play(answering(200, good));
    firstSocket?.write(reply(200, good));
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
    expect(answers.find(({ status }) => status === 503)?.headers['retry-after']).toBe('1');
    expect(v2.requests).toHaveLength(2);
  });

  it.each([
    ['stops a read', 'GET', '\r\n'],
    ['stops a write that has not left whole', 'POST', 'Content-Length: 9\r\n\r\n{"a"'],
  ])('%s when the client disconnects', async (_what, method, remainder) => {
    const { origin, v2 } = await start();
    const { hostname, port } = new URL(origin);
    const client = net.connect(Number(port), hostname);
    const stopped = new Promise((resolve) => {
      v2.play({
        head: (_request, socket) => {
          socket.once('close', resolve);
          client.destroy();
        },
      });
    });
    client.write(`${method} /v2/x HTTP/1.1\r\nHost: a\r\n${remainder}`);
    await stopped;
    expect(v2.requests).toHaveLength(method === 'GET' ? 1 : 0);
  });

  it('lets a write that was sent in full finish after the client disconnects, and frees its place', async () => {
    const { origin, v2 } = await start({ passThrough: { connections: 1 } });
    const { hostname, port } = new URL(origin);
    const client = net.connect(Number(port), hostname);
    let waited = false;
    const answered = new Promise((resolve) => {
      v2.play({
        request: (_request, socket) => {
          client.destroy();
          // Refused at once; by then the gateway has seen the client go.
          void ask(origin, { path: '/a/../b' }).then(() => {
            waited = socket.writable;
            socket.write(reply(200, good), resolve);
          });
        },
      });
    });
    client.write(requestText({ method: 'POST', path: '/v2/x', body: '{}' }));
    await answered;
    expect(waited).toBe(true);
    v2.play(answering(200, good));
    expect((await ask(origin, { path: '/v2/x' })).status).toBe(200);
  });
});
