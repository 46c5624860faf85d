import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** The moments at which a connection can end, in their order; `never` lets the request be. */
export const MOMENTS = [
  'accepted',
  'arrived',
  'forwarded',
  'answered',
  'halfway',
  'afterwards',
  'never',
] as const;

export type Moment = (typeof MOMENTS)[number];

/** A relay before an upstream that loses connections, and knows which requests the upstream has executed. */
export interface FaultyRelay {
  readonly origin: string;
  /** Number of writes that the upstream answered with 200, by what `nameOf` reads out of their bytes. */
  readonly executed: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

/** True when the bytes are one whole HTTP/1.1 message with a length. */
function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  return bytes.length >= end + 4 + length;
}

/** Sends one whole message on a connection of its own and reads the one that comes back. */
function exchange(port: number, message: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(message));
    let answer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (isWhole(answer)) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(answer));
  });
}

/** Listens on a free port in front of an origin; `momentOf` chooses when each request loses its connection. */
export async function startFaultyRelay(
  upstream: string,
  momentOf: () => Moment,
  nameOf: (request: string) => string | undefined,
): Promise<FaultyRelay> {
  const executed = new Map<string, number>();
  const sockets = new Set<Socket>();
  const port = Number(new URL(upstream).port);

  const serve = async (socket: Socket, request: Buffer, moment: Moment): Promise<void> => {
    const answering = exchange(port, request);
    if (moment === 'forwarded') socket.destroy();
    const answer = await answering;
    const name = nameOf(request.toString());
    if (name !== undefined && answer.toString('latin1').startsWith('HTTP/1.1 200')) {
      executed.set(name, (executed.get(name) ?? 0) + 1);
    }
    if (moment === 'answered') socket.destroy();
    else if (moment === 'halfway') socket.end(answer.subarray(0, answer.length / 2));
    else if (moment === 'afterwards') socket.end(answer);
    else if (!socket.destroyed) socket.write(answer);
  };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let moment = momentOf();
    if (moment === 'accepted') {
      socket.destroy();
      return;
    }
    let request = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      request = Buffer.concat([request, chunk]);
      if (moment === 'arrived') socket.destroy();
      if (socket.destroyed || !isWhole(request)) return;
      void serve(socket, request, moment);
      [request, moment] = [Buffer.alloc(0), momentOf()];
      if (moment === 'accepted') moment = 'arrived';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    executed,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
