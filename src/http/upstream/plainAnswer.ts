/** The head of a plain answer, read. */
export interface PlainHead {
  readonly status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body; undefined: it comes in chunks. */
  readonly length: number | undefined;
  /** Time (ms) that the upstream keeps the connection for; 0: it closes it; undefined: it does not say. */
  readonly kept: number | undefined;
}

/**
 * A final head of HTTP/1.1 (RFC 9112 4 and 5) as nearly all services write it: a status that says what follows, no
 * folded line, nothing but ASCII.
 */
const form = /^HTTP\/1\.1 ([2-5]\d\d) [\t -~]*\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t -~]*\r\n)*\r\n$/;

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const length = /^\d{1,10}$/;
const offeredTime = /(?:^|[\s,])timeout=(\d{1,6})(?:$|[\s,])/i;

/** Statuses whose answers have no body, whatever their head says (RFC 9112 6.3). */
const isBodiless = (status: number): boolean => status === 204 || status === 304;

/** Bytes of the body, undefined for chunks; false where a head says neither, both, or what is none (RFC 9112 6.3). */
function framing(status: number, headers: PlainHead['headers']): number | undefined | false {
  const { 'content-length': said, 'transfer-encoding': coding } = headers;
  if (isBodiless(status)) return said === undefined && coding === undefined ? 0 : false;
  if (coding !== undefined)
    return said === undefined && coding.toLowerCase() === 'chunked' ? undefined : false;
  return said !== undefined && length.test(said) ? Number(said) : false;
}

