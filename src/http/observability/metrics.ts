import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import type { StandingFigures } from '../../cutover/stages/decide';
import type { GatewayEvent } from '../../gateway/gatewayEvents';
import type { UpstreamOptions } from '../upstream/upstreamClient';
import type { RequestEnded } from '../../gateway/context';
import { knownMethods } from '../server/messages';
import { type MetricValues, showTotals } from './metricsPage';
import { createUnlisted } from './unlistedRequests';

/** Figures that are read together with the metrics. */
export interface Gauges {
  /** Calls under way and waiting, by queue (`translated`, `v2`, `v1`; `admission` before them). */
  readonly queues: Readonly<Record<string, () => { readonly active: number; readonly waiting: number }>>;
  /** Delay of the event loop (ms). */
  readonly lag: () => number;
  /** Kinds of difference between v2's answers and the contract. */
  readonly driftFindings: () => number;
  readonly heapBytes: () => number;
  readonly linesLost: () => number;
  /** Number of v2's events by what has become of them. Absent: none are taken. */
  readonly events?: (() => ReadonlyMap<string, number>) | undefined;
  /** The standing of each resource, by its name; resources and stages are a handful. */
  readonly stages: () => Readonly<Record<string, StandingFigures>>;
}

/** The figures of the process, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Bounds (s) of the buckets of times; a translated call takes milliseconds, the longest deadline is a minute. */
const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counters and timers of requests and calls. No label holds a client's text: routes are templates. */
function createCounters(registry: Registry, spanRegistry: Registry<OpenMetricsContentType> | undefined) {
  const [registers, buckets] = [[registry], BUCKET_SECONDS];
  const addCounter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `lifeboat_${name}`, help, labelNames, registers });
  const addTimer = (name: string, help: string, labelNames: readonly string[], more = {}) =>
    new Histogram({ name: `lifeboat_${name}`, help, labelNames, buckets, registers, ...more });
  const ofRequest = ['route', 'stage', 'side', 'method', 'problem', 'class'] as const;
  const ofScan = ['index', 'outcome'] as const;
  return {
    requests: addCounter('requests_total', 'Requests that are over.', ofRequest),
    operations: addCounter(
      'operations_total',
      'Mapped requests by the side that was asked first and how it ended there.',
      ['resource', 'operation', 'side', 'outcome'],
    ),
    fallbacks: addCounter(
      'fallbacks_total',
      "Requests for which v1 was asked in v2's place, after v2 had failed.",
      ['resource', 'operation'],
    ),
    times: addTimer(
      'request_seconds',
      'From the beginning of work on a request to the end of its answer.',
      ['route', 'side'],
      spanRegistry && { registers: [spanRegistry], enableExemplars: true },
    ),
    ambiguous: addCounter(
      'ambiguous_writes_total',
      'Writes that may have been executed without a usable answer.',
      ['route'],
    ),
    calls: addTimer('upstream_seconds', 'Calls to an upstream, by how they ended.', ['side', 'outcome']),
    scans: addCounter('index_scans_total', 'Readings of a list for an index, by how they ended.', ofScan),
    pages: addCounter('index_pages_total', 'List pages read for an index.', ['index']),
    uncaught: addCounter('uncaught_errors_total', 'Errors of the program that nothing caught.', ['kind']),
    storeFailures: addCounter(
      'index_store_failures_total',
      'Failures of the index store; the index is in memory after one.',
    ),
  };
}

const classes = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** Returns the class of a status, e.g. `2xx`, or `0xx` if none was sent. */
const statusClass = (status: number): string => classes[Math.floor(status / 100)] ?? 'other';

let processRegistry: Registry | undefined;

/** Returns the metrics of this process. All its gateways share them, because their observers cannot be stopped. */
function sharedProcessRegistry(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: 100 });
  }
  return processRegistry;
}

