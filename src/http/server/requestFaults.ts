import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '../../gateway/problems';
import { knownMethods } from './messages';
import { hasDotSegment, decodeDots } from '../../gateway/routes';
import { MAX_HEADERS } from './openServer';

/** The reason to refuse a request before anything else reads it. */
interface RequestFault {
  readonly code: ProblemCode;
  /** The broken rule, for the log. */
  readonly rule: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Matches a name, IPv4 or bracketed IPv6 address and a port (RFC 9110 7.2): nothing that could end up in a path. */
const host = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** True for a request whose path ends with a value that is only compared, whatever its characters. */
export type IsLookup = (request: IncomingMessage) => boolean;

interface Rule extends RequestFault {
  readonly holds: (request: IncomingMessage, isLookup: IsLookup) => boolean;
}

const rules: readonly Rule[] = [
  {
    rule: 'not too many headers', // first, because a header that the other rules look for may be left out
    code: 'headersTooLarge',
    holds: ({ rawHeaders }) => rawHeaders.length <= 2 * MAX_HEADERS,
  },
  {
    rule: 'no TRACE', // it shows headers that a hop has added to a request, even its keys
    code: 'methodNotAllowed',
    headers: { allow: [...knownMethods].join(', ') }, // RFC 9110 15.5.6
    holds: ({ method }) => method !== 'TRACE',
  },
  {
    rule: 'target is a path', // other forms ask a proxy to choose the host, and `//` is a host to many parsers
    code: 'badPath',
    holds: ({ url = '' }) => /^\/(?!\/)/.test(url),
  },
  { rule: 'target without fragment', code: 'badPath', holds: ({ url = '' }) => !url.includes('#') },
  {
    rule: 'path stays inside',
    code: 'badPath',
    holds: (request, isLookup) => isInside(request.url ?? '') || isLookup(request),
  },
  {
    rule: 'one valid host',
    code: 'badRequest',
    holds: ({ rawHeaders, headers }) => countHosts(rawHeaders) === 1 && host.test(headers.host ?? ''),
  },
  {
    rule: 'chunked or nothing',
    code: 'badRequest',
    holds: ({ headers: { 'transfer-encoding': coding }, httpVersion }) =>
      coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1'),
  },
  {
    rule: 'one framing',
    code: 'badRequest',
    holds: ({ headers }) =>
      headers['transfer-encoding'] === undefined || headers['content-length'] === undefined,
  },
];

/** Finds the first rule of framing and routing that a request breaks. Returns undefined when it may be read. */
export function findFault(request: IncomingMessage, isLookup: IsLookup): RequestFault | undefined {
  return rules.find(({ holds }) => !holds(request, isLookup));
}

/** False when a segment is `.` or `..`, even with dots or slashes percent-encoded once, or holds a backslash. */
function isInside(url: string): boolean {
  // Most paths have no such character, and one search costs less than splitting them.
  if (!/\/\.|%(?:2[ef]|5c)|\\/i.test(url)) return true;
  const [path = ''] = url.split('?');
  const plain = decodeDots(path);
  return !plain.includes('\\') && !hasDotSegment(plain);
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
