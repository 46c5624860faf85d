import { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher, errors } from 'undici';
import { showInterimHeads } from './interimHeads';
import type { UpstreamLimits } from './upstreamLimits';

/** True when undici has ended a connection because of what came on it, not because it was closed. */
const isOdd = (reason: Error): boolean =>
  reason instanceof errors.HTTPParserError || reason.message === 'bad response';

type Done = (error?: Error | null) => void;

/**
 * The socket of a connection as undici is shown it: the request that is on its way already is not written again, and what
 * came of the answer comes once undici has said that it would send it.
 */
class ReplayedSocket extends Socket {
  /** Until the request is written for undici, too. */
  private held: Buffer[] | undefined;
  private isEnded = false;

  constructor(
    private readonly socket: Socket,
    received: Buffer,
  ) {
    super();
    this.held = [received];
  }

  override ref(): this {
    this.socket.ref();
    return this;
  }

  override unref(): this {
    this.socket.unref();
    return this;
  }

  /** Takes bytes, or null when no more will come. */
  arrived(bytes: Buffer | null): void {
    if (this.held === undefined) this.push(bytes);
    else if (bytes === null) this.isEnded = true;
    else this.held.push(bytes);
  }

  // What comes is bounded by undici's limits: nobody has to wait.
  override _read(): void {}

  // The request is on its way already.
  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.replay();
    done();
  }

  override _writev(_chunks: unknown, done: Done): void {
    this.replay();
    done();
  }

  private replay(): void {
    const { held = [] } = this;
    this.held = undefined;
    for (const bytes of held) this.push(bytes);
    if (this.isEnded) this.push(null);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.socket.destroy();
    done(error);
    // A socket of Node says so itself.
    process.nextTick(() => this.emit('close', error !== null));
  }
}

/**
 * Has undici read its parser, which it does with its first connection: by then there may be no file descriptor left, and
 * a write that was sent would have no answer.
 */
export function readParser(): void {
  const connect: buildConnector.connector = (_options, callback) => callback(null, new Socket());
  const client = new Client('http://localhost', { connect });
  void client.request({ method: 'GET', path: '/' }).catch(() => undefined); // there is nobody to ask
  void client.destroy();
}

/** A connection on which undici reads the rest of an answer. */
export interface HandedOver {
  readonly dispatch: (request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void;
  /** Takes bytes that have come, or null when no more will. */
  readonly arrived: (bytes: Buffer | null) => void;
  /** Ends the connection, and the call that is using it. */
  readonly end: () => void;
  /** Closes the connection when the call under way has ended. */
  readonly close: () => void;
}

/** Parts of handOver. */
export interface HandingOver {
  readonly origin: string;
  readonly limits: UpstreamLimits;
  /** Something has come that nobody asked for. */
  readonly suspect: () => void;
}

/**
 * Hands a connection over to undici, which has a parser of all of HTTP/1.1, in the middle of an answer of which so much
 * has been `received`. The one request has to be the one that is answered: undici never opens another connection.
 */
export function handOver(
  socket: Socket,
  received: Buffer,
  { origin, limits, suspect }: HandingOver,
): HandedOver {
  const replayed = new ReplayedSocket(socket, received);
  showInterimHeads(replayed);
  let isTaken = false;
  const client = new Client(origin, {
    allowH2: false,
    pipelining: 1,
    connect: (_options, callback) => {
      if (isTaken) {
        callback(new Error('the connection is closed'), null);
        return;
      }
      isTaken = true;
      // undici goes on only with what has not been there at once.
      queueMicrotask(() => callback(null, replayed));
    },
    headersTimeout: limits.headSilence,
    bodyTimeout: limits.bodySilence,
    maxHeaderSize: limits.headBytes,
    maxResponseSize: limits.bodyBytes,
  });
  client.on('disconnect', (_origin, _targets, reason) => {
    if (isOdd(reason)) suspect();
  });
  return {
    dispatch: (request, handler) => void client.dispatch(request, handler),
    arrived: (bytes) => replayed.arrived(bytes),
    end: () => void replayed.destroy(),
    close: () => void client.close(),
  };
}
