import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { Duplex } from 'node:stream';
import type { OddRequest } from './oddRequests.ts';

/** Opens a connection to an origin: the stream that bytes are written to, and the socket beneath it. */
function connect(origin: string): { readonly stream: Duplex; readonly socket: Socket } {
  const { protocol, hostname, port } = new URL(origin);
  const socket = net.connect({ port: Number(port), host: hostname, noDelay: true });
  const stream = protocol === 'http:' ? socket : tls.connect({ socket, rejectUnauthorized: false });
  for (const layer of new Set<Duplex>([socket, stream])) layer.on('error', () => undefined);
  return { stream, socket };
}

/** Plays an odd request on a connection of its own; gives all that came (latin1) until the connection ended. */
export function playOddRequest(origin: string, { bytes, ending }: OddRequest): Promise<string> {
  const { stream, socket } = connect(origin);
  let received = '';
  const leave = (): void => {
    if (ending.startsWith('resets')) socket.resetAndDestroy();
    else stream.end();
  };
  stream.setEncoding('latin1').on('data', (text: string) => {
    if (received === '' && ending.endsWith('after the answer')) leave();
    received += text;
  });
  stream.write(bytes, 'latin1', () => {
    if (ending.endsWith('at once')) leave();
  });
  return new Promise((resolve) => socket.once('close', () => resolve(received)));
}
