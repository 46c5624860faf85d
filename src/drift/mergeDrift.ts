import type { CountedFinding, DriftReport, EndpointShape } from './driftReport';

type Counts = Readonly<Record<string, number>>;

function addCounts(one: Counts = {}, other: Counts = {}): Record<string, number> {
  // A word of v2 may be `toString`.
  const sums = new Map(Object.entries(one));
  for (const [name, count] of Object.entries(other)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums);
}

/** Joins items of the same name; the first of each name keeps its position. */
function join<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  add: (one: Item, other: Item) => Item,
): Item[] {
  const joined = new Map<string, Item>();
  for (const item of items) {
    const known = joined.get(nameOf(item));
    joined.set(nameOf(item), known === undefined ? item : add(known, item));
  }
  return [...joined.values()];
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

const addFindings = (one: CountedFinding, other: CountedFinding): CountedFinding => ({
  ...one,
  count: one.count + other.count,
  first: earlier(one.first, other.first),
  last: later(one.last, other.last),
});

/** Identifies a finding by everything but its count and its times. */
const nameOfFinding = ({ count: _count, first: _first, last: _last, ...finding }: CountedFinding): string =>
  JSON.stringify(finding);

type Place = EndpointShape['places'][number];

const addPlaces = (one: Place, other: Place): Place => ({
  path: one.path,
  forms: addCounts(one.forms, other.forms),
  ...(one.words === undefined && other.words === undefined
    ? {}
    : { words: addCounts(one.words, other.words) }),
});

const addShapes = (one: EndpointShape, other: EndpointShape): EndpointShape => ({
  endpoint: one.endpoint,
  answers: one.answers + other.answers,
  places: join([...one.places, ...other.places], ({ path }) => path, addPlaces),
});

/** Merges the reports of several processes into one. */
export function mergeDrift(reports: readonly DriftReport[]): DriftReport {
  return {
    since: reports.map(({ since }) => since).reduce(earlier, '9999'),
    findings: join(
      reports.flatMap(({ findings }) => findings),
      nameOfFinding,
      addFindings,
    ),
    overflow: reports.reduce((sum, { overflow }) => sum + overflow, 0),
    endpoints: join(
      reports.flatMap(({ endpoints }) => endpoints),
      ({ endpoint }) => endpoint,
      addShapes,
    ),
  };
}
