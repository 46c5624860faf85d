import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { UpstreamAnswer, UpstreamFault } from '../gateway/upstream';
import { failure, success, type Result } from '../translation/result';
import { faultKind, type Phase } from './faultKind';
import { joinedHeaders } from './joinedHeaders';
import { isUnpackable, unpack } from './unpack';

type Kind = UpstreamFault['kind'];
type Head = Omit<UpstreamAnswer, 'body'>;
type Outcome = Result<UpstreamAnswer, UpstreamFault>;

/** More interim answers before an answer than any service has a use for. */
const MOST_ANNOUNCEMENTS = 32;

/** Who waits for a call. */
export interface Awaited {
  /** Told once: the answer, or the reason for none. */
  readonly settled: (outcome: Outcome) => void;
  /** Told once when undici has let go of the call, which may be after that. */
  readonly released: () => void;
}

/**
 * Collects one answer and knows how far the call has come. `sent: false` is proof: undici's HTTP/1 writer runs
 * `onRequestStart` before its first write to the socket, and an abort inside it keeps every byte back.
 *
 * A class, because a call as a handful of closures takes ten times the memory.
 */
export class FollowedCall implements Dispatcher.DispatchHandler {
  isSettled = false;
  private readonly awaited: Awaited;
  private readonly mostBytes: number;
  private readonly chunks: Buffer[] = [];
  private phase: Phase = 'unsent';
  private announcements = 0;
  private head: Head | undefined = undefined;
  private status: number | undefined = undefined;
  private connection: Dispatcher.DispatchController | undefined = undefined;

  /** `mostBytes` are those of an unpacked body: of one that is not, undici sees to the cap. */
  constructor(awaited: Awaited, mostBytes: number) {
    this.awaited = awaited;
    this.mostBytes = mostBytes;
  }

  /** Settles now, before an answer; breaks the connection if the call is using one. */
  giveUp(kind: Kind): void {
    this.fail(kind);
    this.connection?.abort(new Error('given up'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
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
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.head !== undefined) this.arrived(this.head, Buffer.concat(this.chunks));
    this.awaited.released();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(faultKind(this.phase, error));
    this.awaited.released();
  }

  /** An answer will come (RFC 9110 15.2), unless it is announced for ever. */
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
    this.awaited.settled(outcome);
  }
}

function unfitHead({ status, headers }: Head): Kind | undefined {
  if (status < 100 || status > 599) return 'malformed'; // RFC 9110 15
  return isUnpackable(headers['content-encoding'] ?? 'identity') ? undefined : 'encoded';
}
