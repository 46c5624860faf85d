import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A relay before a port, which can become a black hole: it takes and gives nothing then, and ends no connection. */
export interface Relay {
  readonly port: number;
  readonly hole: (isHole: boolean) => void;
  readonly close: () => Promise<void>;
}

/** Listens on a free port of the loopback interface in front of another. */
export async function startRelay(to: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isHole = false;
  const server = net.createServer((near) => {
    const far = net.connect(to, '127.0.0.1');
    for (const [socket, nextSocket] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => nextSocket.write(chunk));
      socket.on('error', () => nextSocket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        nextSocket.destroy();
      });
      if (isHole) socket.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hole: (next) => {
      isHole = next;
      for (const socket of sockets)
        if (next) socket.pause();
        else socket.resume();
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
