import { createDriftFindings, type DriftFinding, type DriftReport, type EndpointShape } from './driftReport';
import type { Field } from '../contract/field';
import {
  createShapeRegistry,
  type SeenCount,
  type ShapeObserverParts,
  type ShapeRegistry,
} from './shapeRegistry';
import { dataOf, isDecimal, isJsonObject, type Json } from '../contract/json';
import { compileObserver } from './answerObserver';

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
  /** Contract of `meta` beside it; a list is read by `meta`. */
  readonly meta?: Field;
  /** True for the answer to a write after which the resource is read: one that shows no member of it is left out. */
  readonly mayShowNone?: boolean;
}

/** Recognizes an object with at least one member of a contract. */
const hasPromisedMember = (field: Field, value: Json | undefined): boolean =>
  field.kind === 'object' &&
  isJsonObject(value) &&
  [...field.members.keys()].some((name) => Object.hasOwn(value, name));

interface SentinelParts {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Receives each different finding once. */
  readonly notify: (finding: DriftFinding) => void;
}

type ObserveAnswer = (body: Json, pageSize?: number) => void;

interface Watched {
  readonly registry: ShapeRegistry;
  answers: number;
}

/** Leaves out counts of 0: the contract promises these forms, and no answer has had them. */
function keepPositiveCounts(counts: ReadonlyMap<string, SeenCount>): Record<string, number> {
  const positive = [...counts].filter(([, { count }]) => count > 0);
  return Object.fromEntries(positive.map(([key, { count }]) => [key, count]));
}

function shapeOf(endpoint: string, { registry, answers }: Watched): EndpointShape {
  const places = registry.listPlaces().map(({ path, forms, words }) => ({
    path,
    forms: keepPositiveCounts(forms),
    ...(words.size > 0 && { words: keepPositiveCounts(words) }),
  }));
  return { endpoint, answers, places };
}

/** Members of `meta` that are needed to read any page. */
const NEEDED_PATHS: readonly string[] = ['meta', 'meta.current_page', 'meta.per_page'];

/** Compiles an observer of a list's paging: how pages are counted, and whether they are smaller than requested. */
function compileMetaObserver(field: Field, registry: ShapeRegistry): ObserveAnswer {
  const effectAt: ShapeObserverParts['effectAt'] = (path) => (value) =>
    NEEDED_PATHS.includes(path) && !isDecimal(value ?? null) ? 'refused' : 'passed';
  const observe = compileObserver(field, 'meta', { registry, effectAt });
  return (body, pageSize = 0) => {
    const meta = isJsonObject(body) ? body['meta'] : undefined;
    observe(meta);
    const size = Number(isJsonObject(meta) ? meta['per_page'] : undefined);
    if (!(size < pageSize)) return;
    const [found, expected] = [String(size), String(pageSize)];
    registry.note({ path: 'meta.per_page', kind: 'unseen-value', effect: 'passed', found, expected });
  };
}

/**
 * Creates a sentinel, which records the shapes of v2's answers and finds those that differ from the contract. The places
 * of the contract and a maximum of findings bound its memory.
 */
export function createSentinel({ now, notify }: SentinelParts) {
  const since = new Date(now()).toISOString();
  const findings = createDriftFindings(now, notify);
  const records = new Map<string, Watched>();
  let observers: ReadonlyMap<string, ObserveAnswer> = new Map();

  const createRecord = (endpoint: string): Watched => ({
    registry: createShapeRegistry((finding) => findings.note({ endpoint, ...finding })),
    answers: 0,
  });
  const observerFor = ({ endpoint, at, field, effectAt, meta, mayShowNone }: DriftSubject): ObserveAnswer => {
    const record = records.get(endpoint) ?? createRecord(endpoint);
    records.set(endpoint, record);
    const { registry } = record;
    const observe = compileObserver(field, at, { registry, effectAt });
    const observeMeta = meta && compileMetaObserver(meta, registry);
    return (body, pageSize) => {
      if (mayShowNone === true && !hasPromisedMember(field, dataOf(body))) return;
      record.answers += 1;
      observe(at === 'body' ? body : dataOf(body));
      observeMeta?.(body, pageSize);
    };
  };

  return {
    /** Replaces the subjects of observation. Their counts go on. */
    replaceSubjects: (subjects: readonly DriftSubject[]): void => {
      observers = new Map(subjects.map((subject) => [subject.endpoint, observerFor(subject)]));
    },
    /**
     * Observes one complete answer. Never throws, and ignores an endpoint that is no subject. `pageSize` is the requested
     * size of a page.
     */
    observeAnswer: (endpoint: string, body: Json, pageSize?: number): void =>
      observers.get(endpoint)?.(body, pageSize),
    /** Reports the findings, and the shapes seen since the start. */
    report: (): DriftReport => ({
      since,
      findings: findings.listFindings(),
      overflow: findings.countDropped(),
      endpoints: [...records].map(([endpoint, record]) => shapeOf(endpoint, record)),
    }),
  };
}
