import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';

/**
 * Ends an answer that has begun and cannot be finished, so that no client takes it for a whole one: a reset, because a
 * body that ends with its connection (HTTP/1.0) would look complete after an orderly close. TLS has its own end mark.
 */
export function cutOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null || socket instanceof TLSSocket) response.destroy();
  else socket.resetAndDestroy();
}
