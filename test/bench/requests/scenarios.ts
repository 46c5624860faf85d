import type { Call } from '../load/load.ts';
import type { PeerName } from '../peers/peers.ts';
import { sellers, v1Calls, v2Read } from '../stub/calls.ts';

/** What is measured: a peer, and the keys that its clients show in turns. */
export interface Measured {
  readonly peer: PeerName;
  readonly keys: number;
}

/** Requests that are sent to all of its subjects in alternated turns; ratios are to the first of them. */
export interface Scenario {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly subjects: readonly Measured[];
  readonly connections: number;
  /** Requests a second; absent: as many as are answered. */
  readonly rate?: number;
}

const one = (...peers: PeerName[]): Measured[] => peers.map((peer) => ({ peer, keys: 1 }));
const thousand = (...peers: PeerName[]): Measured[] => peers.map((peer) => ({ peer, keys: 1_000 }));

const own = ['lifeboat', 'lifeboat other'] as const;
const both = ['express + undici', 'node + undici'] as const;
const all = ['hpm + mapping', ...both, 'fastify + reply-from', 'nginx + lua'] as const;

const CONNECTIONS = 64;
const byLogin = sellers.map(v1Calls.byLogin);

/** The scenarios, each with the ten offers of sellers in turns. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'GET by login',
    calls: byLogin,
    subjects: [
      ...one(...own, 'lifeboat with v1', ...all),
      ...thousand('lifeboat', 'lifeboat other', 'lifeboat with v1', ...both),
    ],
    connections: CONNECTIONS,
  },
  {
    name: 'PATCH',
    calls: sellers.map(v1Calls.update),
    subjects: one(...own, 'lifeboat with v1', ...all),
    connections: CONNECTIONS,
  },
  {
    name: '/v2 passed',
    calls: sellers.map(v2Read),
    subjects: one(...own, ...all),
    connections: CONNECTIONS,
  },
  // Those that cannot ask v2 twice are given one page of a hundred, which it never has.
  {
    name: 'list of 100',
    calls: [v1Calls.list(100)],
    subjects: one(...own, ...all),
    connections: CONNECTIONS,
  },
  { name: 'list of 1,000', calls: [v1Calls.list(1_000)], subjects: one(...own, ...both), connections: 4 },
  {
    name: 'GET, 1,000 a second',
    calls: byLogin,
    subjects: one(...own, ...all, 'direct'),
    connections: CONNECTIONS,
    rate: 1_000,
  },
];
