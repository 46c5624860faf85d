import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Exchange } from '../server/exchange';
import type { Headers } from '../server/messages';

/** Sees one passed request, and never holds it up. */
export interface PassCopy {
  /** Called when the request is about to be sent on; nothing of its body has been read. */
  readonly noteRequest: (request: IncomingMessage) => void;
  /** Called when the answer begins to flow to the client; a first part of its body has been read already. */
  readonly noteAnswer: (answer: IncomingMessage, heldBytes: Buffer) => void;
  /** Called when the client has its answer (`whole`), or will not get it. */
  readonly noteEnd: (isWhole: boolean) => void;
}

/** Copies a body while it flows elsewhere, with a part that has been read. Returns undefined beyond `most` bytes. */
export function copyBody(
  message: IncomingMessage,
  most: number,
  heldBytes?: Buffer,
): () => Buffer | undefined {
  let chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks = [];
  };
  if (heldBytes !== undefined) take(heldBytes);
  message.on('data', take);
  return () => (size <= most ? Buffer.concat(chunks) : undefined);
}

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** True for a header that goes on beyond this hop; `name` is in lower case. */
type EndToEnd = (name: string) => boolean;

const isPassedByDefault: EndToEnd = (name) => !hopByHop.has(name);

/** Creates the test of which headers go on, by the `Connection` header of their message (RFC 9110 7.6.1). */
function createHopTest(connection: string | undefined): EndToEnd {
  // Most name nothing, or headers that never go on.
  if (connection === undefined || hopByHop.has(connection)) return isPassedByDefault;
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  return (name) => isPassedByDefault(name) && !named.has(name);
}

/** Headers that end here: claims about the origin, Lifeboat's own, and those that ask for another path or method. */
const claims =
  /^(?:forwarded|x-forwarded-.*|x-real-ip|x-lifeboat-.*|x-original-.*|x-rewrite-url|x-(?:http-)?method(?:-override)?)$/;

/** Headers that say where a message ends or goes; each hop writes them itself. */
const framings: ReadonlySet<string> = new Set(['content-length', 'host', 'expect', 'via']);

/** Recognizes a name that a server which reads `_` as `-` would mistake for a header that this hop writes or drops. */
function isDisguised(name: string, goesOn: EndToEnd): boolean {
  if (!name.includes('_')) return false;
  const plain = name.replaceAll('_', '-');
  return !goesOn(plain) || framings.has(plain) || claims.test(plain);
}

/** Builds the headers of a passed request. `Expect` ends here: http-proxy-middleware skips its hooks on it. */
export function requestHeaders({ headers, method = '' }: IncomingMessage): IncomingHttpHeaders {
  const goesOn = createHopTest(headers.connection);
  const passedHeaders: IncomingHttpHeaders = {};
  for (const name in headers) {
    const isPassed = goesOn(name) && name !== 'expect' && !claims.test(name) && !isDisguised(name, goesOn);
    if (isPassed) passedHeaders[name] = headers[name];
  }
  const via = headers.via === undefined ? '1.1 lifeboat' : `${headers.via}, 1.1 lifeboat`;
  return Object.assign(passedHeaders, framingHeaders(headers, method), { via });
}

/** Methods whose passed request gets no length. `bodilessMethods` also has DELETE, and not TRACE, which is refused. */
const methodsWithoutLength: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Writes the framing of a passed request. A needless body has been dropped before (`dropNeedlessBody`). */
function framingHeaders(headers: IncomingHttpHeaders, method: string): IncomingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  if (methodsWithoutLength.has(method)) return {};
  // Without a length, Node would send the missing body of any other method as chunks.
  return { 'content-length': headers['content-length'] ?? '0' };
}

/** Most bytes of an answer to a write that is held back until it is whole; v1's answers to writes are far smaller. */
export const MAX_HELD_ANSWER_BYTES = 256 * 1024;

/** The beginning of a body, or all of it. */
export interface BodyPart {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  /** Length of an edited body. It is undefined for an unchanged one. */
  readonly length?: number;
}

/** Reads an answer until it is whole, or beyond `most` bytes, paused. Never calls back for one that breaks off. */
export function holdBody(answer: IncomingMessage, most: number, done: (bodyPart: BodyPart) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const takeChunk = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) handOver(false);
  };
  const end = (): void => handOver(true);
  const handOver = (isWhole: boolean): void => {
    answer.off('data', takeChunk).off('end', end).pause();
    done({ bytes: Buffer.concat(chunks, size), isWhole });
  };
  answer.on('data', takeChunk).once('end', end);
}

interface PassedAnswer {
  readonly answer: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly copy: Partial<Pick<PassCopy, 'noteAnswer'>> | undefined;
}

/** Writes the head of an answer and the bytes of its body so far. The rest flows. */
export function beginAnswer({ answer, response, exchange, copy }: PassedAnswer, bodyPart: BodyPart): void {
  const { bytes, isWhole, length } = bodyPart;
  response.writeHead(answer.statusCode ?? 0, reasonPhrase(answer), answerHeaders(answer, exchange, length));
  copy?.noteAnswer?.(answer, bytes);
  if (isWhole) {
    response.end(bytes);
    return;
  }
  if (bytes.length > 0) response.write(bytes);
  answer.pipe(response);
}

