import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { closeBehindTest } from './closeBehindTest.ts';

/** A mail server that takes everything, unless it refuses recipients. */
export interface MailServer {
  readonly origin: string;
  /** Commands as they came, without the messages. */
  readonly commands: readonly string[];
  readonly messages: readonly string[];
  readonly refuse: (refuses: boolean) => void;
  /** Resolves with the next message that has not been waited for. */
  readonly next: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts a mail server (RFC 5321) on a free port; it offers no TLS. */
export async function startMailServer(): Promise<MailServer> {
  const commands: string[] = [];
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const waiting: ((message: string) => void)[] = [];
  let [refuses, read] = [false, 0];
  const take = (message: string): void => {
    messages.push(message);
    const waits = waiting.shift();
    if (waits === undefined) return;
    read += 1;
    waits(message);
  };
  const answer = (command: string): string => {
    if (command.startsWith('EHLO')) return '250 mail.test';
    if (command.startsWith('RCPT') && refuses) return '550 no such mailbox';
    if (command.startsWith('DATA')) return '354 go on';
    return command.startsWith('QUIT') ? '221 bye' : '250 ok';
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let [remainder, isMessage] = ['', false];
    socket.on('error', () => undefined).setEncoding('utf8');
    socket.write('220 mail.test ready\r\n');
    socket.on('data', (text: string) => {
      remainder += text;
      for (;;) {
        const mark = isMessage ? '\r\n.\r\n' : '\r\n';
        const end = remainder.indexOf(mark);
        if (end === -1) return;
        const line = remainder.slice(0, end);
        remainder = remainder.slice(end + mark.length);
        if (isMessage) take(line);
        else commands.push(line);
        socket.write(isMessage ? '250 taken\r\n' : `${answer(line)}\r\n`);
        isMessage = !isMessage && line.startsWith('DATA');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    messages,
    refuse: (value) => void (refuses = value),
    next: () => {
      const message = messages[read];
      if (message === undefined) return new Promise((resolve) => waiting.push(resolve));
      read += 1;
      return Promise.resolve(message);
    },
    close: closeBehindTest(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    }),
  };
}
