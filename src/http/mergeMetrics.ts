import { AggregatorRegistry, type Registry } from 'prom-client';
import type { AdminPage } from './adminPage';

/** The metrics of one process. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** One page of the metrics of several processes: added up, where a metric does not say otherwise. */
export async function mergeMetrics(all: readonly MetricValues[]): Promise<AdminPage> {
  const merged = AggregatorRegistry.aggregate([...all]);
  return { type: merged.contentType, body: await merged.metrics() };
}
