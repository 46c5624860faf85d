import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type EndToEnd, endToEnd } from './passedAnswer';

/**
 * Headers that end here: what a client says about where it came from is not known to be true, some are for Lifeboat only,
 * and some ask a server for another path or method than the one that was judged here.
 */
const claims =
  /^(?:forwarded|x-forwarded-.*|x-real-ip|x-lifeboat-.*|x-original-.*|x-rewrite-url|x-(?:http-)?method(?:-override)?)$/;

/** Headers that say where a message ends or goes; each hop says that itself. */
const framings: ReadonlySet<string> = new Set(['content-length', 'host', 'expect', 'via']);

/** True for a name that a server which takes `_` for `-` would mistake for one that this hop writes, or that ends here. */
function isDisguised(name: string, goesOn: EndToEnd): boolean {
  if (!name.includes('_')) return false;
  const plain = name.replaceAll('_', '-');
  return !goesOn(plain) || framings.has(plain) || claims.test(plain);
}

/**
 * The headers of a request that is passed on, made anew: end-to-end ones, this hop's framing, and `Via`.
 * `Expect` ends here: Node has answered it, and http-proxy skips its hooks on a request that carries it.
 */
export function passedHeaders({ headers, method = '' }: IncomingMessage): IncomingHttpHeaders {
  const goesOn = endToEnd(headers.connection);
  const passed: IncomingHttpHeaders = {};
  for (const name in headers) {
    const isPassed = goesOn(name) && name !== 'expect' && !claims.test(name) && !isDisguised(name, goesOn);
    if (isPassed) passed[name] = headers[name];
  }
  const via = headers.via === undefined ? '1.1 lifeboat' : `${headers.via}, 1.1 lifeboat`;
  return Object.assign(passed, framing(headers, method), { via });
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function framing(headers: IncomingHttpHeaders, method: string): IncomingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  // Without a length, Node would frame the missing body of these as chunks.
  const mayHaveBody = !bodiless.has(method);
  return mayHaveBody ? { 'content-length': headers['content-length'] ?? '0' } : {};
}
