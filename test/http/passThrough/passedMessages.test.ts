import net from 'node:net';
import { startEdge, type EdgeSettings, type EdgeUnderTest } from '../../support/edgeUnderTest.ts';
import { ask, requestText } from '../../support/talk.ts';
import { answering, reply } from '../../support/upstream.ts';

const askedEntry = { method: 'POST', path: '/v2/x', body: '{}' };
const half = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a"';
const long = 'x'.repeat(300 * 1024);

let edge: EdgeUnderTest | undefined;

async function start(settings: EdgeSettings = {}): Promise<EdgeUnderTest> {
  edge = await startEdge(settings);
  return edge;
}

afterEach(() => edge?.close());

describe('the answer to a write that is passed through', () => {
  it.each([
    ['with a length', half],
    ['in chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n'],
  ])('becomes 502 marked as ambiguous if it is cut after its head, %s', async (_how, beginning) => {
    const { origin, v2, logged } = await start();
    v2.play({ request: (_request, socket) => socket.end(beginning) });
    const answer = await ask(origin, askedEntry);
    expect(answer).toMatchObject({ status: 502, whole: true, headers: { 'x-lifeboat-ambiguous': '1' } });
    expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) as string });
    expect((await logged(1))[0]).toMatchObject({ status: 502, ambiguous: true });
    expect(v2.requests).toHaveLength(1);
  });

  it('becomes 504 marked as ambiguous if it does not end in time', async () => {
    const { origin, v2 } = await start({ passThrough: { deadline: 200 } });
    v2.play({ request: (_request, socket) => socket.write(half) });
    expect(await ask(origin, askedEntry)).toMatchObject({
      status: 504,
      headers: { 'x-lifeboat-ambiguous': '1' },
    });
    await v2.quiet(0);
  });

  it('streams once it is longer than 256 KiB, and is cut if the upstream then fails', async () => {
    const { origin, v2, logged } = await start();
    let die = (): void => undefined;
    v2.play({
      request: (_request, socket) => {
        socket.write(reply(200, `${long}${long}`).slice(0, -long.length));
        die = () => socket.destroy();
      },
    });
    const { hostname, port } = new URL(origin);
    const client = net.connect(Number(port), hostname);
    const endedPromise = new Promise((resolve) => client.on('error', () => undefined).once('close', resolve));
    let received = 0;
    client.on('data', (chunk) => {
      received += chunk.length;
      die();
    });
    client.write(requestText(askedEntry));
    await endedPromise;
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(2 * long.length);
    expect((await logged(1))[0]).toMatchObject({ status: 200, ambiguous: true, problem: 'upstreamBroken' });
  });

  it('frees its place if its client disconnects meanwhile', async () => {
    const { origin, v2, logged } = await start({ passThrough: { connections: 1, silence: 1_000 } });
    const { hostname, port } = new URL(origin);
    const client = net.connect(Number(port), hostname);
    v2.play({
      request: (_request, socket) => {
        socket.write(reply(200, long).slice(0, 1_000), () => client.destroy());
        void logged(1).then(() => socket.write(reply(200, long).slice(1_000)));
      },
    });
    client.write(requestText(askedEntry));
    await logged(1);
    v2.play(answering(200, '{}'));
    expect(await ask(origin, { path: '/v2/x' })).toMatchObject({ status: 200, body: '{}' });
  });
});
