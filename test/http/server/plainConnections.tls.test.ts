import { once } from 'node:events';
import tls from 'node:tls';
import express from 'express';
import { problemAnswer } from '../../../src/gateway/problems';
import { type Edge, serverLimits } from '../../../src/http/server/openServer';
import { startServer } from '../../../src/http/server/startServer';
import { certificate } from '../../support/certificate';
import { realClock } from '../../support/realClock';

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

describe('an edge that reads plain requests over TLS', () => {
  it('answers them, hands a connection over with the first that is not plain, and ends it with the last', async () => {
    const edge: Edge = {
      app: express(),
      answer: (request) => {
        request.writeHead(200, ['content-length', '3']);
        request.end('own', 'latin1');
      },
      listener: (_request, response) => response.end('node'),
      unreadable: (code) => problemAnswer(code, 'id'),
    };
    const local = { host: '127.0.0.1', port: 0, clock: realClock, limits: serverLimits };
    const started = await startServer({ edge, ...local, tls: certificate });
    if (!started.ok) throw new Error(started.failure.message);
    const port = Number(new URL(started.value.origin).port);
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }).setEncoding('latin1');
    let received = '';
    socket.on('data', (text: string) => (received += text));
    const answered = async (text: string): Promise<void> => {
      while (!received.endsWith(text)) await once(socket, 'data');
      received = '';
    };
    socket.write(get('/v1/a'));
    await answered('\r\n\r\nown');
    socket.write(get('/v1/a'));
    await answered('\r\n\r\nown');
    socket.write(get('/v2/a'));
    await answered('\r\n\r\nnode');
    socket.write(get('/v1/a', 'Connection: close\r\n'));
    await once(socket, 'close');
    expect(received).toMatch(/Connection: close\r\n.*\r\n\r\nnode$/s);
    await started.value.close(0);
  });
});
