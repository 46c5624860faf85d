import net from 'node:net';

/** Writes bytes (latin1) to a port of this machine and gives all that came until the connection ended. */
export function exchangeBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    socket.write(bytes, 'latin1');
  });
}
