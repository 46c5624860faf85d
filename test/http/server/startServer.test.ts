import { doorWith } from '../admin/support/openAdminPort.ts';
import { once } from 'node:events';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { createAdminApp } from '../../../src/http/admin/adminApp.js';
import { serverLimits } from '../../../src/http/server/openServer.js';
import { startServer } from '../../../src/http/server/startServer.js';
import { certificate } from '../../support/certificate.ts';
import { realClock } from '../../support/realClock.ts';
import { ask, type Asked, requestText, talk } from '../../support/talk.ts';
import { type EdgeSettings, type EdgeUnderTest, startEdge } from '../../support/edgeUnderTest.ts';

let edge: EdgeUnderTest | undefined;

async function start(settings: EdgeSettings = {}): Promise<EdgeUnderTest> {
  edge = await startEdge(settings);
  return edge;
}

afterEach(() => edge?.close());

const open = (headers: Readonly<Record<string, string>> = {}): Asked => ({
  method: 'PATCH',
  path: '/v1/things/1',
  body: '{}',
  headers: { Connection: 'keep-alive', ...headers },
});

/** A gateway that answers on demand. */
function holding(): { handle: Gateway['handle']; asked: Promise<void>; release: () => void } {
  let ask = (): void => undefined;
  let release = (): void => undefined;
  const askedPromise = new Promise<void>((resolve) => (ask = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const handle: Gateway['handle'] = async () => {
    ask();
    await released;
    const answer = { status: 200, headers: {}, body: '"held"' };
    return { answer, upstreamCalls: 1 };
  };
  return { handle, asked: askedPromise, release };
}

function connect(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  return net.connect(Number(port), hostname);
}

async function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  if (!socket.closed) await once(socket, 'close');
  return text;
}

const heads = (wire: string): string[] => wire.match(/HTTP\/1\.1 \d{3}/g) ?? [];

const emptyAdmin = () =>
  createAdminApp({ isReady: () => true, mappings: () => '', pages: {}, door: doorWith('t').door });

describe('startServer', () => {
  it('answers 408 to a head that does not arrive, and closes', async () => {
    const { origin } = await start({ server: { head: 50, check: 10 } });
    const answer = await talk(origin, 'GET /v2/x HTTP/1.1\r\nHost: a\r\nX-');
    expect(answer).toMatchObject({
      status: 408,
      body: '{"message":"The request took too long to arrive."}',
    });
  });

  it('answers 408 to a body that does not arrive, once and with one line in the log', async () => {
    const { origin, handled, logged } = await start({ server: { request: 250, head: 250, check: 10 } });
    const answer = await talk(origin, requestText({ ...open(), headers: { 'Content-Length': '99' } }));
    expect(heads(answer.wire)).toEqual(['HTTP/1.1 408']);
    expect(handled).toHaveLength(0);
    const [entry] = await logged(1);
    expect(entry).toMatchObject({
      requestId: answer.headers['x-request-id'],
      route: '/v1/things/{id}',
      status: 408,
      problem: 'requestTimeout',
    });
    await edge?.stop(0);
    expect(edge?.log).toHaveLength(1);
  });

  it.each(['/v1/things/1', '/v2/x'])('drops a body that arrives after the 408, %s', async (path) => {
    const { origin, v2, handled } = await start({ server: { request: 50, head: 50, check: 10 } });
    const { hostname, port } = new URL(origin);
    const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const askedText = requestText({ ...open(), path, body: '{"a":1}' });
    socket.write(askedText.slice(0, -3));
    await once(socket, 'data');
    socket.end(askedText.slice(-3));
    if (!socket.closed) await once(socket, 'close');
    await v2.quiet(0);
    expect([handled.length, v2.requests.length]).toEqual([0, 0]);
  });

  it('answers 400 to an invalid chunk, once and with one line in the log', async () => {
    const { origin, handled, logged } = await start();
    const text = requestText({ ...open(), headers: { 'Transfer-Encoding': 'chunked' }, body: 'zz\r\n' });
    const answer = await talk(origin, text);
    expect(heads(answer.wire)).toEqual(['HTTP/1.1 400']);
    expect(handled).toHaveLength(0);
    await logged(1);
    await edge?.stop(0);
    expect(edge?.log).toHaveLength(1);
  });

  it('answers two requests on one connection in their order', async () => {
    const { origin } = await start();
    const firstText = requestText(open());
    const second = requestText({ path: '/nowhere' });
    expect(heads((await talk(origin, firstText + second)).wire)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it('answers every complete request before invalid bytes', async () => {
    const { origin } = await start();
    const keptEntry = { headers: { Connection: 'keep-alive' } };
    const firstText = requestText({ ...open(), ...keptEntry });
    const second = requestText({ path: '/nowhere', ...keptEntry });
    const { wire } = await talk(origin, `${firstText}${second}garbage\r\n\r\n`);
    expect(heads(wire)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it.each([
    ['bytes that are no request', 'garbage\r\n\r\n'],
    [
      'a request with a broken body',
      'PATCH /v1/things/2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('answers a request even if %s follow it on the connection', async (_what, textAfter) => {
    const { handle, asked: askedPromise, release } = holding();
    const { origin } = await start({ handle });
    const answer = talk(origin, requestText(open()) + textAfter);
    await askedPromise;
    release();
    const { wire } = await answer;
    expect(heads(wire)).toEqual(['HTTP/1.1 200']);
    expect(wire).toContain('"held"');
  });

  it('answers 400 to garbage on a connection with earlier answers', async () => {
    const { origin } = await start();
    const socket = connect(origin);
    socket.write(requestText(open()));
    await once(socket, 'data');
    socket.write('garbage\r\n\r\n');
    expect(heads(await rest(socket))).toEqual(['HTTP/1.1 400']);
  });

  it('ends the connection of a refused client that keeps sending', async () => {
    const { origin } = await start();
    const answer = await talk(origin, `GET /v2/x HTTP/1.1\r\nHost: a\r\n${'X-A: a\r\n'.repeat(20_000)}`);
    expect(heads(answer.wire)).toEqual(['HTTP/1.1 431']);
  });

  it('keeps no more connections than its limit', async () => {
    const { origin } = await start({ server: { connections: 1 } });
    const firstSocket = connect(origin);
    await once(firstSocket, 'connect');
    expect(await rest(connect(origin))).toBe('');
    firstSocket.destroy();
  });

  it('speaks TLS with a certificate and a key', async () => {
    const { origin } = await start({ tls: certificate });
    expect(origin).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      const options = { ca: certificate.cert, agent: false } as const;
      https.get(`${origin}/x`, options, ({ statusCode }) => resolve(statusCode)).on('error', reject);
    });
    expect(status).toBe(404);
  });

  it('ends a connection in the middle of its TLS handshake after the grace time', async () => {
    const { origin, stop } = await start({ tls: certificate });
    const client = connect(origin).on('error', () => undefined);
    client.write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0]));
    const closed = once(client, 'close');
    await new Promise((resolve, reject) => {
      const options = { ca: certificate.cert, agent: false } as const;
      https.get(`${origin}/x`, options, resolve).on('error', reject);
    });
    await stop(50);
    await closed;
  });

  it('does not answer plain HTTP on a TLS port', async () => {
    const { origin } = await start({ tls: certificate });
    expect((await ask(origin.replace('https:', 'http:'), { path: '/x' })).status).not.toBe(404);
  });

  it('throws on an invalid certificate', () => {
    const tls = { cert: 'no', key: 'no' };
    const admin = emptyAdmin();
    const options = { edge: admin, host: '127.0.0.1', port: 0, limits: serverLimits, clock: realClock, tls };
    expect(() => startServer(options)).toThrow(/PEM|no start line/i);
  });

  it.each([
    ['a port that is taken', () => new URL(edge?.origin ?? '').port, '127.0.0.1', 'EADDRINUSE', 'is taken'],
    ['an address of another machine', () => '0', '192.0.2.1', 'EADDRNOTAVAIL', 'not an address of this'],
  ])('explains how to remedy %s', async (_what, port, host, code, text) => {
    await start();
    const started = await startServer({
      edge: emptyAdmin(),
      host,
      port: Number(port()),
      tls: undefined,
      limits: serverLimits,
      clock: realClock,
    });
    if (started.ok) throw new Error('it listens');
    expect(started.failure.code).toBe(code);
    expect(started.failure.message).toContain(`${host}:${port()}`);
    expect(started.failure.message).toContain(text);
  });
});

describe('the close of a server', () => {
  it('lets a request in flight finish with `Connection: close`', async () => {
    const { handle, asked: askedPromise, release } = holding();
    const { origin, stop } = await start({ handle });
    const answer = talk(origin, requestText(open()));
    await askedPromise;
    const stopped = stop(5_000);
    release();
    expect(await answer).toMatchObject({ status: 200, body: '"held"', headers: { connection: 'close' } });
    await stopped;
  });

  it('answers requests that had arrived before it', async () => {
    const { origin, stop } = await start();
    const socket = connect(origin);
    socket.write(requestText(open()));
    await once(socket, 'data');
    await new Promise((resolve) => socket.write(requestText(open()), resolve));
    const stopped = stop(5_000);
    expect(await rest(socket)).toContain('Connection: close');
    await stopped;
  });

  it('ends connections that are idle or have never sent anything, and accepts no new ones', async () => {
    const { origin, stop } = await start();
    const idle = connect(origin);
    idle.write(requestText(open()));
    await once(idle, 'data');
    const silent = connect(origin);
    await once(silent, 'connect');
    await stop(60_000);
    expect(await Promise.all([rest(idle), rest(silent)])).toEqual(['', '']);
    const [error] = (await once(connect(origin), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('does not wait longer than the grace time', async () => {
    const { handle, asked: askedPromise, release } = holding();
    const { origin, stop, logged, handled } = await start({ handle });
    const answer = talk(origin, requestText(open()));
    await askedPromise;
    handled[0]?.cancel.addEventListener('abort', release);
    await stop(50);
    expect((await answer).wire).toBe('');
    expect(await logged(1)).toMatchObject([{ problem: 'clientGone' }]);
  });

  it('may be requested twice', async () => {
    const { origin, stop } = await start();
    await Promise.all([stop(50), stop(50)]);
    const [error] = (await once(connect(origin), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });
});
