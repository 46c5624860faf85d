import {
  AggregatorRegistry,
  Counter,
  type OpenMetricsContentType,
  type PrometheusContentType,
  Registry,
} from 'prom-client';

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** One sample; a bucket's sample may have an exemplar, which the types of prom-client leave out. */
interface Sample {
  readonly labels: object;
  readonly metricName?: string;
  exemplar?: { readonly timestamp: number } | null | undefined;
}

const seriesOf = ({ metricName, labels }: Sample): string => JSON.stringify([metricName, labels]);

function latestExemplars(all: readonly MetricValues[]): Map<string, Sample['exemplar']> {
  const latestMap = new Map<string, Sample['exemplar']>();
  for (const sample of all.flat().flatMap(({ values }): readonly Sample[] => values)) {
    const { exemplar } = sample;
    if (!exemplar) continue;
    const series = seriesOf(sample);
    if (exemplar.timestamp >= (latestMap.get(series)?.timestamp ?? 0)) latestMap.set(series, exemplar);
  }
  return latestMap;
}

/** Media types of the metrics; a browser gets the first. */
export const METRICS_TYPES = {
  text: 'text/plain; version=0.0.4',
  openMetrics: 'application/openmetrics-text; version=1.0.0',
} as const;

/** Merges the metrics of several processes. prom-client's aggregation leaves exemplars out and repeats a suffix. */
export async function mergeMetrics(
  all: readonly MetricValues[],
  isOpenMetrics = false,
): Promise<{ readonly type: string; readonly body: string }> {
  const merged = AggregatorRegistry.aggregate<OpenMetricsContentType | PrometheusContentType>([...all]);
  if (isOpenMetrics) {
    merged.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    const latestMap = latestExemplars(all);
    for (const metric of await merged.getMetricsAsJSON()) {
      if (String(metric.type) === 'counter') metric.name = metric.name.replace(/_total$/, '');
      for (const sample of metric.values as Sample[]) sample.exemplar = latestMap.get(seriesOf(sample));
    }
  }
  return { type: merged.contentType, body: await merged.metrics() };
}

/** A total that another part counts, by its labels. */
type Total<Label extends string> = readonly [labels: Partial<Record<Label, string>>, total: number];

/** Shows totals that another part counts as a counter: each scrape adds the increase since the last one. */
export function showTotals<Label extends string>(
  registry: Registry,
  options: { readonly name: string; readonly help: string; readonly labelNames?: readonly Label[] },
  read: () => Iterable<Total<Label>>,
): void {
  const reportedTotals = new Map<string, number>();
  new Counter<Label>({
    ...options,
    registers: [registry],
    collect() {
      for (const [labels, total] of read()) {
        const series = JSON.stringify(labels);
        this.inc(labels, Math.max(0, total - (reportedTotals.get(series) ?? 0)));
        reportedTotals.set(series, total);
      }
    },
  });
}
