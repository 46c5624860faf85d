import { Counter, type Registry } from 'prom-client';

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
