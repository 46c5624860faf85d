import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '../machine/startProcess.ts';
import { buildProgram } from './buildProgram.ts';
import { startLifeboat, startMeasured } from './startLifeboat.ts';
import { MODULES, startNginxLua } from './startNginxLua.ts';

/** Upstream and checkouts that a peer is started with. */
export interface PeerPlan {
  readonly stub: Running;
  /** The checkout whose build is measured. */
  readonly checkout: string;
  /** Another checkout to compare with, when one was named. */
  readonly against: string | undefined;
}

/** Something that is measured; undefined where it cannot be. */
type Peer = (plan: PeerPlan) => Promise<Running> | undefined;

const program =
  (name: string): Peer =>
  ({ stub }) =>
    startMeasured({ command: [buildProgram(name), stub.origin] });

/** All that are measured, by their names in the table. */
export const peers = {
  lifeboat: ({ stub, checkout }) => startLifeboat({ v2: stub.origin, checkout }),
  'lifeboat other': ({ stub, against }) =>
    against === undefined ? undefined : startLifeboat({ v2: stub.origin, checkout: against }),
  /** While v1 lives, with the default sample of the comparison. */
  'lifeboat with v1': ({ stub, checkout }) => {
    const environment = { LIFEBOAT_UPSTREAM_V1: stub.origin, LIFEBOAT_SUNSET: '2099-01-01T00:00:00Z' };
    return startLifeboat({ v2: stub.origin, checkout, environment });
  },
  'hpm + mapping': program('hpm'),
  'express + undici': program('express'),
  'fastify + reply-from': program('fastify'),
  'node + undici': program('node'),
  'nginx + lua': ({ stub }) =>
    existsSync(join(MODULES, 'ngx_http_lua_module.so')) ? startNginxLua(stub.origin) : undefined,
  /** No gateway; whoever ends the peers does not end the upstream. */
  direct: ({ stub }) => Promise.resolve({ ...stub, stop: () => Promise.resolve() }),
} satisfies Readonly<Record<string, Peer>>;

export type PeerName = keyof typeof peers;
