import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Writes packets (latin1) to a port of this machine and gives all that came until the connection ended. */
export function exchangeBytes(port: number, ...packets: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    const [firstText = '', ...otherTexts] = packets;
    socket.write(firstText, 'latin1');
    void (async () => {
      for (const packet of otherTexts) {
        await turn();
        await turn();
        if (socket.writable) socket.write(packet, 'latin1');
      }
    })();
  });
}
