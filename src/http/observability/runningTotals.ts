import { Counter, type Registry } from 'prom-client';

/** A total that is counted elsewhere, by its labels. */
type Total<Label extends string> = readonly [labels: Partial<Record<Label, string>>, total: number];

/** Shows totals that are counted elsewhere as a counter: each scrape adds what has come since the one before. */
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
