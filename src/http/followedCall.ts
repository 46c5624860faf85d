import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { UpstreamAnswer, UpstreamFault } from '../gateway/upstream';
import { failure, success, type Result } from '../translation/result';
import { faultKind, type Phase } from './faultKind';
import { joinedHeaders } from './joinedHeaders';

type Kind = UpstreamFault['kind'];
type Outcome = Result<UpstreamAnswer, UpstreamFault>;

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
  private readonly chunks: Buffer[] = [];
  private phase: Phase = 'unsent';
  private head: Omit<UpstreamAnswer, 'body'> | undefined = undefined;
  private connection: Dispatcher.DispatchController | undefined = undefined;

  constructor(awaited: Awaited) {
    this.awaited = awaited;
  }

  /** Settles now, before an answer; breaks the connection if the call is using one. */
  giveUp(kind: Kind): void {
    this.settle(failure({ kind, sent: this.phase !== 'unsent' }));
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
    if (status >= 100 && status < 200) return;
    this.phase = 'body';
    const unfit = unfitHead(status, headers);
    if (unfit !== undefined) this.giveUp(unfit);
    else this.head = { status, headers: joinedHeaders(headers) };
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { head, chunks } = this;
    if (head !== undefined) {
      const { status, headers } = head;
      this.settle(success({ status, headers, body: Buffer.concat(chunks) }));
    }
    this.awaited.released();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.settle(failure({ kind: faultKind(this.phase, error), sent: this.phase !== 'unsent' }));
    this.awaited.released();
  }

  private settle(outcome: Outcome): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.awaited.settled(outcome);
  }
}

function unfitHead(status: number, headers: IncomingHttpHeaders): Kind | undefined {
  if (status < 100 || status > 599) return 'malformed'; // RFC 9110 15
  const coding = headers['content-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'identity' ? undefined : 'encoded';
}
