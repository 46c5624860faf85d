import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../../contract/clock';
import { createAttachment } from '../exchange/attachment';
import { isRead } from '../exchange/incoming';
import { type Comer, createQuietTime, type Silence } from '../upstream/quietTime';

/** The members of an agent that Node's types leave out, or say less about. */
interface AgentParts {
  addRequest: (request: ClientRequest, options: object) => void;
  keepSocketAlive: (socket: Socket & { readonly _httpMessage?: ClientRequest }) => boolean;
  reuseSocket: (socket: Socket, request: ClientRequest) => void;
  readonly freeSockets: Record<string, Socket[] | undefined>;
}

/** Longest time (ms) for which a connection is kept, how many are, and the clock of their quiet time. */
interface KeptSocketOptions {
  readonly keepAlive: number;
  readonly most: number;
  readonly clock: Pick<Clock, 'steady' | 'schedule'>;
}

const partyOf = (request: ClientRequest | undefined): string =>
  String(request?.getHeader('authorization') ?? '');

/** Options of a request that say nothing of its connection. */
const ofRequest: ReadonlySet<string> = new Set(['method', 'path', 'headers', 'auth', 'agent', 'signal']);

/** Those that are there and speak of the connection. */
const connectionOf = (options: object): object =>
  Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== undefined && !ofRequest.has(name)),
  );

/**
 * Opens an agent whose connections carry a further request only where it is sure to get its own answer (`QuietTime`);
 * else another is made. A connection on which something comes between two requests ends.
 */
export function openAgent(origin: string, { keepAlive, most, clock }: KeptSocketOptions): http.Agent {
  // First in, first out: the first of those that are free is the one that has been silent longest.
  const options = { keepAlive: true, timeout: keepAlive, scheduling: 'fifo', maxFreeSockets: most } as const;
  const agent = origin.startsWith('https:') ? new https.Agent(options) : new http.Agent(options);
  const parts = agent as unknown as AgentParts;
  const quiet = createQuietTime(clock);
  const silences = createAttachment<Socket, Silence>();
  const { addRequest, keepSocketAlive, reuseSocket } = parts;

  const endOnBytes = function (this: Socket): void {
    quiet.suspect();
    this.destroy();
  };
  /** Bytes that had come on a connection when it became free. */
  const readBefore = createAttachment<Socket, number>();
  // Node 24 ends a free connection by itself when something comes on it, and says nothing else.
  const suspectBytes = function (this: Socket): void {
    if (this.bytesRead > (readBefore.get(this) ?? Infinity)) quiet.suspect();
  };
  const isFit = (socket: Socket, comer: Comer): boolean => {
    const silence = silences.get(socket);
    return !socket.destroyed && silence !== undefined && quiet.mayCarry(silence, comer);
  };
  /** Sets a connection first that the request may have, or hides them all; returns what shows them again. */
  const prepare = (name: string, sockets: Socket[], request: ClientRequest): (() => void) | undefined => {
    const comer = { party: partyOf(request), isRead: isRead(request) };
    const at = sockets.findIndex((socket) => isFit(socket, comer));
    if (at >= 0) {
      sockets.unshift(...sockets.splice(at, 1));
      return undefined;
    }
    parts.freeSockets[name] = undefined;
    return () => (parts.freeSockets[name] = sockets);
  };
  /** Of the first request, as all are of one origin: Node copies the options of each, member by member. */
  let connection: object | undefined;
  return Object.assign(agent, {
    addRequest: (request: ClientRequest, options: object): void => {
      const [[name, sockets = []] = ['', []]] = Object.entries(parts.freeSockets); // all are of one origin
      const show = sockets.length === 0 ? undefined : prepare(name, sockets, request);
      addRequest.call(agent, request, (connection ??= connectionOf(options)));
      show?.();
    },
    keepSocketAlive: (socket: Parameters<AgentParts['keepSocketAlive']>[0]): boolean => {
      silences.set(socket, quiet.begin(partyOf(socket._httpMessage), silences.get(socket)));
      readBefore.set(socket, socket.bytesRead);
      socket.on('data', endOnBytes).on('close', suspectBytes);
      return keepSocketAlive.call(agent, socket);
    },
    reuseSocket: (socket: Socket, request: ClientRequest): void => {
      socket.off('data', endOnBytes).off('close', suspectBytes);
      reuseSocket.call(agent, socket, request);
    },
  });
}
