import { existsSync } from 'node:fs';
import { isInstalled } from '../machine/isInstalled';
import { measuredNode } from '../machine/measuredNode';
import { type Running, startProcess } from '../machine/startProcess';
import { buildProgram } from './buildProgram';
import { startNginxLua, startNginxPass } from './nginxPeers';
import { startLifeboat } from './startLifeboat';

/** Upstream and checkouts that a peer is started with. */
export interface PeerPlan {
  /** The upstream. */
  readonly stub: Running;
  /** The checkout whose build is measured. */
  readonly checkout: string;
  /** Another checkout to compare with, when one was named. */
  readonly against: string | undefined;
  /** A file with one small answer. */
  readonly answer: string;
}

/** Something that is measured. */
export interface Peer {
  readonly about: string;
  readonly start: (plan: PeerPlan) => Promise<Running>;
  /** Why it cannot be measured here; undefined when it can. */
  readonly missing?: (plan: PeerPlan) => string | undefined;
}

const program = (name: string, about: string): Peer => ({
  about,
  start: ({ stub }) =>
    startProcess({ seat: 'measured', command: [measuredNode(), buildProgram(name), stub.origin] }),
});

const nginxMissing = (): string | undefined =>
  isInstalled('nginx') ? undefined : 'nginx is not installed: npm run bench -- --install';

const luaMissing = (): string | undefined =>
  existsSync('/usr/lib/nginx/modules/ngx_http_lua_module.so')
    ? nginxMissing()
    : 'nginx has no Lua: npm run bench -- --install';

/** All that are measured, by their names in tables. */
export const peers = {
  lifeboat: {
    about: 'this gateway as shipped',
    start: ({ stub, checkout }) => startLifeboat({ v2: stub.origin, checkout }),
  },
  'lifeboat other': {
    about: 'the gateway of another checkout (--against)',
    start: ({ stub, against = '' }) => startLifeboat({ v2: stub.origin, checkout: against }),
    missing: ({ against }) => (against === undefined ? 'no --against' : undefined),
  },
  hpm: program('hpmPass', 'http-proxy-middleware, keep-alive, passing through'),
  'hpm + mapping': program('hpmMapping', 'http-proxy-middleware, responseInterceptor'),
  'express + undici': program('expressMapping', 'Express 5, undici, mapping by hand'),
  'node + undici': program('bareUndici', 'node:http and undici, parse and stringify, no duty: the floor'),
  'fastify proxy': program('fastifyPass', '@fastify/http-proxy, passing through'),
  'nginx + lua': {
    about: 'nginx, mapping in Lua',
    start: ({ stub }) => startNginxLua(stub.origin),
    missing: luaMissing,
  },
  nginx: {
    about: 'nginx, passing through',
    start: ({ stub }) => startNginxPass(stub.origin),
    missing: nginxMissing,
  },
  direct: {
    about: 'no gateway: the upstream itself',
    // Whoever ends the peers does not end the upstream.
    start: ({ stub }) => Promise.resolve({ ...stub, stop: () => Promise.resolve() }),
  },
  'twenty reads': program(
    'twentyReads',
    'undici, the twenty pages of a long list, four at a time, kept by nobody',
  ),
  'node static': {
    about: 'node:http, one answer from memory',
    start: ({ answer }) =>
      startProcess({ seat: 'measured', command: [measuredNode(), buildProgram('staticAnswer'), answer] }),
  },
} satisfies Readonly<Record<string, Peer>>;

export type PeerName = keyof typeof peers;
