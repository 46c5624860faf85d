import type { Clock } from '../contract/clock';
import {
  type AdmissionControl,
  createAdmissionControl,
  createLagGuard,
  createLoadShedder,
  RETRY_SOON,
} from '../http/server/admission';
import { paceRefusals } from '../http/server/paceRefusals';
import { createMetrics, type Metrics } from '../http/observability/metrics';
import { type Close, type Closers, inRounds, untilClosed } from './closers';
import { readLeftWrites } from '../gateway/outcome/readBackLater';
import type { LiveGateway } from '../gateway/createGateway';
import type { Report } from '../gateway/gatewayEvents';
import type { RequestEnded } from '../gateway/context';
import { type Upstream, type UpstreamWatch, watchUpstream } from '../gateway/upstream';
import type { Caller } from '../gateway/keys/clientKeys';
import { createApp, GUIDE_PATH } from '../http/gatewayApp';
import { openForwardedClient } from '../http/server/forwardedClient';
import { createAccessLog } from '../http/observability/logger';
import { createLongWaits } from '../http/observability/longWaits';
import { findSpanIds, findTraces, type Traces } from '../http/observability/traces';
import { createPathShape, routeWords } from '../http/observability/unlistedRequests';
import { createTail, type Tail } from '../http/observability/requestTail';
import { createPassThrough, type PassThrough, passThroughLimits } from '../http/passThrough/passThrough';
import { createUpstream, type UpstreamClient, type UpstreamOptions } from '../http/upstream/upstreamClient';
import { upstreamLimits } from '../http/upstream/upstreamLimits';
import type { Edge } from '../http/server/openServer';
import { v1Headers } from '../http/server/messages';
import { openRawAnswers, openShadow } from './openShadow';
import { composeGateway, type EdgeParts, gatewayAlarms } from './composeGateway';
import { logEvent } from './notifiers';
import { connectionLimits, type PoolLimits } from './processLimits';
import { systemClock } from './systemClock';
import { wiredAnswer, wiredUpstream } from '../gateway/outcome/wired';
import { asText, problemAnswer } from '../gateway/problems';

type TracedParts = EdgeParts & { readonly traces: Traces; readonly clock: Clock };

/** Opens the admission of an edge, which counts shed requests in the metrics and, once a second, in the log. */
function openAdmission(
  { logger, clock, mappings: { wire } }: TracedParts,
  metrics: Pick<Metrics, 'shed'>,
  { busy, v1Headers }: { readonly busy: () => boolean; readonly v1Headers: Readonly<Record<string, string>> },
  closers: Closers,
): AdmissionControl {
  const pace = paceRefusals(clock);
  const { shed, stop } = createLoadShedder({
    ...{ clock, pace, v1Headers },
    refusal: asText(wiredAnswer(problemAnswer('overloaded', '', RETRY_SOON), wire)),
    onShed: (method, count) => {
      metrics.shed(method, count);
      logger.warn({ method, status: 503, problem: 'overloaded', count }, 'requests shed');
    },
  });
  closers.add(stop);
  return createAdmissionControl({ clock, busy, shed, pace });
}

/** Creates the function that opens pass-throughs to an origin, each with its own connections. */
const passThroughs =
  ({ config: { deadlines }, mappings, traces, clock }: TracedParts, pool: PoolLimits, closers: Closers) =>
  (origin: string, side: 'v1' | 'v2'): PassThrough => {
    const { passThrough: deadline } = deadlines;
    const { outward, keys } = mappings.wire;
    const limits = { ...passThroughLimits, ...pool, deadline, silence: deadline };
    const passThrough = createPassThrough({ origin, limits, clock, outward, keyStyle: keys[side] });
    closers.add(passThrough.close);
    return traces.ofPassThrough(passThrough, origin);
  };

/** Opens the upstream clients for translated requests: of v2, and of v1 while it lives. */
function openClients(
  { config, origins, mappings, traces, clock }: TracedParts,
  metrics: Metrics,
  v2Watch: UpstreamWatch,
  closers: Closers,
): { readonly upstream: UpstreamClient; readonly callV1: Upstream | undefined } {
  // The deadline of a request limits the silence of an upstream, not a shorter timer.
  const { request: silence } = config.deadlines;
  const { upstream: pool } = connectionLimits();
  const limits = { ...upstreamLimits, ...pool, headSilence: silence, bodySilence: silence };
  const open = (
    origin: string,
    more: Pick<UpstreamOptions, 'onEnded' | 'idempotencyKeys'>,
  ): UpstreamClient => {
    const client = createUpstream({ origin, limits, clock, ...more });
    closers.add(client.close);
    return { ...client, call: traces.ofUpstream(client.call, origin) };
  };
  const v2Called = metrics.called('v2');
  const upstream = open(origins.v2, {
    idempotencyKeys: config.writes.idempotencyKey === 'on',
    onEnded: (outcome, milliseconds) => {
      v2Called(outcome, milliseconds);
      v2Watch.ended(outcome);
    },
  });
  // The client of v1 is separate, because fallbacks must not wait behind calls that v2 does not answer.
  const v1 = origins.v1 === undefined ? undefined : open(origins.v1, { onEnded: metrics.called('v1') }).call;
  const callV1 = v1 && wiredUpstream(v1, mappings.wire, 'v1');
  return { upstream, callV1 };
}

