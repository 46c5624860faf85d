import { once } from 'node:events';
import net from 'node:net';
import { startEdge, type EdgeSettings, type EdgeUnderTest } from '../../support/edgeUnderTest';
import { ask, requestText } from '../../support/talk';
import { reply } from '../../support/upstream';

/** More than the buffers of two sockets take. */
const endless = 'x'.repeat(32 * 1024 * 1024);
const asked = requestText({ path: '/v2/x' });

let edge: EdgeUnderTest | undefined;

async function start(settings: EdgeSettings): Promise<EdgeUnderTest> {
  edge = await startEdge(settings);
  return edge;
}

afterEach(() => edge?.close());

function connect(origin: string): net.Socket {
  const { hostname, port } = new URL(origin);
  return net.connect(Number(port), hostname, function (this: net.Socket) {
    this.write(asked);
  });
}

describe('cutUnread', () => {
  it('ends the connection of a client that leaves its answer unread, and the one upstream with it', async () => {
    const { origin, v2, logged } = await start({ server: { unread: 50 } });
    v2.play({ request: (_request, socket) => socket.write(reply(200, endless)) });
    const client = connect(origin).on('error', () => undefined);
    expect((await logged(1))[0]).toMatchObject({ status: 200, problem: 'clientGone' });
    await v2.quiet(0);
    client.resume();
    if (!client.closed) await once(client, 'close');
  });

  it('lets a client have all of it that reads now and then', async () => {
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

  it('leaves a client its connection that waits longer than that for the upstream', async () => {
    const { origin, v2 } = await start({ server: { unread: 20 }, passThrough: { deadline: 200 } });
    v2.play({});
    expect((await ask(origin, { path: '/v2/x' })).status).toBe(504);
  });
});
