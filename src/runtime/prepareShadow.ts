import type { Logger } from 'pino';
import type { Compare } from '../comparison/compare/answerPair';
import type { Accounts } from '../comparison/keep/comparisonAccounts';
import { bothObservers, type Recorder } from '../shadow/recorder';
import { createRawAnswers, type ShadowParts } from '../shadow/shadowParts';
import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import { describeThrow } from '../gateway/gatewayEvents';
import { paceUpstream } from '../gateway/rateLimits';
import type { Upstream } from '../gateway/upstream';
import { createUpstream, upstreamLimits } from '../http/upstream/upstreamClient';
import type { ShadowObserver } from '../http/shadowPort';
import { createShadow, type Shadow } from '../shadow/shadow';
import { failure } from '../contract/result';
import type { Closers } from './closers';
import type { ComposedGateway } from './composeGateway';
import { systemClock } from './systemClock';

/** The comparison as whoever answers clients sees it, whichever process holds its evidence. */
export interface ServingComparison extends Pick<ShadowParts, 'seen' | 'wantsControl'> {
  readonly compare: Compare;
  readonly accounts: Pick<Accounts, 'open'>;
  readonly recorder: Recorder;
}

/** What the comparison is put beside the traffic with. */
interface ShadowOptions {
  readonly config: Config;
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  /** Absent: nothing is compared. */
  readonly comparison?: ServingComparison | undefined;
  readonly logger: Logger;
  /** The machine's unless given. */
  readonly clock?: Clock;
}

type Load = Shadow['load'];

/** The comparison before the gateway is there, and its beginning after. */
interface PreparedShadow {
  /** The upstream of what answers clients, looked at for the answers that are compared. */
  readonly seen: (upstream: Upstream) => Upstream;
  readonly open: (another: ComposedGateway['another'], busy: () => boolean) => OpenedShadow;
}

/** What runs beside the traffic, and its line. */
interface OpenedShadow {
  readonly beside?: ShadowObserver;
  readonly lines: Readonly<Record<string, Load>>;
}

/** Pairs worked on at a time; each asks one API at a time. */
const PLACES = 8;

/** Nothing runs beside the traffic, and nothing is paid for it. */
const nothing: PreparedShadow = {
  seen: (upstream) => upstream,
  open: () => ({ lines: {} }),
};

/** The two upstreams of the comparison: what it asks never waits with what answers clients, or the other way round. */
function upstreamsOf(
  origins: { readonly v2: string; readonly v1: string },
  { silence, clock }: { readonly silence: number; readonly clock: Clock },
  closers: Closers,
) {
  const limits = {
    ...upstreamLimits,
    ...{ connections: PLACES, queue: PLACES, headSilence: silence, bodySilence: silence },
  };
  const [v1, v2] = [origins.v1, origins.v2].map((origin) => {
    const { call, close } = createUpstream({ origin, limits, clock });
    closers.add(close);
    return paceUpstream(call, clock);
  }) as [Upstream, Upstream];
  return { v1, v2 };
}

/** Puts the comparison beside the traffic, over connections of its own; nothing where there is no v1 to compare with. */
export function prepareShadow(makings: ShadowOptions, closers: Closers): PreparedShadow {
  const { config, origins, comparison, logger, clock = systemClock } = makings;
  const { sample, controls, queue, requestsPerMinute, bodyBytes, deadline, writes, lag } = config.comparison;
  const { v1, v2 } = origins;
  if (comparison === undefined || v1 === undefined) return nothing;
  const { recorder } = comparison;
  if (sample === 0)
    return { ...nothing, open: () => ({ beside: bothObservers(undefined, recorder), lines: {} }) };
  const raw = createRawAnswers(bodyBytes);
  const { compare, accounts, seen, wantsControl } = comparison;
  const open: PreparedShadow['open'] = (another, busy) => {
    const upstreams = upstreamsOf({ v1, v2 }, { silence: deadline, clock }, closers);
    const shadow = createShadow({
      gateway: another(raw.seen(upstreams.v2), deadline),
      unsent: another(() => Promise.resolve(failure({ kind: 'unreachable', sent: false })), deadline),
      callV1: upstreams.v1,
      ...{ raw, compare, accounts, seen, wantsControl, writes, clock, busy },
      paired: recorder.paired,
      settled: recorder.settled,
      limits: {
        ...{ samplePercent: sample, controlPercent: controls, queue, places: PLACES },
        ...{ perMinute: requestsPerMinute, bodyBytes, deadline, lag },
      },
      seed: config.cutover.seed,
      random: Math.random,
      failed: (thrown) => logger.error({ thrown: describeThrow(thrown) }, 'a comparison failed'),
    });
    closers.add(shadow.close);
    return { beside: bothObservers(shadow, recorder), lines: { comparison: shadow.load } };
  };
  return { seen: raw.seen, open };
}
