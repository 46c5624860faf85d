import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { followConnections } from '../../../src/http/server/connections.js';
import { startEdge, type EdgeSettings, type EdgeUnderTest } from '../../support/edgeUnderTest.ts';
import { ask, requestText } from '../../support/talk.ts';
import { reply } from '../../support/upstream.ts';

/** More than the buffers of two sockets take. */
const endless = 'x'.repeat(32 * 1024 * 1024);
const askedText = requestText({ path: '/v2/x' });
const keptWithConnect = `${askedText.replace('close', 'keep-alive')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`;

let edge: EdgeUnderTest | undefined;

async function start(settings: EdgeSettings): Promise<EdgeUnderTest> {
  edge = await startEdge(settings);
  return edge;
}

afterEach(() => edge?.close());

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function connect(origin: string, text = askedText): net.Socket {
  const { hostname, port } = new URL(origin);
  return net.connect(Number(port), hostname, function (this: net.Socket) {
    this.write(text);
  });
}

/** A server's own class of requests, so that those of others are not counted. */
class Counted extends IncomingMessage {}

describe('followConnections', () => {
  it('keeps no answered request of a connection alive', async () => {
    const server = createServer({ IncomingMessage: Counted });
    const connections = followConnections(server);
    const answered: string[] = [];
    const keptText = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    server.on('request', (_request, response) => response.end('answered'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const clients = Array.from({ length: 20 }, () => connect(`http://127.0.0.1:${portOf(server)}`, keptText));
    for (const client of clients) client.on('data', (bytes: Buffer) => answered.push(bytes.toString()));
    while (answered.length < clients.length) await turn();
    // Node lets go of the last few at the next request.
    const remaining = queryObjects(Counted, { format: 'count' });
    const { length } = [...connections.keys()];
    for (const client of clients) client.destroy();
    server.close();
    expect(length).toBe(clients.length);
    expect(remaining).toBeLessThan(clients.length / 2);
  });

  it('closes the answers that wait behind another answer when their client disconnects', async () => {
    const server = createServer();
    followConnections(server);
    const closed: Promise<unknown>[] = [];
    const arrived = new Promise<void>((resolve) =>
      server.on('request', (_request, response) => {
        closed.push(once(response, 'close'));
        if (closed.length === 3) resolve();
      }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect(
      `http://127.0.0.1:${portOf(server)}`,
      'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3),
    );
    await arrived;
    client.resetAndDestroy();
    expect(await Promise.all(closed)).toHaveLength(3);
    server.close();
  });
});

describe('the responses of requests', () => {
  it.each([
    ['translated', 'PATCH', '/v1/things/1'],
    ['of no path', 'GET', '/nothing'],
  ])('share the listeners of their end, and create none: %s', async (_name, method, path) => {
    const { origin, logged } = await start({});
    const listeners: unknown[] = [];
    const collect = (message: unknown): void =>
      void listeners.push((message as { readonly response: ServerResponse }).response.listeners('close'));
    subscribe('http.server.response.finish', collect);
    for (const length of [1, 2]) {
      await ask(origin, { method, path });
      await logged(length);
    }
    unsubscribe('http.server.response.finish', collect);
    expect(listeners).toEqual([[expect.any(Function), expect.any(Function)], listeners[0]]);
  });
});

describe('cutUnread', () => {
  it.each([
    ['alone', askedText],
    ['with a CONNECT behind it', keptWithConnect],
  ])(
    'ends the connection of a client that leaves its answer unread, and the upstream connection with it: %s',
    async (_how, text) => {
      const { origin, v2, logged } = await start({ server: { unread: 50 } });
      v2.play({ request: (_request, socket) => socket.write(reply(200, endless)) });
      const client = connect(origin, text).on('error', () => undefined);
      expect((await logged(1))[0]).toMatchObject({ status: 200, problem: 'clientGone' });
      await v2.quiet(0);
      client.resume();
      if (!client.closed) await once(client, 'close');
    },
  );

  it('lets a client read a whole answer, even with a CONNECT behind it', async () => {
    const { origin, v2 } = await start({ server: { unread: 200 } });
    v2.play({ request: (_request, socket) => socket.write(reply(200, endless)) });
    const client = connect(origin, keptWithConnect);
    let received = 0;
    client.on('data', (chunk: Buffer) => (received += chunk.length));
    await once(client, 'close');
    expect(received).toBeGreaterThan(endless.length);
  });

  it('lets a slow reader have the whole answer', async () => {
    const { origin, v2 } = await start({ server: { unread: 200 } });
    v2.play({ request: (_request, socket) => socket.write(reply(200, endless)) });
    const client = connect(origin);
    let received = 0;
    client.on('data', (chunk: Buffer) => {
      received += chunk.length;
      client.pause();
      setImmediate(() => client.resume());
    });
    await once(client, 'close');
    expect(received).toBeGreaterThan(endless.length);
  });

  it('keeps the connection of a client that waits for the upstream even longer', async () => {
    const { origin, v2 } = await start({ server: { unread: 20 }, passThrough: { deadline: 200 } });
    v2.play({});
    expect((await ask(origin, { path: '/v2/x' })).status).toBe(504);
  });
});
