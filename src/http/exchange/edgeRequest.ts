import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Later, Result } from '../../contract/result';
import type { Answer, ProblemCode } from '../../gateway/problems';
import { forgetRest, readRequestBody } from './incoming';

/** Headers that the edge reads of a request. */
type ReadHeader = 'content-type' | 'traceparent' | 'user-agent' | 'x-lifeboat-force' | 'x-lifeboat-token';

/** Encodings of a text that is sent. */
export type TextEncoding = 'latin1' | 'utf8';

/** A text so long (characters) goes out as bytes: V8 would put it together once more behind its head. */
export const LARGE = 8 * 1024;

/**
 * Sends head and body at once, text as one piece. Node's own `end` adds an empty one, and two pieces take memory outside
 * the heap and a third more time of the system call.
 */
function endWith(response: ServerResponse, body: Answer['body'], encoding: TextEncoding): void {
  const { socket } = response; // null: the answer waits behind another of its connection
  socket?.cork();
  if (typeof body !== 'string') for (const piece of body) response.write(piece);
  else if (body !== '') response.write(body, encoding);
  socket?.uncork();
  response.end();
}

/** Sends a head that is written and these bytes at once. */
export const endWithBytes = (response: ServerResponse, bytes: Buffer): void =>
  endWith(response, bytes.length > LARGE ? [bytes] : bytes.toString('latin1'), 'latin1');

/**
 * Ends an answer that has begun and cannot be finished. A length or chunks show the client that it is cut; a body that
 * ends with its connection (HTTP/1.0) would look whole after an orderly close, hence the reset. TLS has an end mark,
 * and a request that is replayed is never HTTP/1.0.
 */
export function cutOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else response.destroy();
}

const AUTHORIZATION = 'authorization';

/** One request at the edge: what its client has sent, and the way back. */
export class EdgeRequest {
  readonly method: string;
  readonly target: string;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.method = request.method ?? '';
    this.target = request.url ?? '';
  }

  /** A program that embeds the gateway may have set it. */
  get authorization(): string | undefined {
    return this.request.headers.authorization;
  }

  /** Of the raw headers: making an object of them costs a good part of what a refusal does. */
  get party(): string {
    const { rawHeaders } = this.request;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION)
        return rawHeaders[index + 1] ?? '';
    }
    return '';
  }

  header(name: ReadHeader): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  get isWhole(): boolean {
    return this.request.complete;
  }

  get isWritable(): boolean {
    return this.request.socket.writable;
  }

  get status(): number {
    return this.response.statusCode;
  }

  set status(status: number) {
    this.response.statusCode = status;
  }

  get isBegun(): boolean {
    return this.response.headersSent;
  }

  get isSent(): boolean {
    return this.response.writableFinished;
  }

  onClose(closed: () => void): void {
    // Not `once`, which takes two more objects: it comes once.
    this.response.on('close', closed);
  }

  readBody(): Later<Result<Buffer, ProblemCode>> {
    return readRequestBody(this.request);
  }

  forgetRest(): void {
    forgetRest(this.request);
  }

  writeHead(status: number, headers: string[]): void {
    this.response.writeHead(status, headers);
  }

  end(body: Answer['body'], encoding: TextEncoding): void {
    endWith(this.response, body, encoding);
  }

  cutOff(): void {
    cutOff(this.response);
  }

  handOver(listener: RequestListener): void {
    listener(this.request, this.response);
  }
}
