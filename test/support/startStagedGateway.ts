import { createHash } from 'node:crypto';
import { evidenceSubject } from '../../src/runtime/inputFiles';
import { type Cutover, createCutover } from '../../src/cutover/cutover';
import type { CounterStore } from '../../src/cutover/counters';
import type { CutoverStore } from '../../src/cutover/cutoverStore';
import { openMemoryStore } from '../../src/store/wholeStore';
import type { Notice } from '../../src/cutover/notices';
import type { Plan } from '../../src/cutover/plan';
import type { Clock } from '../../src/contract/clock';
import { createGateway } from '../../src/gateway/createGateway';
import { createClientKeys } from '../../src/gateway/keys/clientKeys';
import { createApp } from '../../src/http/gatewayApp';
import { createPassThrough, passThroughLimits } from '../../src/http/passThrough/passThrough';
import { createUpstream } from '../../src/http/upstream/upstreamClient';
import { upstreamLimits } from '../../src/http/upstream/upstreamLimits';
import { serverLimits } from '../../src/http/server/openServer';
import { startServer } from '../../src/http/server/startServer';
import { v1Headers } from '../../src/http/server/messages';
import { createUsageCounter } from '../../src/usage/usageCounter';
import { realClock } from './realClock';
import { shipped } from './shipped';

/** A clock whose time of day a test sets, and whose delays are real. */
export interface StoryClock extends Clock {
  readonly set: (now: number) => void;
}

export function storyClock(start: number): StoryClock {
  let now = start;
  return {
    now: () => now,
    steady: realClock.steady,
    schedule: (delay, action) => {
      const timer = setTimeout(action, delay).unref(); // what nobody waits for does not keep a test alive
      return () => clearTimeout(timer);
    },
    set: (next) => (now = next),
  };
}

export interface StagedSettings {
  readonly v1: string;
  readonly v2: string;
  /** The key that clients of v1 hold, and the one that it stands for. */
  readonly keys: { readonly v1: string; readonly v2: string };
  readonly clock: StoryClock;
  readonly sunset: number;
  readonly plan?: Plan;
  readonly store?: CutoverStore;
  readonly counters?: CounterStore;
}

export const STORY_TOKEN = 'a-token-for-the-operator-of-the-story';

/** The whole gateway with its cutover, as `lifeboat serve` puts it together, on a clock that a test sets. */
export async function startStagedGateway(settings: StagedSettings) {
  const { v1, v2, keys, clock, sunset, plan } = settings;
  const memory = await openMemoryStore();
  const { store = memory.cutover, counters = memory.counters } = settings;
  const mappings = shipped();
  const notices: Notice[] = [];
  const cutover: Cutover = await createCutover({
    subject: evidenceSubject(mappings, []),
    sunset,
    seed: 'story',
    fallback: true,
    store,
    counters,
    kept: await store.events(),
    plan,
    clock,
    notify: (notice) => void notices.push(notice),
  });
  const count = createUsageCounter(cutover.counters);
  const [toV1, toV2] = [v1, v2].map((origin) => createUpstream({ origin, limits: upstreamLimits, clock }));
  const passes = [v1, v2].map((origin) => createPassThrough({ origin, limits: passThroughLimits, clock }));
  const [passV1, passV2] = passes;
  if (!toV1 || !toV2 || !passV1 || !passV2) throw new Error('unreachable');
  const digest = createHash('sha256').update(keys.v1).digest();
  const table = [{ v1: digest, v2: [keys.v2] as const }];
  const clientKeys = createClientKeys(table, { strangers: false, v2Paths: 'exchange' });
  const gateway = createGateway({
    operations: mappings.operations,
    upstream: toV2.call,
    keys: clientKeys.v1,
    clock,
    index: { secret: 'story', freshMs: 60_000, pageBudget: 100 },
    deadlineMs: 10_000,
    report: () => undefined,
  });
  const edge = createApp({
    gateway,
    keys: clientKeys,
    v2: passV2,
    v1: { passThrough: passV1, sunset },
    clock,
    stages: { cutover, callV1: toV1.call, deadlineMs: 10_000 },
    adminToken: STORY_TOKEN,
    profile: mappings.profile,
    wire: mappings.wire,
    rewritesLinks: true,
    v1Headers: v1Headers({ sunset, deprecation: sunset, end: undefined, guide: 'https://example.com/guide' }),
    ended: (request) => {
      count(request);
      if (request.served !== undefined) cutover.served(request.served);
    },
  });
  const local = { host: '127.0.0.1', port: 0, tls: undefined, limits: serverLimits, clock: realClock };
  const server = await startServer({ edge, ...local });
  if (!server.ok) throw new Error(server.failure.message);
  return {
    origin: server.value.origin,
    cutover,
    notices,
    store,
    /** Fingerprint of the clients' key. */
    caller: digest.toString('hex').slice(0, 12),
    close: async () => {
      await server.value.close(0);
      await Promise.all(passes.map((pass) => pass.close()));
      await Promise.all([toV1.close(), toV2.close()]);
    },
  };
}