/** Milliseconds of `Keep-Alive: timeout`; undefined without one. */
function offered(keepAlive = ''): number | undefined {
  const [, seconds] = offeredTime.exec(keepAlive) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/** False for a connection that is neither to be kept nor closed. */
function kept({
  connection = 'keep-alive',
  'keep-alive': time,
}: PlainHead['headers']): number | undefined | false {
  const said = connection.toLowerCase();
  if (said === 'close') return 0;
  return said === 'keep-alive' && offered(time);
}

function fieldsOf(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  let from = text.indexOf(LINE_END) + LINE_END.length;
  while (from < text.length - LINE_END.length) {
    const to = text.indexOf(LINE_END, from);
    const colon = text.indexOf(':', from);
    const name = text.slice(from, colon).toLowerCase();
    if (name === '__proto__') return undefined;
    const value = text.slice(colon + 1, to).trim();
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    headers[name] = before === undefined ? value : `${before}, ${value}`;
    from = to + LINE_END.length;
  }
  return headers;
}

/**
 * Reads the head of an answer, with the empty line that ends it. Undefined for any head that is not plain, although it
 * may be valid: whoever asked has a parser of all of HTTP judge it.
 */
function readPlainHead(text: string): PlainHead | undefined {
  const [, status] = form.exec(text) ?? [];
  const headers = status === undefined ? undefined : fieldsOf(text);
  if (headers === undefined) return undefined;
  const bytes = framing(Number(status), headers);
  const time = kept(headers);
  if (bytes === false || time === false) return undefined;
  return { status: Number(status), headers, length: bytes, kept: time };
}

/** Size in hexadecimal digits without an extension (RFC 9112 7.1). */
const chunkSize = /^[\da-f]{1,7}\r\n/i;
/** The part of such a line that has come. */
const sizeBegun = /^[\da-f]*\r?$/i;
/** Bytes of the longest such line, with its end. */
const LONGEST_LINE = 9;
/** Bytes for an answer whose length is not known yet. */
const FIRST_BYTES = 4 * 1024;
/** Bytes of chunks with their sizes, to each byte that they may hold: with more it is no plain body. */
const MOST_FRAMING = 2;

const none = Buffer.alloc(0);

/** Caps on an answer, in bytes. */
interface Caps {
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** State of an answer: `foreign` if it is none that is read here. */
type Found = 'more' | 'whole' | 'foreign';

/** The answers of one connection, one after the other, as their bytes come. */
export class PlainAnswers {
  /** Of the current answer, once it has come. */
  head: PlainHead | undefined = undefined;
  /** Of the current answer, once it is whole. */
  body: Buffer = none;
  /** Bytes behind a whole answer. */
  excess = 0;
  /** All of an answer so far, as long as it is not whole, and how many bytes that is. */
  private kept: Buffer = none;
  private count = 0;
  private bodyAt = 0;
  /** Where the next chunk begins, and those before. */
  private next = 0;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(private readonly caps: Caps) {}

  /** All bytes of an answer that is not whole. */
  get received(): Buffer {
    return this.kept.subarray(0, this.count);
  }

  /** The next bytes begin another answer. */
  begin(): void {
    this.head = undefined;
    this.body = this.kept = none;
    this.count = this.excess = this.size = 0;
    this.chunks = [];
  }

  /** Takes bytes, which may be overwritten afterwards. */
  take(bytes: Buffer): Found {
    if (this.count === 0) {
      const found = this.look(bytes);
      if (found !== 'whole') this.keep(bytes);
      else if (this.head?.length !== undefined) this.body = Buffer.from(this.body);
      // What has been found of its chunks is in bytes that are overwritten.
      return found === 'more' && this.chunks.length > 0 ? this.lookAgain() : found;
    }
    this.keep(bytes);
    return this.look(this.received);
  }

  private lookAgain(): Found {
    this.chunks = [];
    this.size = 0;
    this.next = this.bodyAt;
    return this.look(this.received);
  }

  private keep(bytes: Buffer): void {
    const { count, kept, head, bodyAt } = this;
    const length = count + bytes.length;
    if (kept.length < length) {
      const whole = head?.length === undefined ? Math.max(FIRST_BYTES, 2 * count) : bodyAt + head.length;
      this.kept = Buffer.allocUnsafeSlow(Math.max(length, whole));
      kept.copy(this.kept, 0, 0, count);
    }
    bytes.copy(this.kept, count);
    this.count = length;
  }

  private look(bytes: Buffer): Found {
    if (this.head === undefined && !this.readHead(bytes)) return 'foreign';
    const length = this.head?.length;
    if (length === undefined) return this.lookForChunks(bytes);
    const end = this.bodyAt + length;
    if (bytes.length < end) return 'more';
    this.body = bytes.subarray(this.bodyAt, end);
    this.excess = bytes.length - end;
    return 'whole';
  }

  /** False for a head that is not plain, or does not come at once. */
  private readHead(bytes: Buffer): boolean {
    const { headBytes, bodyBytes } = this.caps;
    const end = bytes.indexOf(HEAD_END, 0, 'latin1') + HEAD_END.length;
    if (end < HEAD_END.length || end > headBytes) return false;
    const head = readPlainHead(bytes.toString('latin1', 0, end));
    if (head === undefined || (head.length ?? 0) > bodyBytes) return false;
    this.head = head;
    this.bodyAt = this.next = end;
    return true;
  }

  private lookForChunks(bytes: Buffer): Found {
    for (;;) {
      const found = this.takeChunk(bytes);
      if (found !== undefined) return found;
    }
  }

  /** Undefined after each chunk but the last one. */
  private takeChunk(bytes: Buffer): Found | undefined {
    const line = bytes.toString('latin1', this.next, Math.min(this.next + LONGEST_LINE, bytes.length));
    const [sized] = chunkSize.exec(line) ?? [];
    if (sized === undefined) return line.length < LONGEST_LINE && sizeBegun.test(line) ? 'more' : 'foreign';
    const size = Number.parseInt(sized, 16);
    const begin = this.next + sized.length;
    const end = begin + size + LINE_END.length;
    if (this.isTooLarge(size, end)) return 'foreign';
    if (bytes.length < end) return 'more';
    if (bytes.toString('latin1', begin + size, end) !== LINE_END) return 'foreign';
    this.next = end;
    this.size += size;
    if (size > 0) {
      this.chunks.push(bytes.subarray(begin, begin + size));
      return undefined;
    }
    this.body = Buffer.concat(this.chunks);
    this.excess = bytes.length - end;
    return 'whole';
  }

  private isTooLarge(size: number, end: number): boolean {
    const { bodyBytes } = this.caps;
    return this.size + size > bodyBytes || end - this.bodyAt > MOST_FRAMING * bodyBytes;
  }
}
