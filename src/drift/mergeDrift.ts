import type { CountedFinding, DriftReport, EndpointShape } from './driftReport';

type Counts = Readonly<Record<string, number>>;

function addCounts(left: Counts = {}, right: Counts = {}): Record<string, number> {
  // A word of v2 may be `toString`.
  const sums = new Map(Object.entries(left));
  for (const [name, count] of Object.entries(right)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums);
}

/** Joins items of the same name; the first of each name keeps its position. */
function join<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  add: (left: Item, right: Item) => Item,
): Item[] {
  const joined = new Map<string, Item>();
  for (const item of items) {
    const joinedItem = joined.get(nameOf(item));
    joined.set(nameOf(item), joinedItem === undefined ? item : add(joinedItem, item));
  }
  return [...joined.values()];
}

const earlier = (left: string, right: string): string => (left < right ? left : right);
const later = (left: string, right: string): string => (left > right ? left : right);

const addFindings = (left: CountedFinding, right: CountedFinding): CountedFinding => ({
  ...left,
  count: left.count + right.count,
  first: earlier(left.first, right.first),
  last: later(left.last, right.last),
});

/** Identifies a finding by everything but its count and its times. */
const nameOfFinding = ({ count: _count, first: _first, last: _last, ...finding }: CountedFinding): string =>
  JSON.stringify(finding);

type Place = EndpointShape['places'][number];

const addPlaces = (left: Place, right: Place): Place => ({
  path: left.path,
  forms: addCounts(left.forms, right.forms),
  ...(left.words === undefined && right.words === undefined
    ? {}
    : { words: addCounts(left.words, right.words) }),
});

const addShapes = (left: EndpointShape, right: EndpointShape): EndpointShape => ({
  endpoint: left.endpoint,
  answers: left.answers + right.answers,
  places: join([...left.places, ...right.places], ({ path }) => path, addPlaces),
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
