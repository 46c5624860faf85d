import type { RequestListener, Server } from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../contract/clock';
import { NodeRequest } from '../exchange/edgeRequest';
import type { Edge, ServerLimits } from './openServer';
import { type PlainHeaders, readPlain } from './plainHead';
import { createHeadEnd, PlainRequest, type PlainWay } from './plainRequest';

const none = Buffer.alloc(0);

/** The connections that Node does not read yet. */
export interface PlainConnections {
  /** From now on answers say `Connection: close`. */
  readonly closing: () => void;
  /** Ends those without a request. */
  readonly closeIdle: () => void;
  readonly closeAll: () => void;
}

/** The next bytes that wait in a socket's stream. */
function readFrom(socket: Socket): Buffer | undefined {
  const bytes: unknown = socket.readableLength === 0 ? undefined : socket.read();
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}

/** `close` follows, and ends the request. */
const ignore = (): void => undefined;

/** Parts that all connections of a server share. */
interface Shared {
  readonly answer: NonNullable<Edge['answer']>;
  readonly answered: Edge['answered'];
  readonly limits: ServerLimits;
  readonly open: Set<PlainConnection>;
  /** Has Node read a connection, these bytes first; `listener` takes the first request in place of the edge's. */
  readonly toNode: (socket: Socket, bytes: Buffer, listener?: RequestListener) => void;
  /** Refuses a client that has sent nothing. */
  readonly tooLate: (socket: Socket) => void;
  readonly headEnd: (isLast: boolean) => string;
  isClosing: boolean;
}

/** Time (ms) beyond what clients are told for which an idle connection is kept: a request may be on its way. */
const GRACE = 1_000;

/**
 * A connection whose requests are plain so far and wait for each other's answers. With the first that is not, or does
 * not, Node reads the connection, and goes on doing so.
 */
class PlainConnection implements PlainWay {
  private request: PlainRequest | undefined = undefined;
  /** Of the request that is worked on: Node reads them again where it is handed over. */
  private bytes: Buffer = none;
  /** Headers of the latest request. */
  private latest: PlainHeaders | undefined = undefined;
  /** True when the head of an answer has said that the connection ends. */
  private isLast = false;
  /** True when the time that clients are told of is over. */
  private isInGrace = false;

  constructor(
    readonly socket: Socket,
    private readonly shared: Shared,
  ) {
    shared.open.add(this);
    socket.setTimeout(shared.limits.head);
    socket.on('data', this.data).on('end', this.end).on('timeout', this.timeout);
    socket.on('close', this.close).on('error', ignore);
  }

  closeIdle(): void {
    if (this.request === undefined) this.socket.destroy();
  }

  headEnd(): string {
    this.isLast = this.shared.isClosing || this.latest?.isLast === true;
    return this.shared.headEnd(this.isLast);
  }

  handOver(listener?: RequestListener): void {
    const { socket, bytes, shared } = this;
    if (socket.destroyed) return;
    this.leave();
    const all = [bytes];
    // Node's parser reads past what waits in the stream.
    for (let more = readFrom(socket); more !== undefined; more = readFrom(socket)) all.push(more);
    shared.toNode(socket, all.length === 1 ? bytes : Buffer.concat(all), listener);
  }

  /** Gives the socket to somebody else. */
  private leave(): void {
    this.shared.open.delete(this);
    this.socket.off('data', this.data).off('end', this.end);
    this.socket.off('timeout', this.timeout).off('close', this.close);
  }

  /** Takes bytes: a request, or what comes behind one. */
  private readonly data = (bytes: Buffer): void => {
    const { request, socket, shared } = this;
    if (this.isLast || !socket.writable) return;
    if (request !== undefined) {
      this.comesBehind(request, bytes);
      return;
    }
    const { limits, answer } = shared;
    this.bytes = bytes;
    const message = readPlain(bytes, limits.headBytes, this.latest);
    if (message === undefined) {
      this.handOver();
      return;
    }
    this.latest = message.headers;
    this.isInGrace = false;
    this.limit(limits.unread);
    this.request = new PlainRequest(message, this);
    answer(this.request);
  };

