import { readLeftWrites } from '../gateway/outcome/readBackLater';
import { answerInPairForm, createPairUpstream } from '../gateway/outcome/pairDialect';
import { NO_REQUEST_ID } from '../mapping/profile/errorStyle';
import type { RequestEnded } from '../gateway/context';
import { type Clock, workInRounds } from '../contract/clock';
import type { DriftReport } from '../drift/driftReport';
import type { LiveGateway } from '../gateway/createGateway';
import type { ReportEvent } from '../gateway/gatewayEvents';
import type { Caller } from '../gateway/keys/clientKeys';
import { textAnswer, problemAnswer } from '../gateway/problems';
import { createUpstreamWatch } from '../gateway/upstream';
import { createApp, GUIDE_PATH } from '../http/gatewayApp';
import { createAccessLog } from '../http/observability/logger';
import { createLongWaits } from '../http/observability/longWaits';
import { createMetrics, type Metrics } from '../http/observability/metrics';
import { createTail, type Tail } from '../http/observability/requestTail';
import { createSpanIds, findTraces, type Traces } from '../http/observability/traces';
import { createPathShape, routeWords } from '../http/observability/unlistedRequests';
import { createPassThrough, type PassThrough, passThroughLimits } from '../http/passThrough/passThrough';
import {
  type AdmissionControl,
  createAdmissionControl,
  createLagGuard,
  createLoadShedder,
  RETRY_SOON,
} from '../http/server/admission';
import { createForwardedClient } from '../http/server/forwardedClient';
import { type Headers, v1Headers } from '../http/server/messages';
import { createRefusalPace } from '../http/server/paceRefusals';
import { createUpstream, type UpstreamOptions } from '../http/upstream/upstreamClient';
import { upstreamLimits } from '../http/upstream/upstreamLimits';
import { type CloseResource, type Closers, untilClosed } from './closers';
import { composeGateway, type EdgeParts } from './composeGateway';
import { createGatewayAlarms, createEventLog } from './notifiers';
import { openRawAnswers, openShadow } from './openShadow';
import { connectionLimits } from './processLimits';

type TracedParts = EdgeParts & { readonly traces: Traces };

/** Opens the admission of an edge, which counts shed requests in the metrics and, once a second, in the log. */
function openAdmission(
  { logger, clock, mappings: { wire } }: TracedParts,
  metrics: Pick<Metrics, 'countShed'>,
  { busy, v1Headers }: { readonly busy: () => boolean; readonly v1Headers: Headers },
  closers: Closers,
): AdmissionControl {
  const pace = createRefusalPace(clock);
  const { shed, stop } = createLoadShedder({
    clock,
    pace,
    v1Headers,
    refusal: textAnswer(answerInPairForm(problemAnswer('overloaded', NO_REQUEST_ID, RETRY_SOON), wire)),
    onShed: (method, count) => {
      metrics.countShed(method, count);
      logger.warn({ method, status: 503, problem: 'overloaded', count }, 'requests shed');
    },
  });
  closers.add(stop);
  return createAdmissionControl({ clock, busy, shed, pace });
}

function openPassThrough(
  { config, mappings, traces, clock }: TracedParts,
  origin: string,
  side: 'v1' | 'v2',
  closers: Closers,
): PassThrough {
  const { passThrough: deadline } = config.deadlines;
  const { outward, keys } = mappings.wire;
  const limits = { ...passThroughLimits, ...connectionLimits().upstream, deadline, silence: deadline };
  const passThrough = createPassThrough({ origin, limits, clock, outward, keyStyle: keys[side] });
  closers.add(passThrough.close);
  return traces.ofPassThrough(passThrough, origin);
}

/** Opens the upstream clients for translated requests: of v2, and of v1 while it lives. */
function openClients(
  { config, origins, mappings, traces, clock }: TracedParts,
  metrics: Metrics,
  closers: Closers,
) {
  // The deadline of a request limits the silence of an upstream, not a shorter timer.
  const { request: silence } = config.deadlines;
  const { upstream: pool } = connectionLimits();
  const limits = { ...upstreamLimits, ...pool, headSilence: silence, bodySilence: silence };
  const openClient = (origin: string, more: Pick<UpstreamOptions, 'onEnded' | 'idempotencyKeys'>) => {
    const client = createUpstream({ origin, limits, clock, ...more });
    closers.add(client.close);
    return { ...client, call: traces.ofUpstream(client.call, origin) };
  };
  const v2Called = metrics.callTimer('v2');
  const v2Watch = createUpstreamWatch();
  const upstream = openClient(origins.v2, {
    idempotencyKeys: config.writes.idempotencyKey === 'on',
    onEnded: (outcome, milliseconds) => {
      v2Called(outcome, milliseconds);
      v2Watch.noteOutcome(outcome);
    },
  });
  if (origins.v1 === undefined) return { v2Watch, upstream, callV1: undefined };
  // The client of v1 is separate, because fallbacks must not wait behind calls that v2 does not answer.
  const v1 = openClient(origins.v1, { onEnded: metrics.callTimer('v1') });
  return { v2Watch, upstream, callV1: createPairUpstream(v1.call, mappings.wire, 'v1') };
}

/** Interval (ms) of the checks of the index store, which find a failure before a client's lookup does. */
const INDEX_CHECK_MS = 2_000;

/** Caller without an index, by which a check reads the index store. */
const nobody: Caller = { fingerprint: '', key: '', authorizations: () => [''], tryFirst: () => undefined };

function checkIndexStore({ indexes }: LiveGateway, clock: Clock): CloseResource {
  const readIndexState = (): Promise<void> => indexes([nobody], false).then(() => undefined);
  return workInRounds({ work: readIndexState, pause: INDEX_CHECK_MS, clock });
}

