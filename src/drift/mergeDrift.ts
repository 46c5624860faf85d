import type { CountedFinding, DriftReport, EndpointShape } from './driftReport';

type Counts = Readonly<Record<string, number>>;

function addCounts(...counts: readonly (Counts | undefined)[]): Record<string, number> {
  // A map, because a word of v2 may be `toString`.
  const groups = Map.groupBy(
    counts.flatMap((each) => Object.entries(each ?? {})),
    ([name]) => name,
  );
  const sums = Array.from(groups, ([name, same]) => [name, same.reduce((sum, [, count]) => sum + count, 0)]);
  return Object.fromEntries(sums) as Record<string, number>;
}

/** Joins items of the same name; the first of each name keeps its position. */
const join = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  add: (item1: Item, item2: Item) => Item,
): Item[] => Array.from(Map.groupBy(items, nameOf).values(), (same) => same.reduce(add));

const earlier = (instant1: string, instant2: string): string => (instant1 < instant2 ? instant1 : instant2);
const later = (instant1: string, instant2: string): string => (instant1 > instant2 ? instant1 : instant2);

const addFindings = (finding1: CountedFinding, finding2: CountedFinding): CountedFinding => ({
  ...finding1,
  count: finding1.count + finding2.count,
  first: earlier(finding1.first, finding2.first),
  last: later(finding1.last, finding2.last),
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
  places: join([...shape1.places, ...shape2.places], ({ path }) => path, addPlaces),
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
