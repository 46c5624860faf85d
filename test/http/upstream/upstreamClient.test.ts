import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createUpstream, type UpstreamClient } from '../../../src/http/upstream/upstreamClient.js';
import { upstreamLimits, type UpstreamLimits } from '../../../src/http/upstream/upstreamLimits.js';
import type { UpstreamAnswer, UpstreamFault, UpstreamRequest } from '../../../src/gateway/upstream.js';
import type { Result } from '../../../src/contract/result.js';
import { translatedMisbehaviours } from '../../support/misbehaviours.ts';
import { realClock } from '../../support/realClock.ts';
import { answering, reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

const cap = 64 * 1024;
const good = JSON.stringify({ data: { id: 1 } });

let upstream: ScriptedUpstream;
let client: UpstreamClient;

const open = (limits: Partial<UpstreamLimits> = {}, origin = upstream.origin): UpstreamClient =>
  createUpstream({ origin, clock: realClock, limits: { ...upstreamLimits, bodyBytes: cap, ...limits } });

const asking = (over: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'GET',
  path: '/v2/account-offers/1?page=1',
  authorization: 'Bearer key',
  requestId: 'r-1',
  deadlineAt: realClock.steady() + 20_000,
  ...over,
});

const soon = (): number => realClock.steady() + 300;

function faultOf(result: Result<UpstreamAnswer, UpstreamFault>): UpstreamFault {
  if (result.ok) throw new Error(`a complete answer with status ${result.value.status}`);
  return result.failure;
}

function answerOf(result: Result<UpstreamAnswer, UpstreamFault>): UpstreamAnswer {
  if (!result.ok) throw new Error(`no answer: ${result.failure.kind}`);
  return result.value;
}

beforeEach(async () => {
  upstream = await startUpstream(answering(200, good));
  client = open();
});

afterEach(async () => {
  await upstream.close();
  await client.close();
});