/** Returns the reason phrase that Node can write: Node reads characters in it that it refuses to write. */
function reasonPhrase({ statusCode = 0, statusMessage = '' }: IncomingMessage): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : (STATUS_CODES[statusCode] ?? '');
}

const ending: ReadonlySet<string> = new Set(['deprecation', 'sunset']);

/** Headers about the exact bytes of a body (RFC 9110 8.6, RFC 9530), which are false for an edited body. */
const ofBytes: ReadonlySet<string> = new Set(['content-length', 'content-digest', 'repr-digest', 'digest']);

/** Creates the test of which headers of an upstream's answer go on. A given `length` replaces the upstream's. */
function createPassTest(connection: string | undefined, ownHeaders: Headers, length?: number): EndToEnd {
  const goesOn = createHopTest(connection);
  const isReplaced: EndToEnd = (name) =>
    (ownHeaders['sunset'] !== undefined && ending.has(name)) || (length !== undefined && ofBytes.has(name));
  return (name) => goesOn(name) && !name.startsWith('x-lifeboat-') && !isReplaced(name);
}

/** Weakens the tag of an edited body: a strong tag stands for the exact bytes (RFC 9110 8.8.1). */
const weakTag = (tag: string): string => (tag.startsWith('"') ? `W/${tag}` : tag);

/**
 * Returns the headers of every answer, then each end-to-end header as the upstream wrote it, in its order. The
 * upstream's request id wins. v1's headers about its own end are dropped, because they are not true of this gateway,
 * and so are an upstream's `X-Lifeboat-*`. The links of both are kept.
 */
function answerHeaders(answer: IncomingMessage, exchange: Exchange, length?: number): string[] {
  const { rawHeaders, headers } = answer;
  const ownHeaders = exchange.headers();
  const goesOn = createPassTest(headers.connection, ownHeaders, length);
  const passedPairs = headers['x-request-id'] === undefined ? ['X-Request-Id', exchange.id] : [];
  for (const [name, value] of Object.entries(ownHeaders)) passedPairs.push(name, value);
  if (length !== undefined) passedPairs.push('Content-Length', String(length));
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { [index]: name = '', [index + 1]: value = '' } = rawHeaders;
    const key = name.toLowerCase();
    if (goesOn(key)) passedPairs.push(name, length !== undefined && key === 'etag' ? weakTag(value) : value);
  }
  return passedPairs;
}

/** Members of a list that name the address of one of its pages, or of the list. */
const linkMembers: ReadonlySet<string> = new Set([
  ...['links.first', 'links.last', 'links.prev', 'links.next', 'meta.path', 'meta.links.url'],
]);

/** Matches the landmarks of a JSON text: brackets, and texts, with a colon behind the name of a member. */
const landmark = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{}]/gs;

/** Matches the scheme and host, and the path, of a JSON text that is an address; slashes may be escaped. */
const address = /^"https?:(?:\\?\/){2}[^"/\\?#]+([^"?#]*)/;

/** Recognizes an answer whose body may be a list in plain JSON. */
export const isMaybeList = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 &&
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined;

/** Follows a JSON text by its landmarks. Returns the path of members, joined by dots, to each text. */
function createMemberPath(): (token: string, isName: boolean) => string {
  const names: string[] = [];
  return (token, isName) => {
    if (token === '{' || token === '[') names.push('');
    else if (token === '}' || token === ']') names.pop();
    else if (isName) names[names.length - 1] = token.slice(1, token.lastIndexOf('"'));
    else if (names[0] === 'links' || names[0] === 'meta') return names.filter(Boolean).join('.');
    return '';
  };
}

/** Recognizes a body that may name pages. Most have no such member, and need not be searched. */
const isMaybeLinked = (body: Buffer): boolean => body.includes('"links"') || body.includes('"meta"');

/** Replaces the origin in a list's links to its own pages and no other bytes. Returns the same buffer without any. */
export function rewritePageLinks(body: Buffer, path: string, origin: string): Buffer {
  if (!isMaybeLinked(body)) return body;
  const text = body.toString('latin1');
  const memberOf = createMemberPath();
  const pieces: string[] = [];
  let copied = 0;
  for (const { 0: token, 1: colon, index } of text.matchAll(landmark)) {
    const holdsLink = linkMembers.has(memberOf(token, colon !== undefined));
    const [bracketed = '', linked = ''] = holdsLink ? (address.exec(token) ?? []) : [];
    if (bracketed === '' || linked.replaceAll('\\/', '/') !== path) continue;
    pieces.push(text.slice(copied, index), `"${origin}`, linked);
    copied = index + bracketed.length;
  }
  return copied === 0 ? body : Buffer.from(pieces.join('') + text.slice(copied), 'latin1');
}
