import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { createAttachment } from '../exchange/attachment';

/** Whoever reads what comes on a socket. */
export interface ArrivalReader {
  /** Takes bytes, which are overwritten afterwards. */
  readonly arrived: (bytes: Buffer) => void;
}

/** Bytes that have just come, of whichever socket: Node would make 64 KB anew for each read. */
const arrivals = Buffer.allocUnsafeSlow(64 * 1024);
const readers = createAttachment<Socket, ArrivalReader>();

/** Has whatever comes on a socket read, from now on. */
export const readArrivals = readers.set;

/** Makes what opens sockets, each within `timeout` ms; one for all of an upstream, as it keeps the sessions of TLS. */
export function createConnector(timeout: number): buildConnector.connector {
  function callback(this: unknown, count: number): boolean {
    const socket = this as Socket;
    const reader = readers.get(socket);
    if (reader === undefined) socket.destroy();
    else reader.arrived(arrivals.subarray(0, count));
    return true;
  }
  return buildConnector({ allowH2: false, timeout, ...{ onread: { buffer: arrivals, callback } } });
}
