import { afterArrivals } from '../server/eventLoopRounds';
import { type Comer, createQuietTime, type Silence } from './quietTime';
import { type ConnectionParts, UpstreamConnection } from './upstreamConnection';

/** The connections to an upstream. */
export interface UpstreamConnections {
  readonly take: (comer: Comer) => UpstreamConnection;
  /** The call of this party is over: the connection is kept for another one, or closed. */
  readonly release: (connection: UpstreamConnection, party: string) => void;
  /** Resolves when the calls under way have ended; those to come are refused. */
  readonly close: () => Promise<void>;
}

/** Connections between two calls. */
function createKept() {
  /** In the order in which their silence began. */
  const all = new Set<UpstreamConnection>();
  const parties = new Map<string, UpstreamConnection[]>();
  return {
    all,
    /** Those whose latest call was this party's, the latest last. */
    of: (party: string): readonly UpstreamConnection[] => parties.get(party) ?? [],
    add: (connection: UpstreamConnection, silence: Silence): void => {
      connection.silence = silence;
      all.add(connection);
      const own = parties.get(silence.party);
      if (own === undefined) parties.set(silence.party, [connection]);
      else own.push(connection);
    },
    remove: (connection: UpstreamConnection): boolean => {
      const party = connection.silence?.party ?? '';
      const own = parties.get(party) ?? [];
      // A read takes one of the latest, a write the oldest: `splice` would move all others then.
      const at = own[0] === connection ? 0 : own.lastIndexOf(connection);
      if (at === 0) own.shift();
      else if (at > 0) own.splice(at, 1);
      if (own.length === 0) parties.delete(party);
      return all.delete(connection);
    },
  };
}

/**
 * Keeps connections that have carried a call, at most `limits.resting`. Where none may carry the next one, a further one is
 * made (`QuietTime`). One on which something comes meanwhile ends.
 */
export function keepConnections(parts: Omit<ConnectionParts, 'suspect'>): UpstreamConnections {
  const most = parts.limits.resting;
  const quiet = createQuietTime(parts.clock);
  const open = new Set<UpstreamConnection>();
  const kept = createKept();
  let closing: Promise<unknown> | undefined;

  const drop = (connection: UpstreamConnection): void => {
    if (open.delete(connection)) void connection.close();
  };
  const ended = (connection: UpstreamConnection): void => {
    if (kept.remove(connection)) drop(connection);
  };
  const opened = (): UpstreamConnection => {
    const connection = new UpstreamConnection({ ...parts, suspect: quiet.suspect }, ended);
    if (closing === undefined) open.add(connection);
    else void connection.close();
    return connection;
  };
  const isFit = ({ silence }: UpstreamConnection, comer: Comer): boolean =>
    silence !== undefined && quiet.mayCarry(silence, comer);
  const fit = (comer: Comer): UpstreamConnection | undefined => {
    const [oldest] = kept.all; // all others have been silent for less
    // The latest first: few are used often, their memory is warm, and the others are closed in time.
    const own = comer.isRead ? kept.of(comer.party).findLast((one) => isFit(one, comer)) : undefined;
    const found = own ?? (oldest !== undefined && isFit(oldest, comer) ? oldest : undefined);
    if (found !== undefined) kept.remove(found);
    return found;
  };
  const keep = (connection: UpstreamConnection, party: string): void => {
    if (!connection.isOpen) {
      drop(connection);
      return;
    }
    const [oldest] = kept.all.size < most ? [] : kept.all;
    if (oldest !== undefined && kept.remove(oldest)) drop(oldest);
    kept.add(connection, quiet.begin(party, connection.silence));
  };
  return {
    take: (comer) => fit(comer) ?? opened(),
    // An upstream may close a connection with its answer, and not say so in it: the next call would be lost.
    release: (connection, party) => afterArrivals(() => keep(connection, party)),
    close: async () => {
      closing ??= Promise.all([...open].map((connection) => connection.close()));
      open.clear();
      await closing;
    },
  };
}