/** Interval (ms) of the checks of the index store, which find a failure before a client's lookup does. */
const CHECK = 2_000;

/** Caller without an index, by which a check reads the index store. */
const nobody: Caller = { fingerprint: '', key: '', authorizations: () => [''], accepted: () => undefined };

function checkIndexStore({ indexes }: LiveGateway, clock: Clock): Close {
  const work = (): Promise<void> => indexes([nobody], false).then(() => undefined);
  return inRounds({ work, first: CHECK, pause: CHECK, clock });
}

function openTraces({ mappings: { profile, operations }, cutover: { callerName } }: EdgeParts): Traces {
  const words = () => [...profile.words, ...routeWords(operations.map((operation) => ({ operation })))];
  return findTraces({ callerName, shapeOf: createPathShape(words) });
}

/** Tells each subscriber about the end of a request. */
function tellSubscribers(
  { logger, cutover, usage }: EdgeParts,
  metrics: Metrics,
  tail: Tail,
): (request: RequestEnded) => void {
  const subscribers: readonly ((request: RequestEnded) => void)[] = [
    createAccessLog(logger, cutover.callerName),
    ...(usage === undefined ? [] : [usage]),
    ...[metrics.ended, tail.add, ({ served }: RequestEnded) => served && cutover.served(served)],
  ];
  return (request) => {
    for (const note of subscribers) note(request);
  };
}

/** Composes the gateway and its edge; nothing listens yet. */
export function composeEdge(edgeOptions: EdgeParts, closers: Closers) {
  const clock = untilClosed(edgeOptions.clock ?? systemClock, closers);
  const traces = openTraces(edgeOptions);
  const edgeParts = { ...edgeOptions, clock, traces };
  const { profile, wire } = edgeOptions.mappings;
  const { config, origins, logger, cutover, alarms, keys } = edgeParts;
  const [metrics, v2Watch] = [createMetrics(findSpanIds(true)), watchUpstream()];
  const { upstream, callV1 } = openClients(edgeParts, metrics, v2Watch, closers);
  const openPassThrough = passThroughs(edgeParts, connectionLimits().upstream, closers);
  const waits = createLongWaits(clock.now);
  alarms.watch(waits.findings);
  const reports = [logEvent(logger), metrics.report, gatewayAlarms(alarms, { v2: v2Watch })];
  const report: Report = (event) => {
    for (const take of reports) take(event);
  };
  const raw = openRawAnswers(edgeParts);
  const composed = composeGateway(edgeParts, report, raw.seen(upstream.call));
  const { gateway, forms, shadowGateway, use, drift, indexes } = composed;
  if (edgeParts.indexStore !== undefined) closers.add(checkIndexStore(gateway, clock));
  const { busy, lag, stop } = createLagGuard(clock);
  closers.add(stop);
  const { observer, queues } = openShadow({ ...edgeParts, raw, shadowGateway, busy }, closers);
  const v2 = openPassThrough(origins.v2, 'v2');
  const v1 = origins.v1 === undefined ? undefined : openPassThrough(origins.v1, 'v1');
  const ending = { end: config.cutover.end, guide: config.guide ?? GUIDE_PATH };
  const v1Marking = v1Headers({ ...config, ...ending });
  const admission = openAdmission(edgeParts, metrics, { busy, v1Headers: v1Marking }, closers);
  const loads = { translated: upstream.load, v2: v2.load, ...(v1 && { v1: v1.load }) };
  metrics.show({
    ...{ lag, linesLost: edgeParts.linesLost ?? (() => 0) },
    queues: { ...queues, ...loads, admission: admission.load },
    driftFindings: () => drift().findings.length,
    stages: () => Object.fromEntries(cutover.resources().map((name) => [name, cutover.figures(name)])),
    heapBytes: () => process.memoryUsage().heapUsed,
  });
  const stages = { cutover, callV1, deadlineMs: config.deadlines.request };
  const left = readLeftWrites({ translation: gateway, cutover, callers: keys.callers, clock });
  const tail = createTail({ clock });
  const edge: Edge = createApp({
    ...{ guidePage: edgeParts.guidePage, gateway: traces.ofTranslation(waits.ofTranslation(gateway)) },
    ...{ forms, keys, traced: traces.begin },
    forwardedClient: config.forward && openForwardedClient(config.forward.proxies),
    ...{ admission, passed: gateway.passed, journal: edgeParts.journal, v2, clock },
    v1: v1 === undefined ? undefined : { passThrough: waits.ofPassThrough(v1), sunset: config.sunset },
    stages: { ...stages, left, ending },
    ...{ adminToken: config.admin.token, profile, wire },
    rewritesLinks: config.passThrough.links === 'rewrite',
    shadow: observer,
    v1Headers: v1Marking,
    ended: traces.ofLog(tellSubscribers(edgeParts, metrics, tail)),
  });
  return {
    ...{ edge, metrics, unlisted: metrics.unlisted, tail, use, drift, indexes },
    /** Reports whether an operation of the mappings answers a request, even with a refusal. */
    isMapped: (method: string, target: string): boolean =>
      gateway.match(method === 'HEAD' ? 'GET' : method, wire.inward(target)) !== undefined,
    /** Reads back the writes that an ended process has left. */
    readBack: left.add,
  };
}