function openTraces({ mappings: { profile, operations }, cutover: { callerName } }: EdgeParts): Traces {
  const listWords = () => [...profile.words, ...routeWords(operations.map((operation) => ({ operation })))];
  return findTraces({ callerName, shapeOf: createPathShape(listWords) });
}

/** Creates the listener of ended requests: access log, usage, metrics, tail, and the cutover if v1 or v2 was asked. */
function createRequestListener(
  { logger, cutover, usage }: EdgeParts,
  metrics: Metrics,
  tail: Tail,
): (request: RequestEnded) => void {
  const log = createAccessLog(logger, cutover.callerName);
  return (request) => {
    log(request);
    usage?.(request);
    metrics.countRequest(request);
    tail.add(request);
    if (request.served !== undefined) cutover.served(request.served);
  };
}

function openLagGuard(clock: Clock, closers: Closers) {
  const { stop, ...guard } = createLagGuard(clock);
  closers.add(stop);
  return guard;
}

function watchLongWaits({ clock, alarms }: EdgeParts) {
  const waits = createLongWaits(clock.now);
  alarms.addSource(waits.listFindings);
  return waits;
}

const createMappedTest =
  ({ match }: LiveGateway, { inward }: EdgeParts['mappings']['wire']) =>
  (method: string, target: string): boolean =>
    match(method === 'HEAD' ? 'GET' : method, inward(target)) !== undefined;

const createReporter =
  (reports: readonly ReportEvent[]): ReportEvent =>
  (event) => {
    for (const report of reports) report(event);
  };

type ShownFigures = Parameters<Metrics['showGauges']>[0];

/** Lets the metrics show the figures that other parts hold. */
function showFigures(
  metrics: Metrics,
  { linesLost = () => 0, cutover, relay }: EdgeParts,
  { drift, queues, lag }: Pick<ShownFigures, 'lag' | 'queues'> & { readonly drift: () => DriftReport },
): void {
  metrics.showGauges({
    lag,
    queues: { ...queues, ...(relay && { events: relay.load }) },
    linesLost,
    events: relay?.counts,
    driftFindings: () => drift().findings.length,
    stages: () => Object.fromEntries(cutover.resources().map((name) => [name, cutover.stageFigures(name)])),
    heapBytes: () => process.memoryUsage().heapUsed,
  });
}

/** Composes the gateway and its edge. Nothing listens yet. */
export function composeEdge(edgeOptions: EdgeParts, closers: Closers) {
  const clock = untilClosed(edgeOptions.clock, closers);
  const { config, mappings, origins, logger, cutover, alarms, keys, relay } = edgeOptions;
  const { profile, wire } = mappings;
  const traces = openTraces(edgeOptions);
  const edgeParts = { ...edgeOptions, clock, traces };
  const metrics = createMetrics(createSpanIds(true));
  const { v2Watch, upstream, callV1 } = openClients(edgeParts, metrics, closers);
  const waits = watchLongWaits(edgeParts);
  const raw = openRawAnswers(edgeParts);
  const logEvent = createEventLog(logger);
  const report = createReporter([logEvent, metrics.countEvent, createGatewayAlarms(alarms, v2Watch)]);
  const composed = composeGateway(edgeParts, report, raw.keepAnswersOf(upstream.call));
  const { gateway, forms, shadowGateway, ...served } = composed;
  if (edgeParts.indexStore !== undefined) closers.add(checkIndexStore(gateway, clock));
  const { isBusy, lag } = openLagGuard(clock, closers);
  const { observer, queues } = openShadow({ ...edgeParts, raw, shadowGateway, busy: isBusy }, closers);
  const v2 = openPassThrough(edgeParts, origins.v2, 'v2', closers);
  const v1 = origins.v1 === undefined ? undefined : openPassThrough(edgeParts, origins.v1, 'v1', closers);
  const ending = { end: config.cutover.end, guide: config.guide ?? GUIDE_PATH };
  const v1Marking = v1Headers({ ...config, ...ending });
  const admission = openAdmission(edgeParts, metrics, { busy: isBusy, v1Headers: v1Marking }, closers);
  const loads = { ...queues, translated: upstream.load, v2: v2.load, admission: admission.load };
  const figures = { lag, drift: served.drift, queues: { ...loads, ...(v1 && { v1: v1.load }) } };
  showFigures(metrics, edgeParts, figures);
  const leftWrites = readLeftWrites({ translation: gateway, cutover, callers: keys.callers, clock });
  const tail = createTail({ clock });
  const edge = createApp({
    guidePage: edgeParts.guidePage,
    gateway: traces.ofTranslation(waits.watchTranslation(gateway)),
    forms,
    keys,
    traced: traces.begin,
    forwardedClient: config.forward && createForwardedClient(config.forward.proxies),
    admission,
    notePassed: gateway.passed,
    journal: edgeParts.journal,
    events: relay?.intake,
    v2,
    clock,
    v1: v1 && { passThrough: waits.watchPassThrough(v1), sunset: config.sunset },
    stages: { cutover, callV1, deadlineMs: config.deadlines.request, left: leftWrites, ending },
    adminToken: config.admin.token,
    profile,
    wire,
    rewritesLinks: config.passThrough.links === 'rewrite',
    shadow: observer,
    v1Headers: v1Marking,
    reportEnd: traces.ofLog(createRequestListener(edgeParts, metrics, tail)),
  });
  return {
    ...served,
    edge,
    metrics,
    tail,
    /** Reports whether an operation of the mappings answers a request, even with a refusal. */
    isMapped: createMappedTest(gateway, wire),
    /** Reads back the writes that an ended process has left. */
    readBack: leftWrites.addWrites,
  };
}
