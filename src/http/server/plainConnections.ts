import type { RequestListener, Server } from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../contract/clock';
import type { Edge, ServerLimits } from './openServer';
import { type PlainHeaders, readPlain } from './plainHead';
import { PlainRequest, type PlainWay } from './plainRequest';

const none = Buffer.alloc(0);

/** The connections that Node does not read yet. */
export interface PlainConnections {
  /** From now on answers say `Connection: close`. */
  readonly closing: () => void;
  /** Ends those without a request. */
  readonly closeIdle: () => void;
  readonly closeAll: () => void;
}

const closeFollows = (): void => undefined;

/** What all connections of a server have in common. */
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

/** Bytes behind a request that are kept until it is answered; a client that sends more is not read. */
const MOST_WAITING = 64 * 1024;

/** Time (ms) beyond what clients are told for which an idle connection is kept: a request may be on its way. */
const GRACE = 1_000;

/**
 * A connection whose requests are plain so far, one after the other. With the first that is not, Node reads the
 * connection, and goes on doing so.
 */
class PlainConnection implements PlainWay {
  private request: PlainRequest | undefined = undefined;
  /** Of the request that is worked on, and what has come behind it. */
  private bytes: Buffer = none;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private latest: PlainHeaders | undefined = undefined;
  private isLast = false;
  private isInGrace = false;

  constructor(
    readonly socket: Socket,
    private readonly shared: Shared,
  ) {
    shared.open.add(this);
    socket.setTimeout(shared.limits.head);
    socket.on('data', this.data).on('end', this.end).on('timeout', this.timeout);
    socket.on('close', this.close).on('error', closeFollows);
  }

  closeIdle(): void {
    if (this.request === undefined) this.socket.destroy();
  }

  headEnd(): string {
    this.isLast = this.shared.isClosing || this.latest?.isLast === true;
    return this.shared.headEnd(this.isLast);
  }

  handOver(listener?: RequestListener): void {
    const { socket, bytes, waiting, shared } = this;
    this.leave();
    shared.toNode(socket, waiting.length === 0 ? bytes : Buffer.concat([bytes, ...waiting]), listener);
  }

  /** Gives the socket to somebody else. */
  private leave(): void {
    this.shared.open.delete(this);
    this.socket.off('data', this.data).off('end', this.end);
    this.socket.off('timeout', this.timeout).off('close', this.close);
  }

  private readonly data = (bytes: Buffer): void => {
    if (this.request !== undefined) {
      this.waiting.push(bytes);
      this.waitingBytes += bytes.length;
      if (this.waitingBytes > MOST_WAITING) this.socket.pause();
      return;
    }
    const { limits, answer } = this.shared;
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
    else if (this.waiting.length > 0) this.goOn();
    else shared.answered?.(socket);
  };

  /** Reads what has come behind a request. */
  private goOn(): void {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
    this.socket.resume();
    this.data(bytes);
  }

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

/** Makes the last lines of heads; `keepAlive` in ms. */
function createHeadEnd(clock: Clock, keepAlive: number): Shared['headEnd'] {
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
    Reflect.apply(read, server, [socket]);
    socket.emit('data', bytes);
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
