import type { Running } from '../machine/startProcess';
import { type Peer, type PeerName, type PeerPlan, peers } from './peers';

/** Peers that run; each is started when it is first needed. */
export interface Fleet {
  /** Undefined when the peer cannot be measured here. */
  readonly get: (name: PeerName) => Promise<Running | undefined>;
  readonly stopAll: () => Promise<void>;
}

/** An empty fleet; `missed` is called once for each missing peer, with the reason. */
export function createFleet(plan: PeerPlan, missed: (line: string) => void): Fleet {
  const running = new Map<PeerName, Promise<Running | undefined>>();
  const start = async (name: PeerName): Promise<Running | undefined> => {
    const peer: Peer = peers[name];
    const missing = peer.missing?.(plan);
    if (missing === undefined) return peer.start(plan);
    missed(`${name} is left out: ${missing}`);
    return undefined;
  };
  return {
    get: (name) => {
      const started = running.get(name) ?? start(name);
      running.set(name, started);
      return started;
    },
    stopAll: async () => {
      for (const started of running.values()) await (await started)?.stop();
      running.clear();
    },
  };
}
