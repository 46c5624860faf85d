import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { openCallerAgent } from '../../../src/http/passThrough/passThrough.js';
import { setImmediate as nextRound } from 'node:timers/promises';
import { createUpstream } from '../../../src/http/upstream/upstreamClient.js';
import { upstreamLimits } from '../../../src/http/upstream/upstreamLimits.js';
import { realClock } from '../../support/realClock.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

let upstream: ScriptedUpstream;
let latestSocket: Socket;

interface Caller {
  /** Returns the body of the answer to a request of this path, by this key. */
  readonly ask: (path: string, key: string, method?: 'GET' | 'PATCH') => Promise<string>;
  readonly close: () => unknown;
}

/** Waits until a connection that has carried a request is free. */
async function untilFree(): Promise<void> {
  await nextRound().then(() => nextRound());
  await new Promise((resolve) => setImmediate(resolve));
}

function translated(free: number): Caller {
  const limits = { ...upstreamLimits, connections: 1, resting: free - 1 };
  const client = createUpstream({ origin: upstream.origin, clock: realClock, limits });
  return {
    ask: async (path, authorization, method = 'GET') => {
      const deadlineAt = realClock.steady() + 20_000;
      const outcome = await client.call({ method, path, authorization, requestId: 'r-1', deadlineAt });
      await untilFree();
      return outcome.ok ? outcome.value.body.toString() : outcome.failure.kind;
    },
    close: client.close,
  };
}

function passed(free: number): Caller {
  const agent = openCallerAgent(upstream.origin, { keepAlive: 4_000, resting: free });
  return {
    ask: async (path, authorization, method = 'GET') => {
      const options = { agent, method, headers: { authorization, 'content-length': 0 } };
      const [answer] = (await once(http.request(`${upstream.origin}${path}`, options).end(), 'response')) as [
        IncomingMessage,
      ];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      await untilFree();
      return Buffer.concat(chunks).toString();
    },
    close: () => agent.destroy(),
  };
}

describe.each([
  ['translated', translated],
  ['passed on', passed],
])('a connection for requests that are %s', (_what, open) => {
  let caller: Caller;
  const begin = (free = 8): void => void (caller = open(free));

  beforeEach(async () => {
    upstream = await startUpstream({
      connected: (socket) => (latestSocket = socket),
      request: ({ path }, socket) => socket.write(reply(200, path)),
    });
  });

  afterEach(async () => {
    const closed = caller.close();
    await upstream.close();
    await closed;
  });

  it('carries the requests of one caller only, even writes', async () => {
    begin();
    for (const [path, key] of ['/a', '/b', '/c'].flatMap((each) => [
      [each, 'k1'] as const,
      [each, 'k2'] as const,
    ]))
      expect(await caller.ask(path, key, path === '/c' ? 'PATCH' : 'GET')).toBe(path);
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('carries no other request after an unrequested answer, whose bytes reach nobody', async () => {
    begin();
    expect(await caller.ask('/a', 'key')).toBe('/a');
    latestSocket.write(reply(200, 'unasked'));
    await upstream.quiet(0);
    expect(await caller.ask('/b', 'key')).toBe('/b');
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('carries no other request after a part of an unrequested answer', async () => {
    begin();
    expect(await caller.ask('/a', 'key')).toBe('/a');
    latestSocket.write('H');
    await upstream.quiet(0);
    expect(await caller.ask('/b', 'key')).toBe('/b');
  });

  it('is closed if the connections of all callers exceed their limit', async () => {
    begin(2);
    for (const key of ['k1', 'k2', 'k3', 'k4']) expect(await caller.ask('/a', key)).toBe('/a');
    await upstream.quiet(2);
    expect(await caller.ask('/b', 'k1')).toBe('/b');
    expect(upstream.connections()).toBe(5);
  });
});
