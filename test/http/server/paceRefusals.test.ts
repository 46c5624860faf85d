import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import tls from 'node:tls';
import {
  createPausedConnections,
  createRefusalPace,
  type PausedConnections,
} from '../../../src/http/server/paceRefusals.js';
import { fakeClock } from '../../gateway/support/fakeClock.ts';
import { type Edge, serverLimits } from '../../../src/http/server/openServer.js';
import { type RunningServer, startServer } from '../../../src/http/server/startServer.js';
import { problemAnswer } from '../../../src/gateway/problems.js';
import { certificate } from '../../support/certificate.ts';
import { realClock } from '../../support/realClock.ts';

/** A pace, and the numbers of those refused so far. */
function open() {
  const clock = fakeClock();
  const pace = createRefusalPace(clock);
  const refused: number[] = [];
  let latestAt = 0;
  const come = (count: number): void => {
    for (let number = 0; number < count; number += 1) {
      const mine = (latestAt += 1);
      pace(() => void refused.push(mine));
    }
  };
  return { clock, refused, come };
}

/** Ends so many rounds of ten milliseconds. */
function pass({ advance }: { readonly advance: (time: number) => void }, milliseconds: number): void {
  for (let time = 0; time < milliseconds; time += 10) advance(10);
}

describe('refusals', () => {
  it('are sent at once while they are few', () => {
    const { clock, refused, come } = open();
    come(256);
    expect(refused).toHaveLength(256);
    pass(clock, 1_000);
    come(256);
    expect(refused).toHaveLength(512);
  });

  it('are delayed when they are many, and sent in order at 600 a second', () => {
    const { clock, refused, come } = open();
    come(1_256);
    expect(refused).toHaveLength(256);
    pass(clock, 1_000);
    expect(refused).toEqual(Array.from({ length: 856 }, (_, at) => at + 1));
  });

  it('are delayed for two seconds at most', () => {
    const { clock, refused, come } = open();
    come(256 + 2_048);
    expect(refused).toHaveLength(256);
    pass(clock, 2_000);
    expect(refused).toHaveLength(256 + 2_048);
  });

  it('are not delayed while more arrive than waiting clients would cause', () => {
    const { clock, refused, come } = open();
    come(256 + 2_049);
    come(10);
    expect(refused).toHaveLength(266);
    pass(clock, 300);
    expect(refused).toHaveLength(256 + 2_049 + 10);
    pass(clock, 10_000);
    come(1_000);
    expect(refused).toHaveLength(256 + 2_049 + 10 + 256);
  });

  it('are sent at once again after a pause', () => {
    const { clock, refused, come } = open();
    come(1_000);
    pass(clock, 2_500);
    come(100);
    expect(refused).toHaveLength(1_100);
  });
});

/** The targets that were asked for, in order. */
let askedTexts: string[];
let paused: PausedConnections;
let server: RunningServer;
let isOver: boolean;

/** Starts a server that pauses each connection when it has its answer. */
async function start(isTls: boolean): Promise<void> {
  askedTexts = [];
  isOver = false;
  paused = createPausedConnections(realClock);
  const edge: Edge = {
    listener: (request, response) => {
      askedTexts.push(request.url ?? '');
      response.end(request.url);
    },
    answered: (socket) => {
      if (!isOver) paused.pause(socket);
    },
    closing: () => {
      isOver = true;
      paused.resume(Infinity);
    },
    unreadable: () => problemAnswer('badRequest', ''),
  };
  const tlsOf = isTls ? certificate : undefined;
  const options = { edge, host: '127.0.0.1', port: 0, limits: serverLimits, clock: realClock, tls: tlsOf };
  const started = await startServer(options);
  if (!started.ok) throw new Error(started.failure.message);
  server = started.value;
}

/** A client on a kept connection. */
function client(): { ask: (path: string) => void; heard: (text: string) => Promise<string> } {
  const { protocol, hostname, port } = new URL(server.origin);
  const where = { host: hostname, port: Number(port) };
  const socket =
    protocol === 'https:' ? tls.connect({ ...where, rejectUnauthorized: false }) : net.connect(where);
  let wire = '';
  socket.setEncoding('latin1').on('data', (text: string) => (wire += text));
  return {
    ask: (path) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
    heard: async (text) => {
      while (!wire.includes(text)) await once(socket, 'data');
      return wire;
    },
  };
}

describe.each([
  ['plain', false],
  ['of TLS', true],
])('a paused connection, %s,', (_name, isTls) => {
  beforeEach(() => start(isTls));
  afterEach(() => server.close(0));

  it('is not read until it is resumed, and is answered then', async () => {
    const [entry, nextEntry] = [client(), client()];
    entry.ask('/first');
    await entry.heard('/first');
    while (paused.count() < 1) await turn();
    entry.ask('/second');
    nextEntry.ask('/third');
    // What one has sent before has arrived when this is answered.
    await nextEntry.heard('/third');
    expect(askedTexts).toEqual(['/first', '/third']);
    paused.resume(1);
    await entry.heard('/second');
    expect(askedTexts).toEqual(['/first', '/third', '/second']);
  });

  it('has the answer to its request before its server closes', async () => {
    const entry = client();
    entry.ask('/first');
    await entry.heard('/first');
    while (paused.count() < 1) await turn();
    entry.ask('/second');
    const nextEntry = client();
    nextEntry.ask('/third');
    await nextEntry.heard('/third');
    const closed = server.close(10_000);
    expect(await entry.heard('/second')).toContain('Connection: close');
    await closed;
  });
});

describe('createPausedConnections', () => {
  it('resumes the longest paused first, and every connection after 2 seconds even without room', () => {
    let now = 0;
    const { pause, resume, count } = createPausedConnections({ steady: () => now });
    const sockets = [new net.Socket(), new net.Socket(), new net.Socket()] as const;
    for (const socket of sockets) pause(socket);
    const isPaused = () => sockets.map((socket) => socket.isPaused());
    resume(0);
    expect(isPaused()).toEqual([true, true, true]);
    resume(1);
    expect([isPaused(), count()]).toEqual([[false, true, true], 2]);
    now = 2_000;
    resume(-1);
    expect([isPaused(), count()]).toEqual([[false, false, false], 0]);
  });
});
