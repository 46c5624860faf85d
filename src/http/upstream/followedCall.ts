import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import type { UpstreamAnswer, UpstreamFault } from '../../gateway/upstream';
import { failure, type Result, success } from '../../contract/result';
import { isUnpackable, unpack } from './contentEncoding';

/** Phases of a call: `sent` begins before its first byte is written, `body` when the head of the answer is read. */
type Phase = 'unsent' | 'sent' | 'body';

const kinds: Readonly<Record<string, UpstreamFault['kind']>> = {
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'tooLarge',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'tooLarge',
  ERR_ASSERTION: 'malformed', // undici's own check of its parser's result
};

/** Returns the fault behind undici's error in a call that had reached `phase`. */
function faultKind(phase: Phase, error: Error): UpstreamFault['kind'] {
  if (phase === 'unsent') return 'unreachable';
  // undici 7 leaves the parser's code out of these errors; its reason is in the text.
  if (error instanceof errors.HTTPParserError) {
    return error.message.includes('EOF') ? 'truncated' : 'malformed';
  }
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

/**
 * Returns headers as texts, repeated ones joined by `, `; returns the same object when none is repeated, as in most
 * answers.
 */
export function joinedHeaders(headers: IncomingHttpHeaders): Joined {
  if (isJoined(headers)) return headers;
  // Without a prototype, so that `__proto__` is a header like any other.
  const joined = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    joined[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return joined;
}

type Kind = UpstreamFault['kind'];
type Head = Omit<UpstreamAnswer, 'body'>;
type Outcome = Result<UpstreamAnswer, UpstreamFault>;

const nothing = Buffer.alloc(0);

/** Most interim answers before an answer: no service has a use for more. */
const MOST_ANNOUNCEMENTS = 32;

/** The used part of undici's controller of a call. */
interface Carrier {
  /** Ends the call, and its connection if it has one. */
  readonly abort: (reason: Error) => void;
}

/** Callbacks of one call. */
interface CallObserver {
  /** Takes the answer, or the reason for none, once. */
  readonly settled: (outcome: Outcome) => void;
  /**
   * Called once when undici has released the call, perhaps after `settled`. `isOdd` is true if more has come than an
   * answer: interim answers or trailers.
   */
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
  private announcements = 0;
  private head: Head | undefined = undefined;
  private status: number | undefined = undefined;
  private connection: Carrier | undefined = undefined;

  /** `mostBytes` bounds an unpacked body; undici bounds a body without a coding. */
  constructor(
    private readonly mostBytes: number,
    private readonly observer: CallObserver,
  ) {}

  /** Settles now, before an answer; breaks the connection if the call has one. */
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
      this.announced();
      return;
    }
    this.phase = 'body';
    this.status = status;
    const head = { status, headers: joinedHeaders(headers) };
    const unfit = unfitHead(head);
    if (unfit !== undefined) this.giveUp(unfit);
    else this.head = head;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.first === undefined) this.first = chunk;
    else (this.chunks ??= [this.first]).push(chunk);
  }

  onResponseEnd(_controller: unknown, trailers: IncomingHttpHeaders): void {
    const { head, first: firstBytes = nothing, chunks } = this;
    this.connection = undefined; // it may carry another call by now
    if (head !== undefined) this.arrived(head, chunks === undefined ? firstBytes : Buffer.concat(chunks));
    this.observer.released(this.announcements > 0 || Object.keys(trailers).length > 0);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(faultKind(this.phase, error));
    this.observer.released(false);
  }

  /** Counts an interim answer (RFC 9110 15.2); too many of them are malformed. */
  private announced(): void {
    this.announcements += 1;
    if (this.announcements > MOST_ANNOUNCEMENTS) this.giveUp('malformed');
  }

  private arrived(head: Head, body: Buffer): void {
    if ('content-encoding' in head.headers) void this.unpack(head, body);
    else this.settle(success({ status: head.status, headers: head.headers, body }));
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

/**
 * True for a transfer coding other than chunks: the gateway asks for none (`TE`), and a body that is taken out of its
 * chunks is still packed (RFC 9112 7).
 */
export const isCoded = ({ 'transfer-encoding': coding = 'chunked' }: IncomingHttpHeaders): boolean =>
  !/^(?:chunked|identity)$/i.test(coding);

function unfitHead({ status, headers }: Head): Kind | undefined {
  if (status < 100 || status > 599 || isCoded(headers)) return 'malformed'; // RFC 9110 15
  return isUnpackable(headers['content-encoding'] ?? 'identity') ? undefined : 'encoded';
}
