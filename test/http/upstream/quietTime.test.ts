import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { openAgent } from '../../../src/http/passThrough/keptSockets';
import { createQuietTime } from '../../../src/http/upstream/quietTime';
import { createUpstream } from '../../../src/http/upstream/upstreamClient';
import { upstreamLimits } from '../../../src/http/upstream/upstreamLimits';
import { steppedClock } from '../../support/steppedClock';
import { afterArrivals } from '../../../src/http/server/eventLoopRounds';
import { reply, type ScriptedUpstream, startUpstream } from '../../support/upstream';

/** Steps of 5 ms after which a silence is over. */
const WHOLE = 10;

/** A clock at which only steps pass, so many ms each. */
function slowClock(step: number) {
  const stepped = steppedClock();
  let now = 0;
  return {
    steady: () => now,
    schedule: stepped.schedule,
    turn: async (): Promise<void> => {
      now += step;
      await stepped.step(1);
    },
  };
}

it('is over after 50 ms, and not before', async () => {
  const clock = slowClock(5);
  const quiet = createQuietTime(clock);
  const begun = quiet.begin('key');
  for (let turn = 1; turn < WHOLE; turn += 1) await clock.turn();
  expect(quiet.isOver(begun)).toBe(false);
  await clock.turn();
  expect(quiet.isOver(begun)).toBe(true);
});

it('is over when all is read that had come by its end: a long turn of the event loop is not counted', async () => {
  const clock = slowClock(1_000);
  const quiet = createQuietTime(clock);
  const begun = quiet.begin('key');
  const turned = clock.turn();
  expect([clock.steady(), quiet.isOver(begun)]).toEqual([1_000, false]);
  await turned;
  expect(quiet.isOver(begun)).toBe(true);
});

it('runs no timer when no silence is left to be measured, and begins again with the next', async () => {
  const clock = steppedClock();
  let running = 0;
  const schedule: typeof clock.schedule = (delay, action) => {
    running += 1;
    return clock.schedule(delay, () => {
      running -= 1;
      action();
    });
  };
  const quiet = createQuietTime({ ...clock, schedule });
  for (let round = 0; round < 2; round += 1) {
    const begun = quiet.begin('key');
    quiet.begin('key');
    expect(running).toBe(1);
    await clock.step(WHOLE);
    expect([running, quiet.isOver(begun)]).toEqual([0, true]);
  }
});

const clock = steppedClock();
let upstream: ScriptedUpstream;
let latest: Socket;

interface Caller {
  /** The body of the answer to a request of this path, by this key. */
  readonly ask: (path: string, key?: string, method?: 'GET' | 'PATCH') => Promise<string>;
  readonly close: () => unknown;
}

function translated(resting: number): Caller {
  const client = createUpstream({ origin: upstream.origin, clock, limits: { ...upstreamLimits, resting } });
  return {
    ask: async (path, authorization = path, method = 'GET') => {
      const deadlineAt = clock.steady() + 20_000;
      const outcome = await client.call({ method, path, authorization, requestId: 'r-1', deadlineAt });
      await new Promise<void>(afterArrivals);
      await new Promise(setImmediate); // by then it is free
      return outcome.ok ? outcome.value.body.toString() : outcome.failure.kind;
    },
    close: client.close,
  };
}

function passed(resting: number): Caller {
  const agent = openAgent(upstream.origin, { keepAlive: 4_000, most: resting, clock });
  return {
    ask: async (path, authorization = path, method = 'GET') => {
      const options = { agent, method, headers: { authorization, 'content-length': 0 } };
      const [answer] = (await once(http.request(`${upstream.origin}${path}`, options).end(), 'response')) as [
        IncomingMessage,
      ];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      await clock.step(0);
      await new Promise((resolve) => setImmediate(resolve)); // by then it is free
      return Buffer.concat(chunks).toString();
    },
    close: () => agent.destroy(),
  };
}

describe.each([
  ['translated', translated],
  ['passed on', passed],
])('of connections for what is %s', (_what, open) => {
  let caller: Caller;
  const begin = (resting = 8): void => void (caller = open(resting));

  beforeEach(async () => {
    upstream = await startUpstream({
      connected: (socket) => (latest = socket),
      request: ({ path }, socket) => socket.write(reply(200, path)),
    });
  });

  afterEach(async () => {
    const closed = caller.close();
    await upstream.close();
    await closed;
  });

  it('none carries a request of another key before its silence is over, and each does afterwards', async () => {
    begin();
    expect([await caller.ask('/a'), await caller.ask('/b')]).toEqual(['/a', '/b']);
    expect(upstream.connections()).toBe(2);
    await clock.step(WHOLE);
    expect([await caller.ask('/c'), await caller.ask('/d')]).toEqual(['/c', '/d']);
    expect(upstream.connections()).toBe(2);
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 2, 1, 2]);
  });

  it('one carries the next read of its own key at once, but no write, nor a read that has no key', async () => {
    begin();
    for (const path of ['/a', '/b', '/c']) expect(await caller.ask(path, 'key')).toBe(path);
    expect(upstream.connections()).toBe(1);
    expect(await caller.ask('/d', 'key', 'PATCH')).toBe('/d');
    expect(upstream.connections()).toBe(2);
    expect([await caller.ask('/e', ''), await caller.ask('/f', '')]).toEqual(['/e', '/f']);
    expect(upstream.connections()).toBe(4);
  });

  it('one carries 64 reads of its own key in a row, then it has to be silent', async () => {
    begin();
    for (let read = 0; read < 65; read += 1) expect(await caller.ask(`/${read}`, 'key')).toBe(`/${read}`);
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([...Array<number>(64).fill(1), 2]);
  });

  it('none carries even that once something unasked has come on one', async () => {
    begin();
    expect(await caller.ask('/a', 'key')).toBe('/a');
    latest.write(reply(200, 'unasked'));
    await upstream.quiet(0);
    expect([await caller.ask('/b', 'key'), await caller.ask('/c', 'key')]).toEqual(['/b', '/c']);
    expect(upstream.connections()).toBe(3);
  });

  it('one on which something comes meanwhile carries no other, nor do its bytes reach anyone', async () => {
    begin();
    expect(await caller.ask('/a')).toBe('/a');
    latest.write(reply(200, 'unasked'));
    await upstream.quiet(0);
    await clock.step(WHOLE);
    expect(await caller.ask('/b')).toBe('/b');
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('one on which less than an answer comes meanwhile carries no other either', async () => {
    begin();
    expect(await caller.ask('/a')).toBe('/a');
    latest.write('H');
    await upstream.quiet(0);
    await clock.step(WHOLE);
    expect(await caller.ask('/b')).toBe('/b');
  });

  it('no more are kept than may be', async () => {
    begin(1);
    const paths = ['/a', '/b', '/c'];
    expect(await Promise.all(paths.map((path) => caller.ask(path)))).toEqual(paths);
    await upstream.quiet(1);
    await clock.step(WHOLE);
    expect(await caller.ask('/d')).toBe('/d');
    expect(upstream.connections()).toBe(3);
  });
});
