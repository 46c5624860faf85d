import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { errors } from 'undici';
import { emptyBody } from '../../gateway/context';
import type { UpstreamAnswer, UpstreamFault } from '../../gateway/upstream';
import { failure, type Result, success } from '../../contract/result';

type Kind = UpstreamFault['kind'];
type Head = Omit<UpstreamAnswer, 'body'>;
type Outcome = Result<UpstreamAnswer, UpstreamFault>;

/** Phases of a call: `sent` begins before its first byte is written, `body` when the head of the answer is read. */
type Phase = 'unsent' | 'sent' | 'body';

const kinds: Readonly<Record<string, Kind>> = {
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'tooLarge',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'tooLarge',
  ERR_ASSERTION: 'malformed', // undici's own check of its parser's result
};

/** Returns the fault behind undici's error in a call that had reached `phase`. */
function faultKind(phase: Phase, error: Error): Kind {
  if (phase === 'unsent') return 'unreachable';
  // undici leaves the parser's code out of these errors; its reason is in the text.
  if (error instanceof errors.HTTPParserError)
    return error.message.includes('EOF') ? 'truncated' : 'malformed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // undici reports any parse error of an answer that names a length like this: only inside a body it means "short".
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return phase === 'body' ? 'truncated' : 'malformed';
  return kinds[code] ?? (phase === 'body' ? 'truncated' : 'reset');
}

type Joined = Readonly<Record<string, string>>;

const isJoined = (headers: IncomingHttpHeaders): headers is Joined => {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
};

/** Returns headers as texts, repeated ones joined by `, `. Mostly none is repeated, and the object stays. */
export function joinedHeaders(headers: IncomingHttpHeaders): Joined {
  if (isJoined(headers)) return headers;
  // Without a prototype, so that `__proto__` is a header like any other.
  const joined = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) joined[name] = [headers[name] ?? ''].flat().join(', ');
  return joined;
}

const [ungzip, unzlib, undeflate] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)];

/** Recognizes the two-byte header of zlib (RFC 1950 2.2). */
const isZlib = (body: Buffer): boolean =>
  body.length > 1 && (body.readUInt8() & 0x0f) === 8 && body.readUInt16BE() % 31 === 0;

type Unpacker = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Content codings of answers (RFC 9110 8.4.1), for upstreams that use one without being asked. */
const unpackers = new Map<string, Unpacker>([
  ['', (body) => Promise.resolve(body)],
  ['identity', (body) => Promise.resolve(body)],
  ['gzip', ungzip],
  ['x-gzip', ungzip],
  // Some servers leave out the zlib format around it (RFC 9110 8.4.1.2).
  ['deflate', (body, options) => (isZlib(body) ? unzlib : undeflate)(body, options)],
]);

const unpackerOf = (coding: string): Unpacker | undefined => unpackers.get(coding.trim().toLowerCase());

/** Removes the content coding of a body, and never unpacks more bytes than the cap. */
export async function unpack(
  body: Buffer,
  coding: string,
  most: number,
): Promise<Result<Buffer, 'tooLarge' | 'encoded'>> {
  const unpacker = unpackerOf(coding);
  if (unpacker === undefined) return failure('encoded');
  if (body.length === 0) return success(body);
  try {
    return success(await unpacker(body, { maxOutputLength: most }));
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return failure(isTooLarge ? 'tooLarge' : 'encoded');
  }
}

/** Recognizes a transfer coding other than chunks, which was not asked for (`TE`). It packs a body (RFC 9112 7). */
export const isCoded = ({ 'transfer-encoding': coding = 'chunked' }: IncomingHttpHeaders): boolean =>
  !/^(?:chunked|identity)$/i.test(coding);

/** Returns the fault of a head that announces no readable answer. */
function headFault({ status, headers }: Head): Kind | undefined {
  if (status < 100 || status > 599 || isCoded(headers)) return 'malformed'; // RFC 9110 15
  return unpackerOf(headers['content-encoding'] ?? '') === undefined ? 'encoded' : undefined;
}

/** Most interim answers before an answer: no service has a use for more. */
const MAX_INTERIM_ANSWERS = 32;

/** The used part of undici's controller of a call. */
interface Carrier {
  /** Ends the call, and its connection if it has one. */
  readonly abort: (reason: Error) => void;
}

/** Callbacks of one call. */
interface CallObserver {
  /** Takes the answer, or the reason for none, once. */
  readonly settled: (outcome: Outcome) => void;
  /** Called once when undici has released the call, perhaps after `settled`; `isOdd`: more has come than an answer. */
  readonly released: (isOdd: boolean) => void;
}

/**
 * Collects one answer and tracks the phase of the call. `sent: false` is proof: undici's HTTP/1 writer runs
 * `onRequestStart` before its first write to the socket, and an abort inside it keeps every byte back.
 */
export class FollowedCall {
  private isSettled = false;
  private first: Buffer | undefined = undefined;
  private chunks: Buffer[] | undefined = undefined;
  private phase: Phase = 'unsent';
  private interimAnswers = 0;
  private head: Head | undefined = undefined;
  private status: number | undefined = undefined;
  private connection: Carrier | undefined = undefined;

  /** Follows a call. `mostBytes` bounds an unpacked body, because undici bounds only a body without a coding. */
  constructor(
    private readonly mostBytes: number,
    private readonly observer: CallObserver,
  ) {}

  /** Settles now, before an answer. Breaks the connection if the call has one. */
  giveUp(kind: Kind): void {
    this.fail(kind);
    this.connection?.abort(new Error('given up'));
  }

  onRequestStart(controller: Carrier): void {
    if (this.isSettled) {
      controller.abort(new Error('given up'));
      return;
    }
    this.phase = 'sent';
    this.connection = controller;
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 100 && status < 200) {
      this.interimAnswers += 1; // an informational answer (RFC 9110 15.2): the real one follows
      if (this.interimAnswers > MAX_INTERIM_ANSWERS) this.giveUp('malformed');
      return;
    }
    this.phase = 'body';
    this.status = status;
    const head = { status, headers: joinedHeaders(headers) };
    const unfit = headFault(head);
    if (unfit !== undefined) this.giveUp(unfit);
    else this.head = head;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.first === undefined) this.first = chunk;
    else (this.chunks ??= [this.first]).push(chunk);
  }

  onResponseEnd(_controller: unknown, trailers: IncomingHttpHeaders): void {
    const { head, first: firstBytes = emptyBody, chunks } = this;
    this.connection = undefined; // it may carry another call by now
    const body = chunks === undefined ? firstBytes : Buffer.concat(chunks);
    if (head !== undefined && 'content-encoding' in head.headers) void this.unpack(head, body);
    else if (head !== undefined) this.settle(success({ status: head.status, headers: head.headers, body }));
    this.observer.released(this.interimAnswers > 0 || Object.keys(trailers).length > 0);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(faultKind(this.phase, error));
    this.observer.released(false);
  }

  private async unpack({ status, headers: packed }: Head, body: Buffer): Promise<void> {
    const { 'content-encoding': coding = '', ...headers } = packed;
    const unpacked = await unpack(body, coding, this.mostBytes);
    if (unpacked.ok) this.settle(success({ status, headers, body: unpacked.value }));
    else this.fail(unpacked.failure);
  }

  private fail(kind: Kind): void {
    const { status } = this;
    const sent = this.phase !== 'unsent';
    this.settle(failure(status === undefined ? { kind, sent } : { kind, sent, status }));
  }

  private settle(outcome: Outcome): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.observer.settled(outcome);
  }
}
