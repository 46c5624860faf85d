import { type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Later, type Result, success } from '../../contract/result';
import type { Clock } from '../../contract/clock';
import type { Answer, ProblemCode } from '../../gateway/problems';
import { type EdgeRequest, NodeRequest, type TextEncoding } from '../exchange/edgeRequest';
import type { PlainMessage } from './plainHead';

/** The connection of a plain request, as far as the request needs it. */
export interface PlainWay {
  readonly socket: Socket;
  /** The last lines of a head: its date, and what becomes of the connection. */
  readonly headEnd: () => string;
  /** Called when the system has taken the answer. */
  readonly sent: (error?: Error | null) => void;
  /** Gives the connection to Node, which reads the request once more. */
  readonly handOver: (listener: RequestListener) => void;
}

/** Statuses of answers without a body. */
const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** Characters that a value may have (RFC 9110 5.5). */
const value = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The head of an answer but its last lines; throws on a value that would be more than one. */
function headOf(status: number, headers: readonly string[]): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    const text = headers[index + 1] ?? '';
    if (!value.test(text)) throw new TypeError(`invalid characters in the header ${headers[index]}`);
    head += `${headers[index]}: ${text}\r\n`;
  }
  return head;
}

/** Makes the last lines of heads: the date, and what becomes of the connection; `keepAlive` in ms. */
export function createHeadEnd(clock: Clock, keepAlive: number): (isLast: boolean) => string {
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1_000)}\r\n\r\n`;
  let second = Number.NaN;
  let date = '';
  return (isLast) => {
    const now = Math.floor(clock.now() / 1_000);
    if (now !== second) date = `Date: ${new Date(now * 1_000).toUTCString()}\r\n`;
    second = now;
    return date + (isLast ? 'Connection: close\r\n\r\n' : kept);
  };
}

/**
 * A request that was read without Node, and its answer. As soon as Node reads its connection it is the one that Node has
 * read there again.
 */
export class PlainRequest implements EdgeRequest {
  readonly method: string;
  readonly target: string;
  node: NodeRequest | undefined = undefined;
  private own = 0;
  private head = '';
  private isTaken = false;
  private isClosed = false;
  private whenClosed: (() => void) | undefined = undefined;

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

  get party(): string {
    return this.authorization ?? '';
  }

  header(name: Parameters<EdgeRequest['header']>[0]): string | undefined {
    const { headers } = this.message;
    if (name === 'content-type') return headers.contentType;
    if (name === 'user-agent') return headers.userAgent;
    return name === 'traceparent' ? headers.traceparent : undefined;
  }

  get isWhole(): boolean {
    return this.node?.isWhole ?? true;
  }

  get isWritable(): boolean {
    return !this.isClosed && this.way.socket.writable;
  }

  get status(): number {
    return this.node?.status ?? this.own;
  }

  set status(status: number) {
    if (this.node === undefined) this.own = status;
    else this.node.status = status;
  }

  get isBegun(): boolean {
    return this.node?.isBegun ?? this.head !== '';
  }

  get isSent(): boolean {
    return this.node?.isSent ?? this.isTaken;
  }

  onClose(closed: () => void): void {
    this.whenClosed = closed;
  }

  /** Ends the request: its answer is sent, or its client has disconnected. */
  close(isSent: boolean): void {
    this.isClosed = true;
    this.isTaken = isSent;
    this.whenClosed?.();
  }

  readBody(): Later<Result<Buffer, ProblemCode>> {
    return success(this.message.body);
  }

  forgetRest(): void {
    this.node?.forgetRest();
  }

  writeHead(status: number, headers: string[]): void {
    if (this.node !== undefined) {
      this.node.writeHead(status, headers);
      return;
    }
    this.head = headOf(status, headers) + this.way.headEnd();
    this.own = status;
  }

  end(body: Answer['body'], encoding: TextEncoding): void {
    if (this.node !== undefined) this.node.end(body, encoding);
    else if (this.isWritable) this.write(bodiless.has(this.own) ? '' : body, encoding);
  }

  private write(body: Answer['body'], encoding: TextEncoding): void {
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

  /** A plain answer says its length, so that a client sees that it is cut. */
  cutOff(): void {
    if (this.node === undefined) this.way.socket.destroy();
    else this.node.cutOff();
  }

  handOver(listener: RequestListener): void {
    if (this.node !== undefined) this.node.handOver(listener);
    else {
      this.way.handOver((request, response) => {
        this.become(new NodeRequest(request, response));
        listener(request, response);
      });
    }
  }

  /** From now on Node reads the connection; no head is made yet. */
  become(node: NodeRequest): void {
    this.node = node;
    node.onClose(() => this.close(node.isSent));
  }
}
