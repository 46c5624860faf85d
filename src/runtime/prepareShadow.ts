import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ServingCompare } from '../comparison/compare/compareInThread';
import type { Accounts } from '../comparison/keep/comparisonAccounts';
import { createPrivacy, type Privacy } from '../comparison/keep/privacy';
import { bothObservers, type Recorder } from '../shadow/recorder';
import { createRawAnswers, type ShadowParts } from '../shadow/shadowParts';
import type { Config } from '../config/configuration';
import type { ServingCutover } from '../cutover/cutover';
import type { Clock } from '../contract/clock';
import { describeThrow } from '../gateway/gatewayEvents';
import { paceUpstream } from '../gateway/rateLimits';
import type { Upstream } from '../gateway/upstream';
import { wiredUpstream } from '../gateway/outcome/wired';
import type { Mappings } from '../mapping/compile/loadMappings';
import { createUpstream } from '../http/upstream/upstreamClient';
import { upstreamLimits } from '../http/upstream/upstreamLimits';
import { type Traces, untraced } from '../http/observability/traces';
import type { ShadowObserver } from '../http/shadowPort';
import { createShadow, type Shadow } from '../shadow/shadow';
import { failure } from '../contract/result';
import type { Closers } from './closers';
import type { ComposedGateway } from './composeGateway';
import { connectionLimits } from './processLimits';
import { systemClock } from './systemClock';

const BYTES = 32;

/**
 * Derives the secret that hides values in the store from the index secret; without an index secret it is random and not
 * kept.
 */
export const comparisonSecret = ({ index: { secret } }: Config): Buffer =>
  secret.kind === 'given'
    ? createHmac('sha256', secret.value).update('comparison').digest()
    : randomBytes(BYTES);

/** Creates the privacy of compared values from the settings; the secret is the key of the hashes. */
export const comparisonPrivacy = ({ comparison }: Config, secret: Buffer): Privacy =>
  createPrivacy({
    secret,
    kept: comparison.values,
  });

/** The comparison as the edge uses it. */
export interface ServingComparison extends Pick<ShadowParts, 'seen' | 'wantsControl'> {
  readonly compare: ServingCompare['compare'];
  readonly accounts: Pick<Accounts, 'open'>;
  readonly recorder: Recorder;
}

/** Options of prepareShadow. */
interface ShadowOptions {
  readonly config: Config;
  readonly mappings: Pick<Mappings, 'wire'>;
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  /** Absent: nothing is compared. */
  readonly comparison?: ServingComparison | undefined;
  readonly cutover?: Pick<ServingCutover, 'processes'>;
  readonly traces?: Traces | undefined;
  readonly logger: Logger;
  /** The system clock by default. */
  readonly clock?: Clock;
}

type Load = Shadow['load'];

/** The shadow before the gateway exists; `open` completes it later. */
interface PreparedShadow {
  /** Wraps the upstream of client requests, so that the comparison gets the raw answers. */
  readonly seen: (upstream: Upstream) => Upstream;
  readonly open: (shadowGateway: ComposedGateway['shadowGateway'], busy: () => boolean) => OpenedShadow;
}

/** Observer of the traffic, and the load of its queues by name. */
interface OpenedShadow {
  readonly observer?: ShadowObserver;
  readonly queues: Readonly<Record<string, Load>>;
}

/** Most pairs in work at once; each asks one API at a time. */
const PLACES = 8;

/** Shadow without an observer, at no cost. */
const nothing: PreparedShadow = {
  seen: (upstream) => upstream,
  open: () => ({ queues: {} }),
};

/** Options of openComparedUpstreams. */
interface ComparedCalls {
  readonly silence: number;
  readonly clock: Clock;
  readonly traces?: Traces | undefined;
}

/** Opens upstreams for the comparison alone, so that its calls and those of clients never wait for each other. */
export function openComparedUpstreams(
  origins: { readonly v2: string; readonly v1: string },
  { silence, clock, traces = untraced }: ComparedCalls,
  closers: Pick<Closers, 'add'>,
) {
  // With only eight unused connections each pair of another caller opened a new one, at twice the cost of a pair.
  const resting = Math.max(PLACES, connectionLimits().comparing);
  const limits = {
    ...upstreamLimits,
    connections: PLACES,
    resting,
    queue: PLACES,
    headSilence: silence,
    bodySilence: silence,
  };
  const [v1, v2] = [origins.v1, origins.v2].map((origin) => {
    const { call, close } = createUpstream({ origin, limits, clock });
    closers.add(close);
    return paceUpstream(traces.ofUpstream(call, origin), clock);
  }) as [Upstream, Upstream];
  return { v1, v2 };
}

/** Prepares the shadow with separate connections; it does nothing without a v1 to compare with. */
export function prepareShadow(options: ShadowOptions, closers: Closers): PreparedShadow {
  const { config, origins, comparison, logger, traces = untraced, clock = systemClock } = options;
  const { wire } = options.mappings;
  const { sample, controls, queue, requestsPerMinute, bodyBytes, deadline, writes, lag } = config.comparison;
  const { v1, v2 } = origins;
  if (comparison === undefined || v1 === undefined) return nothing;
  const { recorder } = comparison;
  if (sample === 0)
    return { ...nothing, open: () => ({ observer: bothObservers(undefined, recorder), queues: {} }) };
  const raw = createRawAnswers(bodyBytes);
  const { compare, accounts, seen: onPair, wantsControl } = comparison;
  const open: PreparedShadow['open'] = (shadowGateway, busy) => {
    const upstreams = openComparedUpstreams({ v1, v2 }, { silence: deadline, clock, traces }, closers);
    const shadow = createShadow({
      gateway: shadowGateway(raw.seen(upstreams.v2), deadline),
      unsent: shadowGateway(() => Promise.resolve(failure({ kind: 'unreachable', sent: false })), deadline),
      callV1: wiredUpstream(upstreams.v1, wire, 'v1'),
      wire,
      raw,
      compare,
      accounts,
      seen: onPair,
      wantsControl,
      writes,
      clock,
      busy,
      traced: traces.ofComparison,
      paired: recorder.paired,
      settled: recorder.settled,
      limits: {
        samplePercent: sample,
        controlPercent: controls,
        queue,
        places: PLACES,
        perMinute: requestsPerMinute,
        processes: options.cutover?.processes,
        bodyBytes,
        deadline,
        lag,
      },
      seed: config.cutover.seed,
      random: Math.random,
      failed: (thrown) => logger.error({ thrown: describeThrow(thrown) }, 'a comparison failed'),
    });
    closers.add(shadow.close);
    return { observer: bothObservers(shadow, recorder), queues: { comparison: shadow.load } };
  };
  return { seen: raw.seen, open };
}
