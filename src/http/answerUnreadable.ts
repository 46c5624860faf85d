import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from '../gateway/answer';
import type { Clock } from '../gateway/clock';
import type { ProblemCode } from '../gateway/problems';
import type { Edge } from './edge';
import { rawAnswer } from './rawAnswer';

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'bodyTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** How long a refused client may go on sending, ms: closing at once would reset it before it has read its answer. */
const LINGER = 1_000;

/** Answers in the v1 shape what Node would refuse in its own: bytes that are no request, late ones, and CONNECT. */
export function answerUnreadable(server: Server, edge: Edge, clock: Clock): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  const refuse = (socket: Duplex, answer: Answer): void => {
    refused.add(socket);
    socket.end(rawAnswer(answer));
    socket.resume();
    const stopTimer = clock.schedule(LINGER, () => socket.destroy());
    socket.once('close', stopTimer);
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (refused.has(socket)) return; // it is still sending
    const code = codes[error.code ?? ''] ?? 'badRequest';
    const response = latest.get(socket);
    if (response === undefined || response.writableFinished) {
      if (socket.writable) refuse(socket, edge.unreadable(code, undefined));
      else socket.destroy();
    } else if (response.req.complete) {
      // The request before is whole: its answer comes first, and the connection ends with it.
      response.shouldKeepAlive = false;
    } else if (response.headersSent || !socket.writable) {
      socket.destroy();
    } else {
      refuse(socket, edge.unreadable(code, response));
    }
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(socket, edge.unreadable('badPath', undefined));
  });
}
