import type { IncomingMessage } from 'node:http';

/** True for a request that changes nothing, whoever executes it (RFC 9110 9.2.1). */
export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';