  /** Leaves requests that follow each other before they are answered to Node, with the one that is worked on. */
  private comesBehind(request: PlainRequest, bytes: Buffer): void {
    const { socket } = this;
    if (request.isBegun) {
      socket.pause();
      socket.unshift(bytes);
      return;
    }
    this.bytes = Buffer.concat([this.bytes, bytes]);
    this.handOver((message, response) => request.become(new NodeRequest(message, response)));
  }

  /** Sets the time (ms) for which nothing may move. */
  private limit(milliseconds: number): void {
    if (this.socket.timeout !== milliseconds) this.socket.setTimeout(milliseconds);
  }

  readonly sent = (error?: Error | null): void => {
    const { request, socket, shared } = this;
    // `close` follows; of a socket that is destroyed Node says no error.
    if (request === undefined || socket.destroyed || (error !== undefined && error !== null)) return;
    this.request = undefined;
    this.bytes = none;
    this.limit(shared.limits.keepAlive);
    request.close(true);
    if (this.isLast) socket.destroySoon();
    // Something has come behind it.
    else if (socket.isPaused()) socket.resume();
    else shared.answered?.(socket);
  };

  /** As Node does it: a client that ends its side takes no answer. */
  private readonly end = (): void => {
    this.socket.end();
  };

  private readonly timeout = (): void => {
    const { socket, shared } = this;
    if (this.request !== undefined) {
      // While the upstream is waited for there is nothing to be read.
      if (socket.writableLength > 0) socket.destroy();
    } else if (this.latest === undefined) {
      this.leave();
      shared.tooLate(socket);
    } else if (this.isInGrace) socket.destroy();
    else {
      this.isInGrace = true;
      socket.setTimeout(Math.min(GRACE, shared.limits.keepAlive));
    }
  };

  private readonly close = (): void => {
    this.shared.open.delete(this);
    const { request } = this;
    this.request = undefined;
    request?.close(false);
  };
}

/**
 * Reads the plain requests of a server's connections without Node's parser and messages, which take a good tenth of the
 * processor time of a translated request; Node reads all others.
 */
export function readPlainRequests(
  server: Server,
  answer: Shared['answer'],
  edge: Edge,
  limits: ServerLimits,
  clock: Clock,
): PlainConnections {
  const arrival = server instanceof https.Server ? 'secureConnection' : 'connection';
  const [read] = server.listeners(arrival);
  if (read === undefined) throw new Error('Node reads no connections');
  let taken: RequestListener | undefined;
  const toNode: Shared['toNode'] = (socket, bytes, listener) => {
    taken = listener;
    try {
      Reflect.apply(read, server, [socket]);
      socket.emit('data', bytes);
    } finally {
      // It is for this request only, whatever Node finds in it.
      taken = undefined;
    }
    if (socket.isPaused()) socket.resume();
  };
  server.off('request', edge.listener).on('request', (request, response) => {
    const listener = taken ?? edge.listener;
    taken = undefined;
    listener(request, response);
  });
  const tooLate: Shared['tooLate'] = (socket) => {
    server.emit(
      'clientError',
      Object.assign(new Error('nothing came'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );
  };
  const open = new Set<PlainConnection>();
  const shared: Shared = {
    ...{ answer, answered: edge.answered, limits, open, toNode, tooLate, isClosing: false },
    headEnd: createHeadEnd(clock, limits.keepAlive),
  };
  server.removeListener(arrival, read as () => void).on(arrival, (socket: Duplex) => {
    if (socket instanceof Socket) new PlainConnection(socket, shared);
    else Reflect.apply(read, server, [socket]); // a request that is read again
  });
  return {
    closing: () => {
      shared.isClosing = true;
    },
    closeIdle: () => {
      for (const connection of open) connection.closeIdle();
    },
    closeAll: () => {
      for (const { socket } of open) socket.destroy();
    },
  };
}
