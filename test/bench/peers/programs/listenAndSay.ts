import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:http';

/** Listens on a free port and prints where, for the bench that has started the program. */
export function listenAndSay(serverOrListener: Server | RequestListener): void {
  const server = typeof serverOrListener === 'function' ? createServer(serverOrListener) : serverOrListener;
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) {
      process.stdout.write(`ready http://127.0.0.1:${address.port}\n`);
    }
  });
  process.once('SIGTERM', () => process.exit(0));
}
