import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import express from 'express';
import type { EdgeRequest } from '../../../src/http/exchange/edgeRequest';
import { problemAnswer } from '../../../src/gateway/problems';
import { afterArrivals } from '../../../src/http/server/eventLoopRounds';
import { type Edge, type ServerLimits, serverLimits } from '../../../src/http/server/openServer';
import { type RunningServer, startServer } from '../../../src/http/server/startServer';
import { realClock } from '../../support/realClock';

let server: RunningServer | undefined;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close(0);
});

/** A server whose plain requests `answer` takes, and whose others are answered with `node`. */
async function serve(
  answer: NonNullable<Edge['answer']>,
  limits: Partial<ServerLimits> = {},
  answered = () => {},
) {
  const edge: Edge = {
    app: express(),
    answer,
    answered,
    listener: (request, response) => {
      request.resume();
      request.on('end', () => response.end(`node ${request.url}`));
    },
    unreadable: (code) => problemAnswer(code, 'id'),
  };
  const local = { host: '127.0.0.1', port: 0, tls: undefined, clock: realClock };
  const started = await startServer({ edge, ...local, limits: { ...serverLimits, ...limits } });
  if (!started.ok) throw new Error(started.failure.message);
  server = started.value;
  return started.value;
}

function connect(): Socket {
  const socket = net.connect(Number(new URL(server?.origin ?? '').port), '127.0.0.1').setNoDelay();
  sockets.push(socket.on('error', () => undefined));
  return socket.setEncoding('latin1');
}

/** All that comes until it holds so many answers. */
async function answers(socket: Socket, count: number): Promise<string> {
  let text = '';
  while ((text.match(/HTTP\/1\.1 /g) ?? []).length < count || !/\r\n\r\n[^\r]*$/.test(text)) {
    text += String((await once(socket, 'data'))[0]);
  }
  return text;
}

async function rest(socket: Socket): Promise<string> {
  const pieces: string[] = [];
  socket.on('data', (piece: string) => pieces.push(piece));
  if (!socket.closed) await once(socket, 'close');
  return pieces.join('');
}

