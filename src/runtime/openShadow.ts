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
import type { Gateway } from '../gateway/gateway';
import { connectionLimits } from './processLimits';

const BYTES = 32;

/** Derives the secret that hides values in the store from the index secret; without one it is random. */
export const comparisonSecret = ({ index: { secret } }: Config): Buffer =>
  secret.kind === 'given'
    ? createHmac('sha256', secret.value).update('comparison').digest()
    : randomBytes(BYTES);

/** Creates the privacy of compared values from the settings; the secret is the key of the hashes. */
export const comparisonPrivacy = ({ comparison }: Config, secret: Buffer): Privacy =>
  createPrivacy({ secret, kept: comparison.values });

/** The comparison as the edge uses it. */
export interface ServingComparison extends Pick<ShadowParts, 'seen' | 'wantsControl'> {
  readonly compare: ServingCompare['compare'];
  readonly accounts: Pick<Accounts, 'open'>;
  readonly recorder: Recorder;
}

interface ShadowOptions {
  readonly config: Config;
  readonly mappings: Pick<Mappings, 'wire'>;
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  /** Absent: nothing is compared. */
  readonly comparison?: ServingComparison | undefined;
  readonly cutover: Pick<ServingCutover, 'processes'>;
  readonly traces: Traces;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Answers of v2 to the requests of clients. */
  readonly raw: ShadowParts['raw'];
  readonly shadowGateway: (upstream: Upstream, deadlineMs: number) => Gateway;
  readonly busy: () => boolean;
}

interface OpenedShadow {
  readonly observer?: ShadowObserver;
  readonly queues: Readonly<Record<string, Shadow['load']>>;
}

/** Opens what keeps v2's own answers to the requests of clients; it does nothing where none are compared. */
export function openRawAnswers({
  config: { comparison: settings },
  comparison,
  origins,
}: Pick<ShadowOptions, 'config' | 'comparison' | 'origins'>): ShadowParts['raw'] {
  const raw = createRawAnswers(settings.bodyBytes);
  const isNeeded = comparison !== undefined && origins.v1 !== undefined && settings.sample > 0;
  return isNeeded ? raw : { ...raw, seen: (upstream) => upstream };
}

/** Most pairs in work at once; each asks one API at a time. */
const PLACES = 8;

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
    ...{ ...upstreamLimits, connections: PLACES, resting, queue: PLACES },
    ...{ headSilence: silence, bodySilence: silence },
  };
  const [v1, v2] = [origins.v1, origins.v2].map((origin) => {
    const { call, close } = createUpstream({ origin, limits, clock });
    closers.add(close);
    return paceUpstream(traces.ofUpstream(call, origin), clock);
  }) as [Upstream, Upstream];
  return { v1, v2 };
}

/** Opens the shadow with separate connections; it does nothing without a v1 to compare with. */
export function openShadow(options: ShadowOptions, closers: Closers): OpenedShadow {
  const { config, origins, comparison, logger, traces, clock, raw, shadowGateway, busy } = options;
  const { wire } = options.mappings;
  const { sample, controls, requestsPerMinute, bodyBytes, deadline, writes, ...limits } = config.comparison;
  const { v1, v2 } = origins;
  if (comparison === undefined || v1 === undefined) return { queues: {} };
  const { recorder, compare, accounts, seen, wantsControl } = comparison;
  if (sample === 0) return { observer: bothObservers(undefined, recorder, bodyBytes), queues: {} };
  const upstreams = openComparedUpstreams({ v1, v2 }, { silence: deadline, clock, traces }, closers);
  const shadow = createShadow({
    gateway: shadowGateway(raw.seen(upstreams.v2), deadline),
    unsent: shadowGateway(() => Promise.resolve(failure({ kind: 'unreachable', sent: false })), deadline),
    callV1: wiredUpstream(upstreams.v1, wire, 'v1'),
    ...{ wire, raw, compare, accounts, seen, wantsControl, writes, clock, busy },
    traced: traces.ofComparison,
    paired: recorder.paired,
    settled: recorder.settled,
    limits: {
      ...{ ...limits, bodyBytes, deadline, places: PLACES },
      samplePercent: sample,
      controlPercent: controls,
      perMinute: requestsPerMinute,
      processes: options.cutover.processes,
    },
    seed: config.cutover.seed,
    random: Math.random,
    failed: (thrown) => logger.error({ thrown: describeThrow(thrown) }, 'a comparison failed'),
  });
  closers.add(shadow.close);
  return { observer: bothObservers(shadow, recorder, bodyBytes), queues: { comparison: shadow.load } };
}
