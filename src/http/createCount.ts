import { Counter, type Registry } from 'prom-client';
import { createLabelled } from './createLabelled';

/** What a metric is called, says and is told apart by. */
export interface MetricAbout<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
}

/** Counts one, or so many, under the values of the labels in their order. */
export type Count = (values: readonly string[], many?: number) => void;

/** A counter that counts by itself and tells prom-client when somebody looks. */
export function createCount<Label extends string>(registry: Registry, about: MetricAbout<Label>): Count {
  const seen = createLabelled(about.labelNames, () => ({ count: 0 }));
  const collect = function (this: Counter<Label>): void {
    this.reset();
    for (const { labels, kept } of seen.all()) this.inc(labels, kept.count);
  };
  new Counter({ ...about, registers: [registry], collect });
  return (values, many = 1) => {
    seen.of(values).count += many;
  };
}