/** Writes bytes, and waits until the server has read them. */
async function send(socket: Socket, bytes: string): Promise<void> {
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  await new Promise<void>(afterArrivals);
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

const reply = (request: EdgeRequest, text = `own ${request.target}`): void => {
  request.writeHead(200, ['content-length', String(text.length)]);
  request.end(text, 'latin1');
};

/** Holds the first request until `release`, and replies to all others at once. */
function holding() {
  let came: (request: EdgeRequest) => void;
  const first = new Promise<EdgeRequest>((resolve) => (came = resolve));
  let held = 0;
  const answer = (request: EdgeRequest): void => {
    if ((held += 1) === 1) came(request);
    else reply(request);
  };
  return { answer, first };
}

describe('an edge that reads plain requests', () => {
  it('answers them one after the other on their connection, without Node', async () => {
    const kept: unknown[] = [];
    await serve(reply, {}, () => kept.push('answered'));
    const socket = connect();
    for (const path of ['/v1/a', '/v1/b']) {
      socket.write(get(path));
      const text = await answers(socket, 1);
      expect(text).toMatch(
        new RegExp(
          `^HTTP/1\\.1 200 OK\r\ncontent-length: 9\r\nDate: \\w{3}, .{20} GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nown ${path}$`,
        ),
      );
    }
    expect(kept).toEqual(['answered', 'answered']);
  });

  it('ends the connection behind the answer that its client wants to be the last', async () => {
    await serve(reply);
    const socket = connect();
    socket.write(get('/v1/a', 'Connection: close\r\n'));
    expect(await rest(socket)).toMatch(/Connection: close\r\n\r\nown \/v1\/a$/);
  });

  it('gives a connection to Node with the first request that is not plain, and leaves it there', async () => {
    await serve(reply);
    const socket = connect();
    for (const [path, by] of [
      ['/v1/a', 'own'],
      ['/v2/b', 'node'],
      ['/v1/c', 'node'],
    ] as const) {
      socket.write(get(path));
      expect(await answers(socket, 1)).toMatch(new RegExp(`${by} ${path}`));
    }
  });

  it('gives Node a request that comes in parts', async () => {
    await serve(reply);
    const socket = connect();
    const [head = '', tail = ''] = get('/v1/a').split('Host');
    await send(socket, head);
    socket.write(`Host${tail}`);
    expect(await answers(socket, 1)).toContain('node /v1/a');
  });

  it('hands a request on as messages of Node, with its body and what has come behind it', async () => {
    const { answer, first } = holding();
    await serve(answer);
    const socket = connect();
    await send(socket, 'PATCH /v1/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
    const request = await first;
    await send(socket, get('/v1/b'));
    request.handOver((message, response) => {
      message.setEncoding('utf8').on('data', (body: string) => response.end(`${message.url} ${body}`));
    });
    const text = await answers(socket, 2);
    expect(text).toContain('/v1/a {}');
    expect(text).toContain('node /v1/b');
  });

  it('answers what comes behind a request after it, however much that is', async () => {
    const { answer, first } = holding();
    await serve(answer);
    const socket = connect();
    await send(socket, get('/v1/a'));
    const request = await first;
    const long = `/v1/${'b'.repeat(4_000)}`;
    for (let number = 1; number <= 30; number += 1) await send(socket, get(long));
    reply(request);
    const text = await answers(socket, 31);
    expect(text.indexOf('own /v1/a')).toBeLessThan(text.indexOf('/v1/b'));
    expect(text.match(/(?:own|node) \/v1\/b{4000}/g)).toHaveLength(30);
  });

  it('sends a body in pieces, and none at all', async () => {
    await serve((request) => {
      if (request.target === '/v1/none') {
        request.writeHead(204, ['x-a', 'b']);
        request.end('a body that a 204 has not', 'latin1');
        return;
      }
      request.writeHead(200, ['content-length', '4']);
      request.end([Buffer.from('ab'), Buffer.from('cd')], 'utf8');
    });
    const socket = connect();
    socket.write(get('/v1/pieces'));
    expect(await answers(socket, 1)).toMatch(/\r\n\r\nabcd$/);
    socket.write(get('/v1/none'));
    expect(await answers(socket, 1)).toMatch(
      /^HTTP\/1\.1 204 No Content\r\nx-a: b\r\nDate: .*\r\n.*\r\n.*\r\n\r\n$/,
    );
  });

  it('says that an answer is sent, or that its client has disconnected', async () => {
    const { answer, first } = holding();
    await serve(answer);
    const socket = connect();
    socket.write(get('/v1/a'));
    const request = await first;
    const closed = new Promise<void>((resolve) => request.onClose(resolve));
    socket.destroy();
    await closed;
    expect([request.isSent, request.isWritable]).toEqual([false, false]);
    expect(() => reply(request)).not.toThrow();
    request.handOver(() => {
      throw new Error('nobody is there');
    });

    const sent: boolean[] = [];
    let ended: () => void;
    const end = new Promise<void>((resolve) => (ended = resolve));
    await server?.close(0);
    await serve((other) => {
      other.onClose(() => {
        sent.push(other.isSent);
        ended();
      });
      reply(other);
    });
    connect().write(get('/v1/a'));
    await end;
    expect(sent).toEqual([true]);
  });

  it('answers 408 to a client that sends nothing', async () => {
    await serve(reply, { head: 20, check: 10 });
    expect(await rest(connect())).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends an idle connection, but not before its client was told that it may', async () => {
    await serve(reply, { keepAlive: 1_000, unread: 60_000 });
    const socket = connect();
    socket.write(get('/v1/a'));
    const began = performance.now();
    expect(await rest(socket)).toContain('Keep-Alive: timeout=1');
    expect(performance.now() - began).toBeGreaterThan(1_000);
  });

  it('ends a connection whose client reads nothing of its answer, not one that waits for its own', async () => {
    const { answer, first } = holding();
    let closed: (isSent: boolean) => void;
    const end = new Promise<boolean>((resolve) => (closed = resolve));
    await serve(
      (request) => {
        request.onClose(() => closed(request.isSent));
        if (request.target === '/v1/long') reply(request, 'x'.repeat(20_000_000));
        else answer(request);
      },
      { unread: 20, keepAlive: 60_000 },
    );
    connect().write(get('/v1/a'));
    const request = await first;
    connect().pause().write(get('/v1/long'));
    expect(await end).toBe(false);
    expect(request.isWritable).toBe(true);
  });

  it('ends idle connections when it closes, and others behind their answers', async () => {
    const { answer, first } = holding();
    const { close } = await serve(answer);
    const [busy, idle] = [connect(), connect()];
    busy.write(get('/v1/a'));
    const request = await first;
    idle.write(get('/v1/b'));
    await answers(idle, 1);
    const closed = close(60_000);
    await rest(idle);
    reply(request);
    expect(await rest(busy)).toMatch(/Connection: close\r\n\r\nown \/v1\/a$/);
    await closed;
  });

  it('ends all connections when the time to close is over', async () => {
    const { answer, first } = holding();
    const { close } = await serve(answer);
    const socket = connect();
    socket.write(get('/v1/a'));
    await first;
    await close(0);
    expect(await rest(socket)).toBe('');
  });
});
