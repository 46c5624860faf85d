import type { Client } from 'undici';
import type { Clock } from '../../contract/clock';
import { createQuietTime } from './quietTime';

/** A connection that carries one call at a time, made when it is first used. */
export interface UpstreamConnection {
  readonly client: Client;
  isOpen: boolean;
  /** The beginning of its silence. */
  begun: number;
}

/** The connections to an upstream. */
export interface UpstreamConnections {
  readonly take: () => UpstreamConnection;
  /** Its call is over: it is kept for another one, or closed. */
  readonly release: (connection: UpstreamConnection) => void;
  /** Resolves when the calls under way have ended; those to come are refused. */
  readonly close: () => Promise<void>;
}

/**
 * Keeps connections that have carried a call, at most so many. None carries another before it has been silent for its
 * quiet time, whosever call it is: until then a further one is made. undici ends those on which something comes
 * meanwhile, and reads once more before it writes.
 */
export function keepConnections(
  make: () => Client,
  most: number,
  clock: Pick<Clock, 'schedule'>,
): UpstreamConnections {
  const quiet = createQuietTime(clock);
  const all = new Set<Client>();
  /** In the order in which their silence began. */
  const kept = new Set<UpstreamConnection>();
  let closing: Promise<unknown> | undefined;

  const drop = ({ client }: UpstreamConnection): void => {
    if (all.delete(client)) void client.close();
  };
  const opened = (): UpstreamConnection => {
    const connection: UpstreamConnection = { client: make(), isOpen: false, begun: 0 };
    const { client } = connection;
    client.on('connect', () => (connection.isOpen = true));
    client.on('disconnect', () => {
      connection.isOpen = false;
      if (kept.delete(connection)) drop(connection);
    });
    if (closing === undefined) all.add(client);
    else void client.close();
    return connection;
  };
  const rested = (): UpstreamConnection | undefined => {
    for (const first of kept) {
      if (!quiet.isOver(first.begun)) return undefined;
      kept.delete(first);
      return first;
    }
    return undefined;
  };
  return {
    take: () => rested() ?? opened(),
    release: (connection) => {
      if (!connection.isOpen || kept.size >= most) drop(connection);
      else {
        connection.begun = quiet.begin();
        kept.add(connection);
      }
    },
    close: async () => {
      closing ??= Promise.all([...all].map((client) => client.close()));
      all.clear();
      await closing;
    },
  };
}
