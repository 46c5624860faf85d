import type { Clock } from '../contract/clock';
import { failure } from '../contract/result';
import type { Gateway } from '../gateway/gateway';
import { describeThrow } from '../gateway/gatewayEvents';
import { createPairUpstream } from '../gateway/outcome/pairDialect';
import { createPacedUpstream } from '../gateway/rateLimits';
import type { Upstream } from '../gateway/upstream';
import { type Traces, untraced } from '../http/observability/traces';
import { createUpstream } from '../http/upstream/upstreamClient';
import { upstreamLimits } from '../http/upstream/upstreamLimits';
import { joinObservers } from '../shadow/recorder';
import { createShadow } from '../shadow/shadow';
import { createRawAnswers, type ShadowParts } from '../shadow/shadowParts';
import type { Closers } from './closers';
import type { EdgeParts } from './composeGateway';
import { connectionLimits } from './processLimits';

interface ShadowOptions extends Pick<EdgeParts, 'config' | 'mappings' | 'origins' | 'comparison' | 'logger'> {
  readonly cutover: Pick<EdgeParts['cutover'], 'processes'>;
  readonly traces: Traces;
  readonly clock: Clock;
  /** Answers of v2 to the requests of clients. */
  readonly raw: ShadowParts['raw'];
  readonly shadowGateway: (upstream: Upstream, deadlineMs: number) => Gateway;
  readonly busy: () => boolean;
}

/** Opens what keeps v2's own answers to the requests of clients. It does nothing where none are compared. */
export function openRawAnswers({
  config: { comparison: settings },
  comparison,
  origins,
}: Pick<EdgeParts, 'config' | 'comparison' | 'origins'>): ShadowParts['raw'] {
  const raw = createRawAnswers(settings.bodyBytes);
  const isNeeded = comparison !== undefined && origins.v1 !== undefined && settings.sample > 0;
  return isNeeded ? raw : { ...raw, keepAnswersOf: (upstream) => upstream };
}

/** Most pairs in work at once; each asks one API at a time. */
const MAX_PAIRS_AT_ONCE = 8;

/** Opens upstreams for the comparison alone, so that its calls and those of clients never wait for each other. */
export function openComparedUpstreams(
  origins: Readonly<Record<'v1' | 'v2', string>>,
  {
    silence,
    clock,
    traces = untraced,
  }: { readonly silence: number; readonly clock: Clock; readonly traces?: Traces },
  closers: Pick<Closers, 'add'>,
): Readonly<Record<'v1' | 'v2', Upstream>> {
  // With only eight unused connections each pair of another caller opened a new one, at twice the cost of a pair.
  const resting = Math.max(MAX_PAIRS_AT_ONCE, connectionLimits().comparing);
  const limits = {
    ...upstreamLimits,
    connections: MAX_PAIRS_AT_ONCE,
    resting,
    queue: MAX_PAIRS_AT_ONCE,
    headSilence: silence,
    bodySilence: silence,
  };
  const openCompared = (origin: string): Upstream => {
    const { call, close } = createUpstream({ origin, limits, clock });
    closers.add(close);
    return createPacedUpstream(traces.ofUpstream(call, origin), clock);
  };
  return { v1: openCompared(origins.v1), v2: openCompared(origins.v2) };
}

/** Opens the shadow with separate connections. It does nothing without a v1 to compare with. */
export function openShadow(options: ShadowOptions, closers: Closers) {
  const { config, mappings, origins, comparison, logger, traces, clock, raw, shadowGateway, busy } = options;
  const { sample, controls, requestsPerMinute, bodyBytes, deadline, writes, ...limits } = config.comparison;
  const { v1, v2 } = origins;
  if (comparison === undefined || v1 === undefined) return { queues: {} };
  const { recorder, ...compares } = comparison;
  if (sample === 0) return { observer: joinObservers(undefined, recorder, bodyBytes), queues: {} };
  const upstreams = openComparedUpstreams({ v1, v2 }, { silence: deadline, clock, traces }, closers);
  const { wire } = mappings;
  const shadow = createShadow({
    gateway: shadowGateway(raw.keepAnswersOf(upstreams.v2), deadline),
    unsent: shadowGateway(() => Promise.resolve(failure({ kind: 'unreachable', sent: false })), deadline),
    callV1: createPairUpstream(upstreams.v1, wire, 'v1'),
    ...compares,
    wire,
    raw,
    writes,
    clock,
    busy,
    traced: traces.ofComparison,
    paired: recorder.recordPair,
    settled: recorder.noteSettled,
    limits: {
      ...limits,
      bodyBytes,
      deadlineMs: deadline,
      places: MAX_PAIRS_AT_ONCE,
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
  return { observer: joinObservers(shadow, recorder, bodyBytes), queues: { comparison: shadow.load } };
}
