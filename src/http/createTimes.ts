import { Histogram, type Registry } from 'prom-client';
import type { MetricAbout } from './createCount';
import { createLabelled, type Labels } from './createLabelled';

/** Takes note of a time in milliseconds, under the values of the labels in their order. */
export type Times = (values: readonly string[], milliseconds: number) => void;

/** Milliseconds; a translated call to a near upstream takes some, the longest deadline is a minute. */
const BUCKETS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000];

/** The times under some label values. */
interface Seen {
  /** How many fell into each bucket and not the one before it; the last is for what is beyond all. */
  readonly counts: number[];
  sum: number;
}

/** The first bucket that a time fits in. */
function bucketOf(milliseconds: number): number {
  const bucket = BUCKETS.findIndex((most) => milliseconds <= most);
  return bucket < 0 ? BUCKETS.length : bucket;
}

/** As it is exposed: in seconds, each bucket with those before it. */
function linesOf(name: string, labels: Labels<string>, { counts, sum }: Seen) {
  let count = 0;
  const buckets = [...BUCKETS.map((most) => most / 1000), '+Inf'].map((le, index) => {
    count += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum / 1000 },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

/** A histogram of times that counts by itself and tells prom-client when somebody looks. */
export function createTimes<Label extends string>(registry: Registry, about: MetricAbout<Label>): Times {
  const seen = createLabelled<Label, Seen>(about.labelNames, () => ({
    counts: [...BUCKETS, Infinity].map(() => 0),
    sum: 0,
  }));
  const metric = new Histogram({ ...about, registers: [registry] });
  const bare = metric.get();
  const get = async () => ({
    ...(await bare),
    values: seen.all().flatMap(({ labels, kept }) => linesOf(about.name, labels, kept)),
  });
  // What the registry asks for JSON, and for text.
  Object.assign(metric, { get, getForPromString: get });
  return (values, milliseconds) => {
    const kept = seen.of(values);
    const bucket = bucketOf(milliseconds);
    kept.counts[bucket] = (kept.counts[bucket] ?? 0) + 1;
    kept.sum += milliseconds;
  };
}
