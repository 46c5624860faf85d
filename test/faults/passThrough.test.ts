import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { misbehaviours } from '../support/misbehaviours.ts';
import { realClock } from '../support/realClock.ts';
import { ask } from '../support/talk.ts';
import { startEdge, type EdgeSettings, type EdgeUnderTest } from '../support/edgeUnderTest.ts';
import { codings } from '../support/unaskedAnswers.ts';
import { answering, reply } from '../support/upstream.ts';

const good = JSON.stringify({ data: { id: 1 } });

let edge: EdgeUnderTest | undefined;

async function start(settings: EdgeSettings = {}): Promise<EdgeUnderTest> {
  edge = await startEdge(settings);
  edge.v2.play(answering(200, good));
  return edge;
}

describe('a request that is passed through', () => {
  describe.each(['GET', 'PATCH'])('when a %s meets an upstream that', (method) => {
    // Whatever Node takes for complete HTTP is passed on: codings and sizes, a 204 with a body.
    const cases = misbehaviours.filter(
      (misbehaviour) =>
        !codings.includes(misbehaviour) &&
        misbehaviour.outcome !== 'tooLarge' &&
        !/204|for ever/.test(misbehaviour.name),
    );

    it.each(cases)('$name, nothing incomplete is taken for an answer', async ({ outcome, script }) => {
      const slow = outcome === 'timeout';
      const { origin, v2 } = await start({ passThrough: { deadline: slow ? 300 : 20_000 } });
      v2.play(script(good, 0));
      const body = method === 'GET' ? '' : '{"a":1}';
      const answer = await ask(origin, { method, path: '/v2/x', body });

      if (outcome === 200) {
        expect(answer).toMatchObject({ status: 200, body: good });
        expect(answer.wire).toMatch(/^HTTP\/1\.1 200 /);
      } else if (answer.status === 200) {
        // The head was out when it went wrong: the client sees that the answer is cut.
        expect(answer.whole).toBe(false);
      } else {
        expect(answer.status).toBe(slow ? 504 : 502);
        expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) as string });
        expect(answer.headers['x-request-id']).toHaveLength(36);
      }
      expect(v2.requests.length).toBeLessThanOrEqual(1);
      // Whatever went wrong, no connection is left but one that is kept for the next request.
      await v2.quiet(1);
    });
  });

  it.each(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, br'])(
    'gets unchanged the bytes of an answer with the content coding %s',
    async (coding) => {
      const { origin, v2 } = await start();
      const bytes = gzipSync(good).toString('latin1');
      const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
      v2.play({ request: (_request, socket) => socket.write(head + bytes, 'latin1') });
      const answer = await ask(origin, { path: '/v2/x' });
      expect(answer).toMatchObject({ status: 200, body: bytes, headers: { 'content-encoding': coding } });
    },
  );

  it('is answered when the upstream puts control characters into its reason phrase and a header', async () => {
    const { origin, v2 } = await start();
    for (const byte of [...Array(32).keys(), 127, 128, 159, 160, 255]) {
      const odd = String.fromCharCode(byte);
      const wholeText = reply(200, good, { 'x-a': `a${odd}b` }).replace('Scripted', `O${odd}K`);
      v2.play({ request: (_request, socket) => socket.write(wholeText, 'latin1') });
      const { status, body } = await ask(origin, { path: '/v2/x' });
      expect([byte, status, status === 200 ? body : good]).toEqual([byte, status === 200 ? 200 : 502, good]);
    }
  });

  it.each([
    ['refuses', 502],
    ['stays silent', 504],
  ])('hides host, path and cause when the upstream %s', async (what, status) => {
    const { origin, v2 } = await start({ passThrough: { deadline: 300 } });
    if (what === 'refuses') await v2.close();
    else v2.play({});
    const answer = await ask(origin, { path: '/v2/a-path' });
    expect(answer.status).toBe(status);
    expect(answer.wire).not.toMatch(/127\.0\.0\.1|localhost|a-path|ECONN|proxy/i);
  });

  it('ends with a problem when the upstream is silent for too long', async () => {
    const { origin, v2 } = await start({ passThrough: { silence: 100 } });
    v2.play({});
    expect((await ask(origin, { path: '/v2/x' })).status).toBe(504);
  });

  it('shows an HTTP/1.0 client that a body without a length was cut', async () => {
    const { origin, v2 } = await start();
    let cut = (): void => undefined;
    v2.play({
      request: (_request, socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n');
        cut = () => socket.end();
      },
    });
    const { hostname, port } = new URL(origin);
    const client = net.connect(Number(port), hostname);
    client.on('data', () => cut());
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => {
      client.on('error', resolve);
      client.write('GET /v2/x HTTP/1.0\r\nHost: a\r\n\r\n');
    });
    expect(error.code).toBe('ECONNRESET');
  });

  it('never gets an answer that the upstream sent unasked before', async () => {
    const { origin, v2 } = await start({ passThrough: { connections: 1 } });
    const wrong: string[] = [];
    for (let round = 0; round < 200; round += 1) {
      const ownText = JSON.stringify({ round });
      v2.play({
        request: (_request, socket) => {
          socket.write(reply(200, ownText));
          socket.write(reply(200, '"unsolicited"'));
        },
      });
      const answer = await ask(origin, { path: '/v2/x' });
      if (answer.status === 200 && answer.body !== ownText) wrong.push(answer.body);
    }
    expect(wrong).toEqual([]);
  });

  it('never gets an answer that came unasked while the process was busy', async () => {
    const { origin, v2 } = await start({ passThrough: { connections: 1 } });
    v2.play({
      request: (_request, socket) => {
        socket.write(reply(200, good));
        setImmediate(() => {
          socket.write(reply(200, '"unsolicited"'));
          const busyUntil = realClock.now() + 20;
          while (realClock.now() < busyUntil);
        });
      },
    });
    const answers: string[] = [];
    for (let round = 0; round < 20; round += 1) answers.push((await ask(origin, { path: '/v2/x' })).body);
    expect(new Set(answers)).toEqual(new Set([good]));
  });
});
