import type { IncomingMessage } from 'node:http';

/** Methods as counts know them: a client may write any word for one. */
export const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** True for a request that changes nothing, whoever executes it (RFC 9110 9.2.1). */
export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

/** True when a request target names `prefix` or something below it. */
export function isUnder(prefix: string, target: string): boolean {
  if (!target.startsWith(prefix)) return false;
  const next = target.charAt(prefix.length);
  return next === '' || next === '/' || next === '?';
}
