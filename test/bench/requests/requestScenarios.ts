import type { Call } from '../load/load';
import type { PeerName } from '../peers/peers';
import { v1Calls, v2Calls } from '../stub/calls';
import type { Size } from '../stub/documents';

/** Calls of one alternated run, by peer. */
export interface RequestScenario {
  readonly name: string;
  /** In the order of the rounds. */
  readonly calls: readonly (readonly [peer: PeerName, call: Call])[];
  /** Whose figures are 1.00. */
  readonly yardstick: PeerName;
  /** One that a goal speaks of: measured by `--quick` too, and for longer otherwise. */
  readonly isCentral: boolean;
}

/** Whom `--quick` measures. */
export const quickPeers: readonly PeerName[] = [
  ...(['lifeboat', 'lifeboat other', 'node + undici', 'hpm', 'nginx + lua'] as const),
];

const translating: readonly PeerName[] = [
  'lifeboat',
  'lifeboat other',
  'hpm + mapping',
  'express + undici',
  'nginx + lua',
];

const passing: readonly PeerName[] = ['hpm', 'fastify proxy', 'nginx'];

/** Gives v1's words to peers that translate, v2's to those that pass on. */
const calls = (v1: Call, v2: Call): RequestScenario['calls'] => [
  ...translating.map((peer) => [peer, v1] as const),
  ...passing.map((peer) => [peer, v2] as const),
];

const kilobytes: Readonly<Record<Size, string>> = { small: '1.5 KB', large: '20 KB' };

const get = (size: Size): RequestScenario => ({
  name: `translated GET by login, ${kilobytes[size]}`,
  calls: [
    ...calls(v1Calls.byLogin(size), v2Calls.read(size)),
    ...(size === 'small'
      ? ([
          ['node + undici', v1Calls.byLogin(size)],
          ['node static', v2Calls.read(size)],
        ] as const)
      : []),
  ],
  yardstick: 'hpm',
  isCentral: size === 'small',
});

const patch = (size: Size): RequestScenario => ({
  name: `translated PATCH, ${kilobytes[size]}`,
  calls: calls(v1Calls.update(size), v2Calls.update(size)),
  yardstick: 'hpm',
  isCentral: size === 'small',
});

const pass = (size: Size): RequestScenario => ({
  name: `GET passed through, ${kilobytes[size]}`,
  calls: (['lifeboat', 'lifeboat other', ...passing] as const).map((peer) => [peer, v2Calls.read(size)]),
  yardstick: 'hpm',
  isCentral: size === 'small',
});

/** The gateway reads two pages of v2's 50; its peers are given one of 100. */
const list: RequestScenario = {
  name: 'list of 100 offers, 150 KB',
  calls: calls(v1Calls.list(100), v2Calls.hundred),
  yardstick: 'hpm',
  isCentral: false,
};

/** Requests as many as are answered. */
export const requestScenarios: readonly RequestScenario[] = [
  get('small'),
  patch('small'),
  pass('small'),
  get('large'),
  patch('large'),
  pass('large'),
  list,
];
