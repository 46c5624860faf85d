import type { CountedFinding, DriftFinding, DriftReport, EndpointShape } from './driftReport';
import type { Field } from '../contract/field';
import {
  createShapeRegistry,
  type SeenCount,
  type ShapeObserverParts,
  type ShapeRegistry,
} from './shapeRegistry';
import { dataOf, type Json } from '../contract/json';
import { compileObserver } from './answerObserver';
import { compileAdding } from './countedForms';
import type { CountedForms } from '../contract/valueForms';

/** Bounded collection of the findings so far. */
interface DriftFindings {
  readonly note: (finding: DriftFinding) => void;
  /** All findings, oldest first. */
  readonly list: () => CountedFinding[];
  /** Count of notes that were dropped because the collection was full. */
  readonly overflow: () => number;
}

interface FindingCount {
  readonly finding: DriftFinding;
  readonly first: number;
  last: number;
  count: number;
}

/** Most different findings that are kept; further ones are only counted. */
const MAXIMUM = 500;

const iso = (instant: number): string => new Date(instant).toISOString();

/** Counts findings; `now` is in ms, `notify` is called once for each different finding. */
function createDriftFindings(now: () => number, notify: (finding: DriftFinding) => void): DriftFindings {
  const counts = new Map<string, FindingCount>();
  let overflow = 0;
  return {
    note: (finding) => {
      const { endpoint, path, kind, found, effect } = finding;
      const key = [endpoint, path, kind, found, effect].join(' ');
      const known = counts.get(key);
      if (known !== undefined) {
        known.count += 1;
        known.last = now();
      } else if (counts.size < MAXIMUM) {
        const first = now();
        counts.set(key, { finding, first, last: first, count: 1 });
        notify(finding);
      } else {
        overflow += 1;
      }
    },
    list: () =>
      [...counts.values()].map(({ finding, count, first, last }) => ({
        ...finding,
        count,
        first: iso(first),
        last: iso(last),
      })),
    overflow: () => overflow,
  };
}

/** The answer of one v2 endpoint, as the mappings declare it. */
export interface DriftSubject {
  /** e.g. `GET /v2/account-offers/{account}` */
  readonly endpoint: string;
  /** Part of the answer that is watched. */
  readonly at: 'data' | 'body';
  /** Contract of that part: one resource, a list of it, or an answer that is no resource. */
  readonly field: Field;
  /** Effect of a value that the contract does not allow at a place. */
  readonly effectAt: ShapeObserverParts['effectAt'];
}

/** Records the shapes of v2's answers and finds those that differ from the contract. */
interface Sentinel {
  /** Replaces the set of watched answers; counts go on. */
  readonly expect: (subjects: readonly DriftSubject[]) => void;
  /**
   * Observes one complete answer, or takes the forms that are counted already; never throws. An endpoint that was not
   * passed to `expect` is ignored.
   */
  readonly watch: (endpoint: string, body: Json, forms?: CountedForms) => void;
  readonly report: () => DriftReport;
}

interface SentinelParts {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Receives each different finding once. */
  readonly notify: (finding: DriftFinding) => void;
}

type ObserveAnswer = (body: Json, forms: CountedForms | undefined) => void;

interface Watched {
  readonly registry: ShapeRegistry;
  answers: number;
}

/** Leaves out counts of 0, which are only promised by the contract. */
const seen = (counts: ReadonlyMap<string, SeenCount>): Record<string, number> =>
  Object.fromEntries([...counts].flatMap(([key, { count }]) => (count === 0 ? [] : [[key, count]])));

function shapeOf(endpoint: string, { registry, answers }: Watched): EndpointShape {
  const places = registry.places().map(({ path, forms, words }) => ({
    path,
    forms: seen(forms),
    ...(words.size === 0 ? {} : { words: seen(words) }),
  }));
  return { endpoint, answers, places };
}

/** Creates a sentinel. Its memory is bounded by the places of the contract and a maximum of findings. */
export function createSentinel({ now, notify }: SentinelParts): Sentinel {
  const since = new Date(now()).toISOString();
  const findings = createDriftFindings(now, notify);
  const records = new Map<string, Watched>();
  let observers: ReadonlyMap<string, ObserveAnswer> = new Map();

  const watched = (endpoint: string): Watched => {
    const known = records.get(endpoint);
    if (known !== undefined) return known;
    const registry = createShapeRegistry((finding) => findings.note({ endpoint, ...finding }));
    const record = { registry, answers: 0 };
    records.set(endpoint, record);
    return record;
  };
  const observerFor = ({ endpoint, at, field, effectAt }: DriftSubject): ObserveAnswer => {
    const record = watched(endpoint);
    const observe = compileObserver(field, at, { registry: record.registry, effectAt });
    const add = compileAdding(field, at, record.registry);
    return (body, forms) => {
      record.answers += 1;
      if (forms !== undefined) add(forms);
      else if (at === 'body') observe(body);
      else observe(dataOf(body));
    };
  };

  return {
    expect: (subjects) => {
      observers = new Map(subjects.map((subject) => [subject.endpoint, observerFor(subject)]));
    },
    watch: (endpoint, body, forms) => observers.get(endpoint)?.(body, forms),
    report: () => ({
      since,
      findings: findings.list(),
      overflow: findings.overflow(),
      endpoints: [...records].map(([endpoint, record]) => shapeOf(endpoint, record)),
    }),
  };
}
