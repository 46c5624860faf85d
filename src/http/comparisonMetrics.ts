import { Registry } from 'prom-client';
import type { Account } from '../comparison/createAccounts';
import type { MetricValues } from './mergeMetrics';
import { showComparison } from './showComparison';

/** The metrics of the comparison alone, for a process that counts for others. */
export function comparisonMetrics(accounts: () => ReadonlyMap<string, Account>): () => Promise<MetricValues> {
  const registry = new Registry();
  showComparison(registry, accounts);
  return () => registry.getMetricsAsJSON();
}
