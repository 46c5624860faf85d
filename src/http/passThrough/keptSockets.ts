import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../../contract/clock';
import { createAttachment } from '../exchange/attachment';
import { createQuietTime } from '../upstream/quietTime';

/** The members of an agent that Node's types leave out, or say less about. */
interface AgentParts {
  addRequest: (request: ClientRequest, ...rest: readonly unknown[]) => void;
  keepSocketAlive: (socket: Socket) => boolean;
  reuseSocket: (socket: Socket, request: ClientRequest) => void;
  readonly freeSockets: Record<string, Socket[] | undefined>;
}

/** Longest time (ms) for which a connection is kept, how many are, and the clock of their quiet time. */
interface KeptSocketOptions {
  readonly keepAlive: number;
  readonly most: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Bytes that nobody has asked for. */
function endOnBytes(this: Socket): void {
  this.destroy();
}

/**
 * Opens an agent none of whose connections carries another request before it has been silent for its quiet time: until
 * then a further one is made. One on which something comes meanwhile ends.
 */
export function openAgent(origin: string, { keepAlive, most, clock }: KeptSocketOptions): http.Agent {
  // First in, first out: the first of those that are free is the one that has been silent longest.
  const options = { keepAlive: true, timeout: keepAlive, scheduling: 'fifo', maxFreeSockets: most } as const;
  const agent = origin.startsWith('https:') ? new https.Agent(options) : new http.Agent(options);
  const parts = agent as unknown as AgentParts;
  const quiet = createQuietTime(clock);
  const silences = createAttachment<Socket, number>();
  const { addRequest, keepSocketAlive, reuseSocket } = parts;

  const isRested = (socket: Socket): boolean => quiet.isOver(silences.get(socket) ?? 0);
  /** The free connections while a request is added that may not have them. */
  const hidden = (): (() => void) => {
    const unfit = Object.entries(parts.freeSockets).filter(([, sockets = []]) => {
      while (sockets[0]?.destroyed === true) sockets.shift();
      return !sockets[0] || !isRested(sockets[0]);
    });
    for (const [name] of unfit) delete parts.freeSockets[name];
    return () => void Object.assign(parts.freeSockets, Object.fromEntries(unfit));
  };
  return Object.assign(agent, {
    addRequest: (...given: Parameters<AgentParts['addRequest']>): void => {
      const show = hidden();
      addRequest.apply(agent, given);
      show();
    },
    keepSocketAlive: (socket: Socket): boolean => {
      silences.set(socket, quiet.begin());
      socket.on('data', endOnBytes);
      return keepSocketAlive.call(agent, socket);
    },
    reuseSocket: (socket: Socket, request: ClientRequest): void => {
      socket.off('data', endOnBytes);
      reuseSocket.call(agent, socket, request);
    },
  });
}
