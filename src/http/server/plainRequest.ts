import { type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Later, type Result, success } from '../../contract/result';
import type { Answer, ProblemCode } from '../../gateway/problems';
import type { EdgeRequest, TextEncoding } from '../exchange/edgeRequest';
import type { PlainMessage } from './plainHead';

/** The connection of a plain request. */
export interface PlainWay {
  readonly socket: Socket;
  /** The last lines of a head: its date, and what becomes of the connection. */
  readonly headEnd: () => string;
  /** Called when the system has taken the answer. */
  readonly sent: (error?: Error | null) => void;
  /** Gives the connection to Node, which reads the request once more. */
  readonly handOver: (listener: RequestListener) => void;
}

/** Characters that a value may have (RFC 9110 5.5). */
const value = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A request that was read without Node, and its answer: the one of its connection that is worked on. */
export class PlainRequest implements EdgeRequest {
  readonly method: string;
  readonly target: string;
  readonly node = undefined;
  readonly isWhole = true;
  status = 0;
  isSent = false;
  private head = '';
  private isClosed = false;
  private closed: (() => void) | undefined = undefined;

  constructor(
    private readonly message: PlainMessage,
    private readonly way: PlainWay,
  ) {
    this.method = message.method;
    this.target = message.target;
  }

  get authorization(): string | undefined {
    return this.message.headers.authorization;
  }

  header(name: Parameters<EdgeRequest['header']>[0]): string | undefined {
    const { headers } = this.message;
    if (name === 'content-type') return headers.contentType;
    if (name === 'user-agent') return headers.userAgent;
    return name === 'traceparent' ? headers.traceparent : undefined;
  }

  get isWritable(): boolean {
    return !this.isClosed && this.way.socket.writable;
  }

  get isAnswered(): boolean {
    return this.head !== '';
  }

  onClose(closed: () => void): void {
    this.closed = closed;
  }

  /** Ends the request: its answer is sent, or its client has disconnected. */
  close(isSent: boolean): void {
    this.isClosed = true;
    this.isSent = isSent;
    this.closed?.();
  }

  readBody(): Later<Result<Buffer, ProblemCode>> {
    return success(this.message.body);
  }

  forgetRest(): void {
    // All of it was read.
  }

  writeHead(status: number, headers: string[]): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
    for (let index = 0; index < headers.length; index += 2) {
      const text = headers[index + 1] ?? '';
      if (!value.test(text)) throw new TypeError(`invalid characters in the header ${headers[index]}`);
      head += `${headers[index]}: ${text}\r\n`;
    }
    this.head = head + this.way.headEnd();
    this.status = status;
  }

  end(body: Answer['body'], encoding: TextEncoding): void {
    if (!this.isWritable) return;
    const { socket, sent } = this.way;
    if (typeof body === 'string') {
      socket.write(this.head + body, encoding, sent);
      return;
    }
    socket.cork();
    socket.write(this.head, 'latin1', body.length === 0 ? sent : undefined);
    for (const [index, piece] of body.entries()) {
      socket.write(piece, index === body.length - 1 ? sent : undefined);
    }
    socket.uncork();
  }

  cutOff(): void {
    this.way.socket.destroy();
  }

  handOver(listener: RequestListener): void {
    this.way.handOver(listener);
  }
}