describe('createUpstream', () => {
  describe.each(['GET', 'PATCH'] as const)('when a %s meets an upstream that', (method) => {
    const body = method === 'GET' ? {} : { body: '{"price":1}' };

    it.each(translatedMisbehaviours)('$name, the call ends as $outcome', async ({ outcome, script }) => {
      upstream.play(script(good, cap));
      const deadlineAt = outcome === 'timeout' ? soon() : realClock.steady() + 20_000;

      const result = await client.call(asking({ method, ...body, deadlineAt }));

      expect(result.ok ? result.value.status : result.failure.kind).toBe(outcome);
      if (!result.ok) expect(result.failure.sent).toBe(true);
      expect(upstream.requests.length).toBeLessThanOrEqual(1);
    });
  });

  it('sends a write only once its note is stored', async () => {
    let keep = (): void => undefined;
    const keptPromise = new Promise<void>((resolve) => (keep = resolve));
    const noted = asking({ method: 'PATCH', body: '{}', notes: { leaves: () => keptPromise } });
    const answer = client.call(noted);
    await client.call(asking());
    expect(upstream.requests.map(({ method }) => method)).toEqual(['GET']);
    keep();
    expect(answerOf(await answer).status).toBe(200);
    expect(upstream.requests.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
  });

  it('sends the trace of the client on', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const carried = { traceparent, tracestate: 'congo=t61rcWkgMzE', baggage: 'shop=one' };
    await client.call(asking({ carried }));
    expect(upstream.requests[0]?.headers).toMatchObject(carried);
  });

  it('sends the path unchanged, and only headers from its own list', async () => {
    const answer = answerOf(await client.call(asking()));
    expect(answer.body.toString()).toBe(good);
    expect(upstream.requests).toEqual([
      {
        method: 'GET',
        path: '/v2/account-offers/1?page=1',
        headers: {
          host: new URL(upstream.origin).host,
          connection: 'keep-alive',
          accept: 'application/json',
          'accept-encoding': 'identity',
          authorization: 'Bearer key',
          'user-agent': 'lifeboat',
          via: '1.1 lifeboat',
          'x-request-id': 'r-1',
        },
        body: '',
        connection: 1,
      },
    ]);
  });

  it('frames a body by its length in bytes', async () => {
    answerOf(await client.call(asking({ method: 'PATCH', body: '{"a":"\u20ac"}' })));
    const [seenRequest] = upstream.requests;
    expect(seenRequest?.body).toBe('{"a":"\u20ac"}');
    expect(seenRequest?.headers).toMatchObject({
      'content-length': '11',
      'content-type': 'application/json',
    });
  });

  it('joins repeated headers, and takes a header named __proto__ for a header', async () => {
    const head = 'HTTP/1.1 200 OK\r\nx-a: 1\r\nX-A: 2\r\n__proto__: 3\r\ncontent-length: 0\r\n\r\n';
    upstream.play({ request: (_request, socket) => socket.write(head) });
    const { headers } = answerOf(await client.call(asking()));
    expect(headers['x-a']).toBe('1, 2');
    expect(Object.entries(headers)).toContainEqual(['__proto__', '3']);
  });

  it('accepts an answer that is declared to be encoded as identity', async () => {
    upstream.play(answering(200, good, { 'content-encoding': 'identity' }));
    expect(answerOf(await client.call(asking())).body.toString()).toBe(good);
  });

  it('knows that nothing was sent to a port that refuses connections', async () => {
    await upstream.close();
    expect(faultOf(await client.call(asking()))).toEqual({ kind: 'unreachable', sent: false });
  });

  it('knows that nothing was sent to an upstream that does not speak TLS', async () => {
    upstream.play({ connected: (socket) => socket.end('no') });
    const secure = open({}, upstream.origin.replace('http:', 'https:'));
    expect(faultOf(await secure.call(asking()))).toEqual({ kind: 'unreachable', sent: false });
    await secure.close();
  });

  it('knows that nothing was sent if the connection does not open in time', async () => {
    // Never completes the TLS handshake.
    upstream.play({ connected: () => undefined });
    const secure = open({ connect: 100 }, upstream.origin.replace('http:', 'https:'));
    expect(faultOf(await secure.call(asking()))).toEqual({ kind: 'unreachable', sent: false });
    await secure.close();
  });

  it('sends nothing if the deadline has passed or the client has disconnected before', async () => {
    const late = await client.call(asking({ deadlineAt: realClock.steady() }));
    const gone = await client.call(asking({ cancel: AbortSignal.abort() }));
    expect(faultOf(late)).toEqual({ kind: 'timeout', sent: false });
    expect(faultOf(gone)).toEqual({ kind: 'cancelled', sent: false });
    expect(upstream.connections()).toBe(0);
  });

  it('sends no byte if the deadline passes while the connection opens', async () => {
    upstream.play({ connected: () => undefined });
    const secure = open({}, upstream.origin.replace('http:', 'https:'));
    expect(faultOf(await secure.call(asking({ deadlineAt: soon() })))).toEqual({
      kind: 'timeout',
      sent: false,
    });
    await upstream.close();
    await secure.close();
  });

  it('ends the connection of a call whose client has disconnected', async () => {
    const client = new AbortController();
    const closed = new Promise<void>((resolve) => {
      upstream.play({
        request: (_request, socket) => {
          socket.once('close', resolve);
          client.abort();
        },
      });
    });
    const pending = open();
    expect(faultOf(await pending.call(asking({ cancel: client.signal })))).toEqual({
      kind: 'cancelled',
      sent: true,
    });
    await closed;
    await pending.close();
  });

  it('refuses the call after the last place in the queue at once, and serves the queue in order', async () => {
    const narrow = open({ connections: 1, queue: 2 });
    let firstSocket: Socket | undefined;
    const heldPromise = new Promise<void>((resolve) => {
      upstream.play({
        request: (_request, socket) => {
          firstSocket = socket;
          resolve();
        },
      });
    });
    const calls = ['/a', '/b', '/c'].map((path) => narrow.call(asking({ path })));
    await heldPromise;
    expect(faultOf(await narrow.call(asking({ path: '/d' })))).toEqual({ kind: 'overloaded', sent: false });

    upstream.play(answering(200, good));
    firstSocket?.write(reply(200, good));
    await Promise.all(calls.map((call) => Promise.resolve(call)));
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    await narrow.close();
  });

  it('gives up in the queue without sending, and leaves its place to others', async () => {
    const narrow = open({ connections: 1, queue: 1 });
    upstream.play({});
    const holding = narrow.call(asking({ path: '/holding', deadlineAt: realClock.steady() + 900 }));
    const leaving = await narrow.call(asking({ path: '/leaving', deadlineAt: soon() }));
    expect(faultOf(leaving)).toEqual({ kind: 'timeout', sent: false });

    const next = narrow.call(asking({ path: '/next' }));
    upstream.play(answering(200, good));
    expect(faultOf(await holding)).toEqual({ kind: 'timeout', sent: true });
    expect(answerOf(await next).status).toBe(200);
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/holding', '/next']);
    await narrow.close();
  });

  it('lets a running call finish when it closes, and takes no more', async () => {
    const askedPromise = new Promise<Socket>((resolve) => {
      upstream.play({ request: (_request, socket) => resolve(socket) });
    });
    const pending = client.call(asking());
    const socket = await askedPromise;
    const closing = client.close();
    expect(faultOf(await client.call(asking()))).toEqual({ kind: 'unreachable', sent: false });
    socket.write(reply(200, good));
    expect(answerOf(await pending).status).toBe(200);
    await closing;
    if (!socket.closed) await once(socket, 'close');
  });
});
