import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import tls from 'node:tls';
import { createPausedConnections, type PausedConnections } from '../../../src/http/server/pausedConnections';
import { type Edge, serverLimits } from '../../../src/http/server/openServer';
import { type RunningServer, startServer } from '../../../src/http/server/startServer';
import { problemAnswer } from '../../../src/gateway/problems';
import { certificate } from '../../support/certificate';
import { realClock } from '../../support/realClock';

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
