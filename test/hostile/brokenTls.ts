import { once } from 'node:events';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import type { Duplex } from 'node:stream';

/** Says where a connection breaks: after so many bytes of one side, and how the other hears of it. */
export interface Break {
  readonly by: 'client' | 'server';
  readonly bytes: number;
  readonly ending: 'reset' | 'end';
}

/** Most bytes that a client or a server says in a handshake and the exchange after it. */
const MOST_SIDE_BYTES = 2_000;
const BREAK_STEP_BYTES = 47;

/** Breaks at every step of TLS. */
export const breaks: readonly Break[] = Array.from(
  { length: MOST_SIDE_BYTES / BREAK_STEP_BYTES },
  (_, index) =>
    (['client', 'server'] as const).flatMap((by) =>
      (['reset', 'end'] as const).map((ending) => ({ by, ending, bytes: index * BREAK_STEP_BYTES })),
    ),
).flat();

interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

async function listen(server: Server, sockets: ReadonlySet<Duplex>): Promise<Listening> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Follows sockets until they are closed, and ends the peer of each with it. */
function followSockets() {
  const sockets = new Set<Duplex>();
  const follow = (socket: Duplex, peerSocket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => peerSocket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      peerSocket.destroy();
    });
  };
  return { sockets, follow };
}

/** A relay that breaks the connections made from now on. */
export interface BreakingRelay extends Listening {
  readonly breakAt: (next: Break | undefined) => void;
}

/** Passes on the bytes of one side up to a limit, at which both sides hear of the break. */
function passOn(from: Socket, to: Socket, mostBytes: number, breakBoth: () => void): void {
  let bytesLeft = mostBytes;
  from.on('data', (bytes) => {
    const passed = bytes.subarray(0, bytesLeft);
    bytesLeft -= passed.length;
    if (passed.length > 0) to.write(passed);
    if (bytesLeft === 0) breakBoth();
  });
}

/** Starts a relay before a port. */
export async function startBreakingRelay(targetPort: number): Promise<BreakingRelay> {
  const { sockets, follow } = followSockets();
  let current: Break | undefined;
  const server = net.createServer((near) => {
    const far = net.connect(targetPort, '127.0.0.1');
    const { by, bytes, ending } = current ?? { by: 'client', bytes: Infinity, ending: 'end' };
    const breakBoth = (): void => {
      for (const socket of [near, far]) {
        if (ending === 'reset') socket.resetAndDestroy();
        else socket.end();
      }
    };
    follow(near, far);
    follow(far, near);
    passOn(near, far, by === 'client' ? bytes : Infinity, breakBoth);
    passOn(far, near, by === 'server' ? bytes : Infinity, breakBoth);
    if (bytes === 0) breakBoth();
  });
  const listening = await listen(server, sockets);
  return { ...listening, breakAt: (next) => (current = next) };
}

/** Starts a server of TLS before a port that does not speak it. */
export function startTlsBefore(
  targetPort: number,
  pem: { readonly cert: string; readonly key: string },
): Promise<Listening> {
  const { sockets, follow } = followSockets();
  const server = tls.createServer(pem, (near) => {
    const far = net.connect(targetPort, '127.0.0.1');
    follow(near, far);
    follow(far, near);
    near.pipe(far).pipe(near);
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return listen(server, sockets);
}