function countServed(
  counters: ReturnType<typeof createCounters>,
  { resource, operation, side, failed, rescue }: NonNullable<RequestEnded['served']>,
): void {
  counters.operations.inc({ resource, operation, side, outcome: failed ? 'failed' : 'ok' });
  if (rescue !== undefined) counters.fallbacks.inc({ resource, operation });
}

/** A value of a gauge, by its labels. */
type Value<Label extends string> = readonly [labels: Partial<Record<Label, string>>, value: number];

/** Creates the function that adds a gauge, whose values are read at each scrape. */
const createGaugeAdder =
  (registry: Registry) =>
  <Label extends string>(
    name: string,
    help: string,
    aggregator: 'sum' | 'max',
    labelNames: readonly Label[],
    read: () => readonly Value<Label>[],
  ): void => {
    const collect = function (this: Gauge<Label>): void {
      this.reset();
      for (const [labels, value] of read()) this.set(labels, value);
    };
    const registers = [registry];
    new Gauge({ name: `lifeboat_${name}`, help, aggregator, labelNames, collect, registers });
  };

type AddGauge = ReturnType<typeof createGaugeAdder>;

/** Registers the calls under way and waiting in each queue, also under their former names. */
function registerQueues(addGauge: AddGauge, { queues }: Pick<Gauges, 'queues'>): void {
  const showQueues = (
    name: string,
    label: 'queue' | 'line',
    help: string,
    figure: 'active' | 'waiting',
  ): void =>
    addGauge(name, help, 'sum', [label], () =>
      Object.entries(queues).map(([queue, load]) => [{ [label]: queue }, load()[figure]]),
    );
  const waitingHelp =
    'Calls that wait for a connection; in queue admission, for a turn of the processor; in queue events, events for their receiver.';
  showQueues('queue_active', 'queue', 'Calls under way.', 'active');
  showQueues('queue_waiting', 'queue', waitingHelp, 'waiting');
  showQueues('upstream_active', 'line', 'Former name of lifeboat_queue_active.', 'active');
  showQueues('upstream_waiting', 'line', 'Former name of lifeboat_queue_waiting.', 'waiting');
}

/** Registers the standing of each resource: `max`, because the processes share one cutover and each reports it. */
function registerStages(addGauge: AddGauge, { stages }: Pick<Gauges, 'stages'>): void {
  addGauge('stage', '1 for the stage that a resource is at.', 'max', ['resource', 'stage'], () =>
    Object.entries(stages()).map(([resource, { stage }]) => [{ resource, stage }, 1]),
  );
  const showStages = (name: string, help: string, figureOf: (standing: StandingFigures) => number): void =>
    addGauge(name, help, 'max', ['resource'], () =>
      Object.entries(stages()).map(([resource, standing]) => [{ resource }, figureOf(standing)]),
    );
  const ratioHelp = 'Share of the callers of a resource that v2 answers.';
  showStages('stage_ratio', ratioHelp, ({ percent }) => percent / 100);
  showStages('stage_percent', 'Former name of lifeboat_stage_ratio, in percent.', ({ percent }) => percent);
  const brokenHelp = '1 while this instance leaves v2 alone for a resource, after failures.';
  showStages('breaker_open', brokenHelp, ({ broken }) => Number(broken));
}

/** Registers the figures that are read at each scrape: gauges, and totals that another part counts. */
function registerGauges(registry: Registry, gauges: Gauges): void {
  const { lag, driftFindings, heapBytes, linesLost, events } = gauges;
  const addGauge = createGaugeAdder(registry);
  registerQueues(addGauge, gauges);
  registerStages(addGauge, gauges);
  addGauge('event_loop_lag_seconds', 'Lag of the event loop.', 'max', [], () => [[{}, lag() / 1000]]);
  addGauge('drift_findings', 'Differences from the contract.', 'max', [], () => [[{}, driftFindings()]]);
  addGauge('heap_bytes', 'Heap in use.', 'sum', [], () => [[{}, heapBytes()]]);
  const lostLines = { name: 'lifeboat_log_lines_lost_total', help: 'Lines of the log that were left out.' };
  showTotals(registry, lostLines, () => [[{}, linesLost()]]);
  if (events === undefined) return;
  const help = 'Events of v2, by what has become of them.';
  showTotals(registry, { name: 'lifeboat_events_total', help, labelNames: ['outcome'] as const }, () =>
    Array.from(events(), ([outcome, total]) => [{ outcome }, total]),
  );
}

