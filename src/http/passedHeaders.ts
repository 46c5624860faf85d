import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { endToEnd } from './endToEnd';

/** What a client says about where it came from is not known to be true; what it says to Lifeboat ends here. */
const claims = /^(?:forwarded|x-forwarded-.*|x-real-ip|x-lifeboat-.*)$/;

/**
 * The headers of a request that is passed on, made anew: end-to-end ones, this hop's framing, and `Via`.
 * `Expect` ends here: Node has answered it, and http-proxy skips its hooks on a request that carries it.
 */
export function passedHeaders({ headers, method = '' }: IncomingMessage): IncomingHttpHeaders {
  const goesOn = endToEnd(headers.connection);
  const passed = Object.entries(headers).filter(
    ([name]) => goesOn(name) && name !== 'expect' && !claims.test(name),
  );
  const via = headers.via === undefined ? '1.1 lifeboat' : `${headers.via}, 1.1 lifeboat`;
  return Object.assign(Object.fromEntries(passed), framing(headers, method), { via });
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function framing(headers: IncomingHttpHeaders, method: string): IncomingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  // Without a length, Node would frame the missing body of these as chunks.
  const mayHaveBody = !bodiless.has(method);
  return mayHaveBody ? { 'content-length': headers['content-length'] ?? '0' } : {};
}
