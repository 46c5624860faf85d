import { readLeftWrites } from '../gateway/outcome/readBackLater';
import { answerInPairForm } from '../gateway/outcome/pairDialect';
import { NO_REQUEST_ID } from '../mapping/profile/errorStyle';
import type { RequestEnded } from '../gateway/context';
import { type Clock, workInRounds } from '../contract/clock';
import type { DriftReport } from '../drift/driftReport';
import type { LiveGateway } from '../gateway/createGateway';
import type { ReportEvent } from '../gateway/gatewayEvents';
import type { Caller } from '../gateway/keys/clientKeys';
import { textAnswer, problemAnswer } from '../gateway/problems';
import { createApp, GUIDE_PATH } from '../http/gatewayApp';
import { createAccessLog } from '../http/observability/logger';
import { createLongWaits } from '../http/observability/longWaits';
import { createMetrics, type Metrics } from '../http/observability/metrics';
import { createTail, type Tail } from '../http/observability/requestTail';
import { createSpanIds, findTraces } from '../http/observability/traces';
import { createPathShape, routeWords } from '../http/observability/unlistedRequests';
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
import { createRawAnswers } from '../shadow/shadowParts';
import { type CloseResource, type Closers, untilClosed } from './closers';
import { composeGateway, type EdgeParts } from './composeGateway';
import { createGatewayAlarms, createEventLog } from './notifiers';
import { openShadow } from './openShadow';
import { openUpstreamClients } from './upstreams';

/** Opens the admission of an edge, which counts shed requests in the metrics and, once a second, in the log. */
function openAdmission(
  { logger, clock, mappings: { wire } }: EdgeParts,
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

/** Interval (ms) of the checks of the index store, which find a failure before a client's lookup does. */
const INDEX_CHECK_MS = 2_000;

/** Caller without an index, by which a check reads the index store. */
const callerWithoutIndex: Caller = {
  fingerprint: '',
  key: '',
  authorizations: () => [''],
  tryFirst: () => undefined,
};

function checkIndexStore({ indexes }: LiveGateway, clock: Clock): CloseResource {
  const readIndexState = (): Promise<void> => indexes([callerWithoutIndex], false).then(() => undefined);
  return workInRounds({ work: readIndexState, pause: INDEX_CHECK_MS, clock });
}

/** Opens what watches the requests of clients: traces, metrics, the tail, and an alarm for long waits. */
function openWatches({ mappings: { profile, operations }, cutover, alarms, clock }: EdgeParts) {
  const listWords = () => [...profile.words, ...routeWords(operations.map((operation) => ({ operation })))];
  const traces = findTraces({ callerName: cutover.callerName, shapeOf: createPathShape(listWords) });
  const waits = createLongWaits(clock.now);
  alarms.addSource(waits.listFindings);
  return { traces, waits, metrics: createMetrics(createSpanIds(true)), tail: createTail({ clock }) };
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
  const { config, mappings, logger, cutover, alarms, keys, relay } = edgeOptions;
  const { profile, wire } = mappings;
  const { traces, metrics, waits, tail } = openWatches({ ...edgeOptions, clock });
  const edgeParts = { ...edgeOptions, clock, traces };
  const { v2Watch, translated, callV1, v2, v1 } = openUpstreamClients(edgeParts, metrics, closers);
  const raw = createRawAnswers(config.comparison.bodyBytes);
  const reports = [createEventLog(logger), metrics.countEvent, createGatewayAlarms(alarms, v2Watch)];
  const report: ReportEvent = (event) => reports.forEach((reportTo) => reportTo(event));
  // Where none are compared, v2's own answers need not be kept.
  const isCompared = edgeParts.comparison && edgeParts.origins.v1 && config.comparison.sample > 0;
  const callV2 = isCompared ? raw.keepAnswersOf(translated.call) : translated.call;
  const composed = composeGateway(edgeParts, report, callV2);
  const { gateway, forms, shadowGateway, ...served } = composed;
  if (edgeParts.indexStore !== undefined) closers.add(checkIndexStore(gateway, clock));
  const { isBusy, lag, stop } = createLagGuard(clock);
  closers.add(stop);
  const { observer, queues } = openShadow({ ...edgeParts, raw, shadowGateway, busy: isBusy }, closers);
  const ending = { end: config.cutover.end, guide: config.guide ?? GUIDE_PATH };
  const v1Marking = v1Headers({ ...config, ...ending });
  const admission = openAdmission(edgeParts, metrics, { busy: isBusy, v1Headers: v1Marking }, closers);
  const loads = { translated: translated.load, v2: v2.load, admission: admission.load };
  const shownQueues = { ...queues, ...loads, ...(v1 && { v1: v1.load }) };
  showFigures(metrics, edgeParts, { lag, drift: served.drift, queues: shownQueues });
  const leftWrites = readLeftWrites({ translation: gateway, cutover, callers: keys.callers, clock });
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
    requestBytes: config.limits.requestBytes,
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
    isMapped: (method: string, target: string): boolean =>
      gateway.match(method === 'HEAD' ? 'GET' : method, wire.inward(target)) !== undefined,
    /** Reads back the writes that an ended process has left. */
    readBack: leftWrites.addWrites,
  };
}
