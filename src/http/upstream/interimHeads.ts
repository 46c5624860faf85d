import type { Socket } from 'node:net';

const LETTER = { zero: 0x30, one: 0x31, two: 0x32, cr: 0x0d, lf: 0x0a };
const START = Buffer.from('HTTP/1.x ');
const MINOR_AT = START.indexOf('x');

/**
 * Shows undici each `100 Continue` as a `102 Processing`. A client must skip both (RFC 9110 15.2); undici skips the one
 * and breaks the connection over the other, because it never asks for it.
 *
 * Looks at the heads before an answer only, and at ten bytes of the answer's own: a body is never changed.
 */
class InterimHeads {
  private isExpected = false;
  /** Bytes of the current head so far. */
  private at = 0;
  private isHundred = false;
  /** The part of the CR LF CR LF that ends a head that has come. */
  private end = 0;

  /** Something of a request is written: the next bytes to come begin the head of its answer. */
  expect(): void {
    this.isExpected = true;
    this.at = 0;
    this.end = 0;
  }

  look(chunk: Buffer): void {
    for (let index = 0; this.isExpected && index < chunk.length; index += 1) this.take(chunk, index);
  }

  private take(chunk: Buffer, index: number): void {
    const byte = chunk[index];
    if (this.at < START.length) this.isExpected = this.at === MINOR_AT || byte === START[this.at];
    else if (byte !== undefined) this.takeStatus(chunk, index, byte);
    this.at += 1;
    if (byte === (this.end % 2 === 0 ? LETTER.cr : LETTER.lf)) this.end += 1;
    else this.end = byte === LETTER.cr ? 1 : 0;
    if (this.end === 4) this.expect();
  }

  private takeStatus(chunk: Buffer, index: number, byte: number): void {
    const digit = this.at - START.length;
    if (digit === 0) this.isExpected = byte === LETTER.one;
    else if (digit === 1) this.isHundred = byte === LETTER.zero;
    else if (digit === 2 && this.isHundred && byte === LETTER.zero) chunk[index] = LETTER.two;
  }
}

/** Looks at all that undici writes and reads of a connection: an interim answer on it ends nothing. */
export function showInterimHeads(socket: Socket): void {
  const heads = new InterimHeads();
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...given: readonly unknown[]) => boolean;
  Object.assign(socket, {
    write: (...given: readonly unknown[]): boolean => {
      heads.expect();
      return write(...given);
    },
    read: (size?: number): unknown => {
      const chunk: unknown = read(size);
      if (Buffer.isBuffer(chunk)) heads.look(chunk);
      return chunk;
    },
  });
}
