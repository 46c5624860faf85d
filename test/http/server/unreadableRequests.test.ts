import { once } from 'node:events';
import http from 'node:http';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { CancelSignal } from '../../../src/gateway/context';
import type { Gateway, Route } from '../../../src/gateway/gateway';
import { createReplay } from '../../../src/http/server/unreadableRequests';
import { success } from '../../../src/contract/result';
import { certificate } from '../../support/certificate';
import {
  type EdgeSettings,
  type EdgeUnderTest,
  routesTo,
  startEdge,
  thing,
} from '../../support/edgeUnderTest';
import { requestText, talk } from '../../support/talk';

const to = (target: string): Route => ({ operation: thing.operation, parameters: { target } });
const routes = routesTo((path) => success(to(path)), { methods: ['GET'], pattern: /^\/v1\/logins\// });
const handle: Gateway['handle'] = ({ route: { parameters } }) => {
  const answer = { status: 200, headers: {}, body: JSON.stringify(parameters['target']) };
  return Promise.resolve({ answer, upstreamCalls: 1 });
};

let edge: EdgeUnderTest;

async function start(settings: EdgeSettings = {}): Promise<EdgeUnderTest> {
  edge = await startEdge({ routes, handle, ...settings });
  return edge;
}

/** A request of a client that keeps its connection, in UTF-8. */
const raw = (target: string, method = 'GET') =>
  requestText({ method, path: target, headers: { Connection: 'keep-alive' } });

function connect(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const options = { host: hostname, port: Number(port) };
  return origin.startsWith('https:')
    ? tls.connect({ ...options, ca: certificate.cert })
    : net.connect(options);
}

async function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  if (!socket.closed) await once(socket, 'close');
  return text;
}

const heads = (wire: string): string[] => wire.match(/HTTP\/1\.1 \d{3}/g) ?? [];

/** A gateway that answers on demand. */
function holding(): { handle: Gateway['handle']; asked: Promise<CancelSignal>; release: () => void } {
  let ask: (signal: CancelSignal) => void;
  let release: () => void;
  const asked = new Promise<CancelSignal>((resolve) => (ask = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    handle: async (request) => {
      ask(request.cancel);
      await released;
      return handle(request);
    },
    asked,
    release: () => release(),
  };
}

describe('createReplay', () => {
  it('lets the socket live for longer than it might have been idle', () => {
    const socket = new net.Socket();
    socket.setTimeout(5_000);
    createReplay(http.createServer(), 5_000)(Buffer.from(raw('/v1/x')), socket, () => undefined);
    expect(socket.timeout).toBe(0);
    socket.destroy();
  });
});

describe('a v1 request with raw bytes in its path', () => {
  afterEach(() => edge.close());

  it('costs a client its connection that leaves the answer unread', async () => {
    const body = 'x'.repeat(32 * 1024 * 1024);
    const long: Gateway['handle'] = () =>
      Promise.resolve({ answer: { status: 200, headers: {}, body }, upstreamCalls: 1 });
    const { origin, logged } = await start({ handle: long, server: { unread: 50 } });
    const client = connect(origin).on('error', () => undefined);
    client.write(raw('/v1/logins/a b'));
    await logged(1);
    expect((await rest(client)).length).toBeLessThan(body.length);
  });

  it.each([
    ['a space', '/v1/logins/a+b c', '/v1/logins/a+b%20c'],
    ['UTF-8', '/v1/logins/jürgen', '/v1/logins/j%C3%BCrgen'],
    ['both', '/v1/logins/名 前', '/v1/logins/%E5%90%8D%20%E5%89%8D'],
  ])('is answered when it has %s, and its connection ends', async (_what, target, path) => {
    const { origin, logged } = await start();
    const answer = await talk(origin, raw(target));
    expect(answer).toMatchObject({
      status: 200,
      headers: { connection: 'close' },
      body: JSON.stringify(path),
    });
    expect(heads(answer.wire)).toHaveLength(1);
    const [entry] = await logged(1);
    expect(entry).toMatchObject({ status: 200, requestId: answer.headers['x-request-id'] });
    await edge.stop(0);
    expect(edge.log).toHaveLength(1);
  });

  it('is answered on a connection that has been answered before', async () => {
    const { origin } = await start();
    const socket = connect(origin);
    socket.write(raw('/v1/logins/a'));
    await once(socket, 'data');
    socket.write(raw('/v1/logins/a b'));
    expect(await rest(socket)).toContain('"/v1/logins/a%20b"');
  });

  it('is answered with a tab in it', async () => {
    const { origin } = await start();
    const { wire } = await talk(origin, raw('/v1/logins/a\tb c'));
    expect(heads(wire)).toEqual(['HTTP/1.1 200']);
    expect(wire).toContain('"/v1/logins/a%09b%20c"');
  });

  it('is answered over TLS', async () => {
    const { origin } = await start({ tls: certificate });
    const socket = connect(origin);
    socket.write(raw('/v1/logins/jür gen'));
    const wire = await rest(socket);
    expect(heads(wire)).toEqual(['HTTP/1.1 200']);
    expect(wire).toContain('"/v1/logins/j%C3%BCr%20gen"');
  });

  it('goes to v1 when nothing translates it, and comes back whole', async () => {
    const { origin, v1 } = await start();
    const body = 'x'.repeat(300_000);
    v1.play({
      request: (_request, to) => to.write(`HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n${body}`),
    });
    const answer = await talk(origin, raw('/v1/other/a b'));
    expect(answer).toMatchObject({ status: 200, body });
    expect(v1.requests.map(({ path }) => path)).toEqual(['/v1/other/a%20b']);
  });

  it.each([
    ['another request', raw('/v1/logins/a b') + raw('/v1/logins/c')],
    ['a body', `${raw('/v1/logins/a b')}{}`],
    ['a length', requestText({ path: '/v1/logins/a b', headers: { 'Content-Length': '2' } })],
    ['chunks', requestText({ path: '/v1/logins/a b', headers: { 'Transfer-Encoding': 'chunked' } })],
    ['POST', raw('/v1/logins/a b', 'POST')],
    ['a NUL', raw('/v1/logins/a\0b c')],
    ['a path of v2', raw('/v2/logins/a b')],
    ['a path that climbs', raw('/v1/logins/a b/../../..')],
    ['no host', 'GET /v1/logins/a b HTTP/1.1\r\n\r\n'],
    ['a bad header', 'GET /v1/logins/a b HTTP/1.1\r\nHost: a\r\nX Y: a\r\n\r\n'],
  ])('is refused once when it comes with %s', async (_what, bytes) => {
    const { origin, handled, v2 } = await start();
    const { wire } = await talk(origin, bytes);
    expect(heads(wire)).toEqual(['HTTP/1.1 400']);
    expect([...handled, ...v2.requests]).toEqual([]);
    await edge.stop(0);
    expect(edge.log).toHaveLength(1);
  });

  it('has what its client sends later thrown away', async () => {
    const held = holding();
    const { origin } = await start({ handle: held.handle });
    const socket = connect(origin);
    const wire = rest(socket);
    socket.write(raw('/v1/logins/a b'));
    await held.asked;
    await new Promise((resolve) => socket.write(raw('/v1/logins/c'), resolve));
    held.release();
    expect(heads(await wire)).toEqual(['HTTP/1.1 200']);
    await edge.stop(0);
    expect(edge.log).toHaveLength(1);
  });

  it('is given up when its client goes', async () => {
    const held = holding();
    const { origin, logged } = await start({ handle: held.handle });
    const socket = connect(origin);
    socket.write(raw('/v1/logins/a b'));
    const signal = await held.asked;
    signal.addEventListener('abort', held.release);
    socket.resetAndDestroy();
    expect(await logged(1)).toMatchObject([{ problem: 'clientGone' }]);
    expect(signal.aborted).toBe(true);
  });

  it('may finish while the server closes', async () => {
    const held = holding();
    const { origin } = await start({ handle: held.handle });
    const answer = talk(origin, raw('/v1/logins/a b'));
    await held.asked;
    const stopped = edge.stop(5_000);
    held.release();
    expect(await answer).toMatchObject({ status: 200, body: '"/v1/logins/a%20b"' });
    await stopped;
  });

  it('is not waited for longer than the grace time', async () => {
    const held = holding();
    const { origin, logged } = await start({ handle: held.handle });
    const answer = talk(origin, raw('/v1/logins/a b'));
    (await held.asked).addEventListener('abort', held.release);
    await edge.stop(50);
    expect((await answer).wire).toBe('');
    expect(await logged(1)).toMatchObject([{ problem: 'clientGone' }]);
  });
});
