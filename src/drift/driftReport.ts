import { z } from 'zod';

/**
 * Finding: one way in which v2 has drifted. It holds names and forms, and no value but the new word of an enumeration.
 */
const finding = z.object({
  /** e.g. `GET /v2/account-offers/{account}` */
  endpoint: z.string(),
  /** Path in the answer, e.g. `data.delivery_time.unit`; a `*` stands for a hidden name. */
  path: z.string(),
  kind: z.enum([
    'new-field',
    'missing-field',
    'changed-type',
    'unexpected-null',
    'wrong-unit',
    'finer-amount',
    'unseen-value',
  ]),
  /** The form or the new word that arrived; a `*` stands for a hidden word. */
  found: z.string(),
  /** The forms or words that the contract knows. They are empty for a new field. */
  expected: z.string(),
  /** Answer for the client: a translation, a translation with a replaced value or without the row, or a 502. */
  effect: z.enum(['passed', 'replaced', 'leftOut', 'refused']),
});

export type DriftFinding = z.infer<typeof finding>;

const counts = z.record(z.string(), z.int());

const countedFinding = finding.extend({
  count: z.int(),
  /** Instants, ISO 8601. */
  first: z.string(),
  last: z.string(),
});

const endpointShape = z.object({
  endpoint: z.string(),
  /** Answers seen. */
  answers: z.int(),
  /** Counts by place: of each form, and of each word of an enumeration. */
  places: z.array(z.object({ path: z.string(), forms: counts, words: counts.optional() })),
});

/** The shapes of v2's answers since the gateway started: the page `/drift` of the admin port. */
export const driftReport = z.object({
  /** Instant of the start, ISO 8601. */
  since: z.string(),
  findings: z.array(countedFinding),
  /** Count of findings beyond the cap. */
  overflow: z.int(),
  endpoints: z.array(endpointShape),
});

export type CountedFinding = z.infer<typeof countedFinding>;
export type EndpointShape = z.infer<typeof endpointShape>;
export type DriftReport = z.infer<typeof driftReport>;

interface FindingCount {
  readonly finding: DriftFinding;
  readonly first: number;
  last: number;
  count: number;
}

/** Most different findings that are kept; more are only counted. */
const MAX_FINDINGS = 500;

const isoText = (instant: number): string => new Date(instant).toISOString();

/** Counts findings. `now` is in ms, `notify` is called once for each different finding. */
export function createDriftFindings(now: () => number, notify: (finding: DriftFinding) => void) {
  const counts = new Map<string, FindingCount>();
  let overflow = 0;
  return {
    note: (finding: DriftFinding): void => {
      const { endpoint, path, kind, found: foundForm, effect } = finding;
      const key = [endpoint, path, kind, foundForm, effect].join(' ');
      const counted = counts.get(key);
      if (counted !== undefined) {
        counted.count += 1;
        counted.last = now();
      } else if (counts.size < MAX_FINDINGS) {
        const firstAt = now();
        counts.set(key, { finding, first: firstAt, last: firstAt, count: 1 });
        notify(finding);
      } else {
        overflow += 1;
      }
    },
    /** Lists all findings, oldest first. */
    listFindings: (): CountedFinding[] =>
      [...counts.values()].map(({ finding, count, first: firstAt, last }) => ({
        ...finding,
        count,
        first: isoText(firstAt),
        last: isoText(last),
      })),
    /** Counts the notes that were dropped because the collection was full. */
    countDropped: () => overflow,
  };
}

type Counts = Readonly<Record<string, number>>;

/** Adds up counts by name. */
function addCounts(...counts: readonly (Counts | undefined)[]): Record<string, number> {
  // A map, because a word of v2 may be `toString`.
  const groups = Map.groupBy(
    counts.flatMap((each) => Object.entries(each ?? {})),
    ([name]) => name,
  );
  const sums = Array.from(groups, ([name, same]) => [name, same.reduce((sum, [, count]) => sum + count, 0)]);
  return Object.fromEntries(sums) as Record<string, number>;
}

/** Joins items of the same name. The first of each name keeps its position. */
const joinByName = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  add: (item1: Item, item2: Item) => Item,
): Item[] => Array.from(Map.groupBy(items, nameOf).values(), (same) => same.reduce(add));

const earlierInstant = (instant1: string, instant2: string): string =>
  instant1 < instant2 ? instant1 : instant2;
const laterInstant = (instant1: string, instant2: string): string =>
  instant1 > instant2 ? instant1 : instant2;

const addFindings = (finding1: CountedFinding, finding2: CountedFinding): CountedFinding => ({
  ...finding1,
  count: finding1.count + finding2.count,
  first: earlierInstant(finding1.first, finding2.first),
  last: laterInstant(finding1.last, finding2.last),
});

/** Identifies a finding by everything but its count and its times. */
const nameOfFinding = ({ count: _count, first: _first, last: _last, ...finding }: CountedFinding): string =>
  JSON.stringify(finding);

type Place = EndpointShape['places'][number];

const addPlaces = (place1: Place, place2: Place): Place => ({
  path: place1.path,
  forms: addCounts(place1.forms, place2.forms),
  ...((place1.words ?? place2.words) && { words: addCounts(place1.words, place2.words) }),
});

const addShapes = (shape1: EndpointShape, shape2: EndpointShape): EndpointShape => ({
  endpoint: shape1.endpoint,
  answers: shape1.answers + shape2.answers,
  places: joinByName([...shape1.places, ...shape2.places], ({ path }) => path, addPlaces),
});

/** Merges the reports of several processes into one. */
export function mergeDrift(reports: readonly DriftReport[]): DriftReport {
  return {
    since: reports.map(({ since }) => since).reduce(earlierInstant, '9999'),
    findings: joinByName(
      reports.flatMap(({ findings }) => findings),
      nameOfFinding,
      addFindings,
    ),
    overflow: reports.reduce((sum, { overflow }) => sum + overflow, 0),
    endpoints: joinByName(
      reports.flatMap(({ endpoints }) => endpoints),
      ({ endpoint }) => endpoint,
      addShapes,
    ),
  };
}
