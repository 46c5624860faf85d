import { MOST_HEADERS } from './openServer';
import { isBodiless, isHost } from './requestFaults';

/** The headers of a plain request that the edge uses. */
export interface PlainHeaders {
  /** All of them as text, from the end of the request line on. */
  readonly text: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly traceparent: string | undefined;
  readonly userAgent: string | undefined;
  /** True when the connection ends with the answer. */
  readonly isLast: boolean;
  /** Bytes of the body. */
  readonly length: number;
}

/** A plain request, read. */
export interface PlainMessage {
  readonly method: string;
  readonly target: string;
  readonly headers: PlainHeaders;
  readonly body: Buffer;
}

/**
 * Request line of a v1 request (RFC 9112 3), whose path no parser can take for another: only characters of RFC 3986, no
 * segment that begins with a dot.
 */
const requestLine =
  /^(GET|PATCH|POST|PUT|DELETE) ((?!\S*(?:\/\.|%(?:2[EeFf]|5[Cc])))\/v1\/[\w.~!$&'()*+,;=:@%/?-]*) HTTP\/1\.1$/;

/** Header lines as nearly all programs write them (RFC 9112 5): not folded, no tab, nothing but ASCII. */
const headerLines = /^\r\n(?:[!#$%&'*+.^_`|~\w-]+:(?: ?[!-~](?:[ -~]*[!-~])?)?\r\n)*\r\n$/;

/** Headers that make a request another one, or which only the operator sends: Node reads these. */
const foreign: ReadonlySet<string> = new Set([
  ...['transfer-encoding', 'content-encoding', 'expect', 'upgrade', 'proxy-connection'],
  ...['x-lifeboat-force', 'x-lifeboat-token'],
]);

/** Headers that are read; of each there may be one. */
const known: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length'],
  ...['authorization', 'content-type', 'traceparent', 'user-agent'],
]);

/** A body that comes in one piece with its head has at most 64 KB, as Node reads no more at once. */
const contentLength = /^\d{1,5}$/;

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';

/** Values by lower-case names of those that are read; undefined where a header is foreign, or comes once more. */
function valuesOf(text: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  let count = 0;
  for (let from = LINE_END.length; from < text.length - LINE_END.length; count += 1) {
    const to = text.indexOf(LINE_END, from);
    const colon = text.indexOf(':', from);
    const name = text.slice(from, colon).toLowerCase();
    if (foreign.has(name) || values.has(name)) return undefined;
    if (known.has(name)) values.set(name, copyOf(text.slice(colon + 1, to).trim()));
    from = to + LINE_END.length;
  }
  return count > MOST_HEADERS ? undefined : values;
}

/** A text of its own: a slice would keep all headers in memory for as long as a key is known. */
const copyOf = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** True when the connection ends with the answer, undefined for words that Node has to judge. */
function closes(connection = 'keep-alive'): boolean | undefined {
  const said = connection.toLowerCase();
  return said === 'close' || (said === 'keep-alive' ? false : undefined);
}

/** Reads the headers of a request; undefined where Node has to. */
function readHeaders(text: string): PlainHeaders | undefined {
  const values = headerLines.test(text) ? valuesOf(text) : undefined;
  if (values === undefined || !isHost(values.get('host') ?? '')) return undefined;
  const isLast = closes(values.get('connection'));
  const length = values.get('content-length') ?? '0';
  if (isLast === undefined || !contentLength.test(length)) return undefined;
  return {
    ...{ text, isLast, length: Number(length) },
    authorization: values.get('authorization'),
    contentType: values.get('content-type'),
    traceparent: values.get('traceparent'),
    userAgent: values.get('user-agent'),
  };
}

/** The head of a request, with the empty line that ends it; undefined for part of one, and for one that is uncommonly long. */
function headOf(bytes: Buffer, headBytes: number): string | undefined {
  const end = bytes.indexOf(HEAD_END, 0, 'latin1');
  // Node counts names and values without what stands between them: at half of the limit there is no doubt.
  return end < 0 || end > headBytes / 2 ? undefined : bytes.toString('latin1', 0, end + HEAD_END.length);
}

const none = Buffer.alloc(0);

/** The body of so many bytes; undefined where more or fewer have come, and for one on a method that has none. */
function bodyOf(bytes: Buffer, from: number, length: number, method: string): Buffer | undefined {
  if (from + length !== bytes.length) return undefined;
  if (length === 0) return none;
  return isBodiless(method) ? undefined : bytes.subarray(from);
}

/**
 * Reads one whole request to v1 as programs write it. Undefined for bytes that are anything else, although they may be
 * valid: part of a request, more than one, another method or path, a header that says how to read on.
 *
 * @param headBytes most that a head may have
 * @param latest headers of the request before on this connection: most programs send the same again
 */
export function readPlain(
  bytes: Buffer,
  headBytes: number,
  latest: PlainHeaders | undefined,
): PlainMessage | undefined {
  const head = headOf(bytes, headBytes);
  if (head === undefined) return undefined;
  const lineEnd = head.indexOf(LINE_END);
  const [, method, target] = requestLine.exec(head.slice(0, lineEnd)) ?? [];
  if (method === undefined || target === undefined) return undefined;
  const text = head.slice(lineEnd);
  const headers = latest?.text === text ? latest : readHeaders(text);
  const body = headers && bodyOf(bytes, head.length, headers.length, method);
  return body && { method, target, headers, body };
}