/** Creates the metrics. A request that was traced is attached to its latency bucket as an exemplar, with these labels. */
export function createMetrics(exemplar?: () => Readonly<Record<string, string>>) {
  const registry = new Registry();
  // prom-client takes exemplars only in an OpenMetrics registry.
  const spanRegistry = exemplar && new Registry<OpenMetricsContentType>();
  spanRegistry?.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const counters = createCounters(registry, spanRegistry);
  const unlisted = createUnlisted();
  const unlistedCounter = {
    name: 'lifeboat_unlisted_requests_total',
    help: 'v1 requests that no operation answers, by the shape of their path.',
    labelNames: ['method', 'shape'] as const,
  };
  showTotals(registry, unlistedCounter, () =>
    unlisted.listShapes().map(({ method, shape, requests }) => [{ method, shape }, requests]),
  );
  return {
    /** Counts a request that is over, and its outcome on the side that was asked first. */
    countRequest: ({ entry, served }: RequestEnded): void => {
      const { route, status, milliseconds, ambiguous } = entry;
      const { problem = 'none', stage = 'none', servedBy: side = 'none' } = entry;
      const method = knownMethods.has(entry.method) ? entry.method : 'other';
      counters.requests.inc({ route, stage, side, method, problem, class: statusClass(status) });
      const labels = { route, side };
      const seconds = milliseconds / 1000;
      if (exemplar === undefined) counters.times.observe(labels, seconds);
      else counters.times.observe({ labels, value: seconds, exemplarLabels: exemplar() });
      if (ambiguous === true) counters.ambiguous.inc({ route });
      if (entry.shape !== undefined) unlisted.countRequest(entry);
      if (served !== undefined && served.because !== 'brownout') countServed(counters, served);
    },
    /** Counts requests that were refused before any work. */
    countShed: (method: string, count: number): void => {
      const labels = { route: 'unmatched', stage: 'none', side: 'none', method, problem: 'overloaded' };
      counters.requests.inc({ ...labels, class: '5xx' }, count);
    },
    countEvent: (event: GatewayEvent): void => {
      if (event.kind === 'indexStoreFailed') counters.storeFailures.inc();
      if (event.kind === 'scanEnded') {
        counters.scans.inc({ index: event.index, outcome: event.outcome });
        counters.pages.inc({ index: event.index }, event.pages);
      }
    },
    /** Counts an error that nothing has caught, by its kind. */
    countUncaught: (kind: string): void => counters.uncaught.inc({ kind }),
    /** Observes the time of calls to an upstream. */
    callTimer:
      (side: string): NonNullable<UpstreamOptions['onEnded']> =>
      (outcome, milliseconds) => {
        const result = outcome.ok ? statusClass(outcome.value.status) : outcome.failure.kind;
        counters.calls.observe({ side, outcome: result }, milliseconds / 1000);
      },
    showGauges: (gauges: Gauges): void => registerGauges(registry, gauges),
    /** Returns all metrics, to be added up with those of other processes. */
    readValues: async (): Promise<MetricValues> => {
      const all = [registry, ...(spanRegistry ? [spanRegistry] : []), sharedProcessRegistry()];
      return (await Promise.all(all.map((one) => one.getMetricsAsJSON()))).flat();
    },
    /** Returns the v1 requests that no operation answers. */
    unlisted: unlisted.listShapes,
  };
}
