import { type Accounts, createAccounts } from '../../src/comparison/keep/comparisonAccounts.js';
import type { ComparePair, Pair } from '../../src/comparison/compare/answerPair.js';
import type { Decision } from '../../src/cutover/stages/decide.js';
import { createGateway } from '../../src/gateway/createGateway.js';
import { passKeysOn } from '../../src/gateway/keys/clientKeys.js';
import type { Upstream } from '../../src/gateway/upstream.js';
import { createUpstream } from '../../src/http/upstream/upstreamClient.js';
import { upstreamLimits } from '../../src/http/upstream/upstreamLimits.js';
import { joinObservers } from '../../src/shadow/recorder.js';
import { createRawAnswers, type ShadowParts } from '../../src/shadow/shadowParts.js';
import { createShadow, type Shadow } from '../../src/shadow/shadow.js';
import type { ComparedControl } from '../../src/comparison/keep/observation.js';
import { type EdgeUnderTest, onV2, startEdge } from '../support/edgeUnderTest.ts';
import { realClock } from '../support/realClock.ts';
import { sampleOffer } from '../support/sampleOffer.ts';
import { shipped } from '../support/shipped.ts';
import { failure } from '../../src/contract/result.js';

/** One pair as the comparison reports it. */
interface SeenPair {
  readonly pair: Pair;
  readonly differs: boolean;
  readonly control: ComparedControl | undefined;
}

/** The edge with a comparison. */
export interface Compared {
  readonly edge: EdgeUnderTest;
  readonly shadow: Shadow;
  readonly accounts: Accounts;
  readonly pairs: readonly SeenPair[];
  readonly bugs: readonly unknown[];
  /** Resolves when the comparisons of `count` served requests have ended, of any operation. */
  readonly settle: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const limits: ShadowParts['limits'] = {
  samplePercent: 100,
  controlPercent: 0,
  queue: 100,
  places: 4,
  perMinute: 1_000,
  bodyBytes: 100_000,
  deadlineMs: 60_000,
  lag: 10_000,
};

/** Compares status and body only. */
export const sameText: ComparePair = (v1, v2) => {
  const same = v1.status === v2.status && v1.body === v2.body;
  const difference = { path: '', at: '', kind: 'value', severity: 'suspicious' } as const;
  return {
    ok: true,
    differences: same ? [] : [difference],
    ignored: [],
  };
};

/** Starts the edge of the shipped mappings between two scripted upstreams, with one decision for all requests. */
async function startCompared(
  decision: Pick<Decision, 'side' | 'compare'>,
  settings: Partial<Omit<ShadowParts, 'limits'>> & { readonly limits?: Partial<ShadowParts['limits']> } = {},
): Promise<Compared> {
  const pairs: SeenPair[] = [];
  const bugs: unknown[] = [];
  let count = 0;
  const waiting: (() => void)[] = [];
  const accounts = createAccounts();
  const clients: { close: () => Promise<void> }[] = [];
  const open = (origin: string): Upstream => {
    const client = createUpstream({ origin, limits: upstreamLimits, clock: realClock });
    clients.push(client);
    return client.call;
  };
  const raw = createRawAnswers(1_000_000);
  const gatewayOver = (upstream: Upstream) =>
    createGateway({
      operations: shipped().operations,
      upstream,
      keys: passKeysOn,
      clock: realClock,
      index: { secret: 'test', freshMs: 60_000, pageBudget: 100 },
      deadlineMs: 60_000,
      report: () => undefined,
    });
  // The origins are known only after the edge has started.
  const late = (): never => {
    throw new Error('not yet');
  };
  let [toV1, toV2, served]: [Upstream, Upstream, ReturnType<typeof gatewayOver>] = [
    late,
    late,
    gatewayOver(late),
  ];
  const { limits: changed, ...entry } = settings;
  const shadow = createShadow({
    gateway: gatewayOver((request) => raw.keepAnswersOf(toV2)(request)),
    unsent: gatewayOver(() => Promise.resolve(failure({ kind: 'unreachable', sent: false }))),
    raw,
    wire: shipped().wire,
    callV1: (request) => toV1(request),
    compare: sameText,
    accounts,
    wantsControl: () => false,
    seen: (pair, { differences }, control) => {
      const differs = differences.length > 0;
      pairs.push({ pair, differs, control });
      return { differs };
    },
    settled: () => {
      count += 1;
      for (const wake of waiting.splice(0)) wake();
    },
    writes: 'read-back',
    limits: { ...limits, ...changed },
    seed: 'test',
    clock: realClock,
    random: () => 0.5,
    busy: () => false,
    failed: (thrown) => bugs.push(thrown),
    ...entry,
  });
  const edge = await startEdge({
    routes: () => served.routes(),
    handle: (request) => served.handle(request),
    stages: () => ({
      ...onV2,
      cutover: {
        ...onV2.cutover,
        decide: () => ({ ...decision, mayFallBack: false, because: 'stage', stage: undefined }),
      },
      shadow: joinObservers(shadow, { onV1: () => undefined }, limits.bodyBytes),
    }),
  });
  toV1 = open(edge.v1.origin);
  toV2 = open(edge.v2.origin);
  served = gatewayOver(raw.keepAnswersOf(open(edge.v2.origin)));
  return {
    edge,
    shadow,
    accounts,
    pairs,
    bugs,
    settle: async (wanted) => {
      while (count < wanted) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close: async () => {
      shadow.close();
      await edge.close();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Stages that compare: what v1 answers, and what v2 answers. */
export const SHADOW = { side: 'v1', compare: 'shadow' } as const;
export const CHECK = { side: 'v2', compare: 'check' } as const;

const KEY = { Authorization: 'Bearer key-1' };

/** A read of an offer, and a change of it. */
export const READ = { path: '/v1/currency-offers/7', headers: KEY };
export const WRITE = {
  method: 'PATCH',
  path: READ.path,
  body: '{"price":2}',
  headers: { ...KEY, 'Content-Type': 'application/json' },
};

export const offerV2 = (members: object = {}) => JSON.stringify({ data: { ...sampleOffer, ...members } });

/** Returns a startCompared whose edges are closed after each test. */
export function startsCompared(): typeof startCompared {
  const open: Compared[] = [];
  afterEach(async () => {
    for (const compared of open.splice(0)) await compared.close();
  });
  return async (...settings) => {
    const compared = await startCompared(...settings);
    open.push(compared);
    return compared;
  };
}
