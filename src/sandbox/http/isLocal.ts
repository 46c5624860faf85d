import type { Request } from 'express';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * Reports whether a request comes from a program on this machine: over loopback, under its name, not from a page of
 * another site in a browser. The name keeps out pages whose host name was pointed here (DNS rebinding).
 */
export const isLocal = ({ socket, headers }: Pick<Request, 'socket' | 'headers'>): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  LOCAL_HOST.test(headers.host ?? '') &&
  headers.origin === undefined;
