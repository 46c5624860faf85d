import { connect, type Socket } from 'node:net';

/** Keeps connections open, on each of which one request has been answered; prints how many are held. */
const [, , origin = '', count = '0', path = '/', key = ''] = process.argv;
/** Given back when the gateway takes no more: who is measured needs places too. */
const SPARE = 96;
const WIDTH = 64;
const { hostname, port, host } = new URL(origin);
const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
const held = new Set<Socket>();
let left = Number(count);
let isRefused = false;

/** Resolves when the connection is idle, or was refused. */
function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.once('data', () => {
      held.add(socket.resume());
      resolve();
    });
    socket.once('error', () => socket.destroy());
    socket.once('close', () => {
      isRefused ||= !held.delete(socket);
      resolve();
    });
  });
}

async function lane(): Promise<void> {
  while (left > 0 && !isRefused) {
    left -= 1;
    await open();
  }
}

void Promise.all(Array.from({ length: WIDTH }, lane)).then(() => {
  if (isRefused) for (const socket of [...held].slice(0, SPARE)) socket.destroy();
  process.stdout.write(`${isRefused ? held.size - SPARE : held.size}\n`);
});
process.once('SIGTERM', () => process.exit(0));
