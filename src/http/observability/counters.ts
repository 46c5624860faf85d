import { Counter, Histogram, type Registry } from 'prom-client';

/** Values by the names of their labels. */
type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** One value of a metric for each combination of label values. */
interface Labelled<Label extends string, Kept> {
  /** Gets the value under these label values, in the order of the labels; made when they are new. */
  readonly of: (values: readonly string[]) => Kept;
  readonly all: () => readonly { readonly labels: Labels<Label>; readonly kept: Kept }[];
}

interface Entry<Label extends string, Kept> {
  readonly values: readonly string[];
  readonly labels: Labels<Label>;
  readonly kept: Kept;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((value, index) => value === others[index]);

const named = <Label extends string>(names: readonly Label[], values: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) as Labels<Label>;

/**
 * Finds by comparing: prom-client puts a key together out of all names and values, for each observation, and has it
 * hashed. There is a handful of entries under one first value.
 */
function createLabelled<Label extends string, Kept>(
  names: readonly Label[],
  make: () => Kept,
): Labelled<Label, Kept> {
  const byFirst = new Map<string, Entry<Label, Kept>[]>();
  return {
    of: (values) => {
      const [first = ''] = values;
      const some = byFirst.get(first) ?? [];
      for (const entry of some) if (isSame(entry.values, values)) return entry.kept;
      const kept = make();
      some.push({ values, labels: named(names, values), kept });
      byFirst.set(first, some);
      return kept;
    },
    all: () => [...byFirst.values()].flat(),
  };
}

/** Name, help and labels of a metric. */
interface MetricAbout<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
}

/** Counts one, or so many, under the values of the labels in their order. */
type Count = (values: readonly string[], many?: number) => void;

/** A counter that counts by itself and hands its figures to prom-client when somebody looks. */
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

/** Takes note of a time in milliseconds, under the values of the labels in their order. */
type Times = (values: readonly string[], milliseconds: number) => void;

/** Milliseconds; a translated call to a near upstream takes some, the longest deadline is a minute. */
const BUCKETS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000];

/** The times under some label values. */
interface Seen {
  /** The number in each bucket that is not in the one before it; the last is for what is beyond all. */
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

/** A histogram of times that counts by itself and hands its figures to prom-client when somebody looks. */
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
