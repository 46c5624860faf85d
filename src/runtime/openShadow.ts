import type { Clock } from '../contract/clock';
import { failure } from '../contract/result';
import type { Gateway } from '../gateway/gateway';
import { describeThrow } from '../gateway/gatewayEvents';
import { createPairUpstream } from '../gateway/outcome/pairDialect';
import type { Upstream } from '../gateway/upstream';
import type { Traces } from '../http/observability/traces';
import { joinObservers } from '../shadow/recorder';
import { createShadow } from '../shadow/shadow';
import type { ShadowParts } from '../shadow/shadowParts';
import type { Closers } from './closers';
import type { EdgeParts } from './composeGateway';
import { MAX_PAIRS_AT_ONCE, openComparedUpstreams } from './upstreams';

interface ShadowOptions extends Pick<EdgeParts, 'config' | 'mappings' | 'origins' | 'comparison' | 'logger'> {
  readonly cutover: Pick<EdgeParts['cutover'], 'processes'>;
  readonly traces: Traces;
  readonly clock: Clock;
  /** Answers of v2 to the requests of clients. */
  readonly raw: ShadowParts['raw'];
  readonly shadowGateway: (upstream: Upstream, deadlineMs: number) => Gateway;
  readonly busy: () => boolean;
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
