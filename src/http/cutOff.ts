import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/**
 * Ends an answer that has begun and cannot be finished. A length or chunks show the client that it is cut; a body that
 * ends with its connection (HTTP/1.0) would look whole after an orderly close, hence the reset. TLS has an end mark,
 * and a request that is replayed is never HTTP/1.0.
 */
export function cutOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else response.destroy();
}
