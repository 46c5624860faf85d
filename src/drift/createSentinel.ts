import { dataOf } from '../contract/dataOf';
import type { Json } from '../contract/json';
import { type Book, createBook, type Tally } from './book';
import { compileObserver, type Observe } from './compileObserver';
import type { DriftReport, EndpointShape } from './driftReport';
import type { Finding } from './finding';
import { createFindings } from './findings';
import type { Subject } from './subject';

/** Keeps the shapes of v2's answers and notices when they are not what the contract knows. */
export interface Sentinel {
  /** Says what there is to watch, in place of what was said before; counts go on. */
  readonly expect: (subjects: readonly Subject[]) => void;
  /** Sees one complete answer; never throws. An endpoint of which nothing was said is not watched. */
  readonly watch: (endpoint: string, body: Json) => void;
  readonly report: () => DriftReport;
}

export interface SentinelParts {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Told of each finding once. */
  readonly told: (finding: Finding) => void;
}

interface Watched {
  readonly book: Book;
  answers: number;
}

/** What was seen at all; the rest is only promised. */
const seen = (tallies: ReadonlyMap<string, Tally>): Record<string, number> =>
  Object.fromEntries([...tallies].flatMap(([key, { count }]) => (count === 0 ? [] : [[key, count]])));

function shapeOf(endpoint: string, { book, answers }: Watched): EndpointShape {
  const places = book.places().map(({ path, forms, words }) => ({
    path,
    forms: seen(forms),
    ...(words.size === 0 ? {} : { words: seen(words) }),
  }));
  return { endpoint, answers, places };
}

/** A sentinel that has seen nothing yet. It remembers what the contract names, and a bounded number of findings. */
export function createSentinel({ now, told }: SentinelParts): Sentinel {
  const since = new Date(now()).toISOString();
  const findings = createFindings(now, told);
  const records = new Map<string, Watched>();
  let observers: ReadonlyMap<string, Observe> = new Map();

  const watched = (endpoint: string): Watched => {
    const known = records.get(endpoint);
    if (known !== undefined) return known;
    const book = createBook((finding) => findings.note({ endpoint, ...finding }));
    const record = { book, answers: 0 };
    records.set(endpoint, record);
    return record;
  };
  const observerFor = ({ endpoint, at, field, effectAt }: Subject): Observe => {
    const record = watched(endpoint);
    const observe = compileObserver(field, at, { book: record.book, effectAt });
    return (body) => {
      record.answers += 1;
      if (at === 'body') observe(body);
      else observe(dataOf(body));
    };
  };

  return {
    expect: (subjects) => {
      observers = new Map(subjects.map((subject) => [subject.endpoint, observerFor(subject)]));
    },
    watch: (endpoint, body) => observers.get(endpoint)?.(body),
    report: () => ({
      since,
      findings: findings.list(),
      overflow: findings.overflow(),
      endpoints: [...records].map(([endpoint, record]) => shapeOf(endpoint, record)),
    }),
  };
}
