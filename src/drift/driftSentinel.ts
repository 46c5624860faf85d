import type { CountedFinding, DriftFinding, DriftReport, EndpointShape } from './driftReport';
import type { Field } from '../contract/field';
import {
  createShapeRegistry,
  type SeenCount,
  type ShapeObserverParts,
  type ShapeRegistry,
} from './shapeRegistry';
import { dataOf, type Json } from '../contract/json';
import { compileObserver, type Observe } from './answerObserver';

/** What has drifted so far, within bounds. */
interface DriftFindings {
  readonly note: (finding: DriftFinding) => void;
  /** In the order in which they were made. */
  readonly list: () => CountedFinding[];
  /** How many notes found no room. */
  readonly overflow: () => number;
}

interface FindingCount {
  readonly finding: DriftFinding;
  readonly first: number;
  last: number;
  count: number;
}

/** Different findings that are kept; what comes beyond them is only counted. */
const MAXIMUM = 500;

const iso = (instant: number): string => new Date(instant).toISOString();

/** Counts findings; `now` is in ms, `told` hears of each one the first time only. */
function createDriftFindings(now: () => number, told: (finding: DriftFinding) => void): DriftFindings {
  const tallies = new Map<string, FindingCount>();
  let overflow = 0;
  return {
    note: (finding) => {
      const { endpoint, path, kind, found, effect } = finding;
      const key = [endpoint, path, kind, found, effect].join(' ');
      const known = tallies.get(key);
      if (known !== undefined) {
        known.count += 1;
        known.last = now();
      } else if (tallies.size < MAXIMUM) {
        const first = now();
        tallies.set(key, { finding, first, last: first, count: 1 });
        told(finding);
      } else {
        overflow += 1;
      }
    },
    list: () =>
      [...tallies.values()].map(({ finding, count, first, last }) => ({
        ...finding,
        count,
        first: iso(first),
        last: iso(last),
      })),
    overflow: () => overflow,
  };
}

/** What one v2 endpoint answers with, as the mappings declare it. */
export interface DriftSubject {
  /** e.g. `GET /v2/account-offers/{account}` */
  readonly endpoint: string;
  /** Where in the answer it stands. */
  readonly at: 'data' | 'body';
  /** What stands there: one resource, a list of it, or an answer of its own. */
  readonly field: Field;
  /** What becomes of a value there that the contract does not allow. */
  readonly effectAt: ShapeObserverParts['effectAt'];
}

/** Keeps the shapes of v2's answers and notices when they are not what the contract knows. */
interface Sentinel {
  /** Says what there is to watch, in place of what was said before; counts go on. */
  readonly expect: (subjects: readonly DriftSubject[]) => void;
  /** Sees one complete answer; never throws. An endpoint of which nothing was said is not watched. */
  readonly watch: (endpoint: string, body: Json) => void;
  readonly report: () => DriftReport;
}

interface SentinelParts {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Told of each finding once. */
  readonly told: (finding: DriftFinding) => void;
}

interface Watched {
  readonly book: ShapeRegistry;
  answers: number;
}

/** What was seen at all; the rest is only promised. */
const seen = (tallies: ReadonlyMap<string, SeenCount>): Record<string, number> =>
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
  const findings = createDriftFindings(now, told);
  const records = new Map<string, Watched>();
  let observers: ReadonlyMap<string, Observe> = new Map();

  const watched = (endpoint: string): Watched => {
    const known = records.get(endpoint);
    if (known !== undefined) return known;
    const book = createShapeRegistry((finding) => findings.note({ endpoint, ...finding }));
    const record = { book, answers: 0 };
    records.set(endpoint, record);
    return record;
  };
  const observerFor = ({ endpoint, at, field, effectAt }: DriftSubject): Observe => {
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
