import { DAY_MS } from '../contract/clock';
import type { CounterSum } from '../cutover/counters';
import type { V1Trait } from '../mapping/translate/v1Habits';
import type { UsageCounts } from './usagePages';

/** Sums of one client's requests of one operation. */
export interface UsageLine extends UsageCounts {
  readonly caller: string;
  readonly program: string;
  readonly resource: string;
  readonly operation: string;
  /** Requests whose body was read: they show which traits the body does not have. */
  readonly bodies: number;
  /** Instant of the latest request, clock ms. */
  readonly latest: number;
  readonly traits: readonly UsedTrait[];
}

/** Requests of one operation that show one trait. */
export interface UsedTrait {
  readonly trait: V1Trait;
  readonly field: string;
  readonly requests: number;
  /** Days since 1970, UTC. */
  readonly latestDay: number;
}

/** Requests of one day. */
export interface UsageDay extends UsageCounts {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Requests that came on a path of v1. */
  readonly onV1Paths: number;
}

/** Returns the day of an instant (clock ms): days since 1970, UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Returns the beginning of a day, clock ms. */
export const beginningOf = (day: number): number => day * DAY_MS;

/** Recognizes requests that came on a path of v1. */
export const isOnV1 = ({ resource, operation }: Pick<UsageLine, 'resource' | 'operation'>): boolean =>
  resource !== '' || operation.includes('/v1');

/** Name under which a read body is counted as a trait. */
export const BODY_TRAIT = 'body';

const COUNTS = ['requests', 'errors', 'byV1', 'byV2', 'refused'] as const;
export const noCounts: UsageCounts = { requests: 0, errors: 0, byV1: 0, byV2: 0, refused: 0 };

/** Adds up two counts. */
export const addCounts = (sum: UsageCounts, more: UsageCounts): UsageCounts => ({
  ...noCounts,
  ...Object.fromEntries(COUNTS.map((name) => [name, sum[name] + more[name]])),
});

/** Counts a sum of requests under its side, and as errors unless they were answered. */
const countsOf = ({ requests, side, outcome }: CounterSum<'side' | 'outcome'>): UsageCounts => ({
  requests,
  errors: outcome === 'answered' ? 0 : requests,
  byV1: side === 'v1' ? requests : 0,
  byV2: side === 'v2' ? requests : 0,
  refused: outcome === 'brownout' ? requests : 0,
});

export const LINE_COLUMNS = [
  ...(['caller', 'program', 'resource', 'operation'] as const),
  ...(['side', 'outcome', 'trait'] as const),
];

type LineSum = CounterSum<(typeof LINE_COLUMNS)[number]>;

/** Adds a stored trait, `NAME FIELD` or `NAME`, to those of its line. */
function addTrait(traits: readonly UsedTrait[], { trait: id, requests, latestBucket }: LineSum) {
  const [trait = '', field = ''] = id.split(' ');
  const isSameTrait = (used: UsedTrait): boolean => used.trait === trait && used.field === field;
  const previous = traits.find(isSameTrait);
  const sum = {
    trait: trait as V1Trait,
    field,
    requests: requests + (previous?.requests ?? 0),
    latestDay: Math.max(dayOf(latestBucket), previous?.latestDay ?? 0),
  };
  return [...traits.filter((used) => !isSameTrait(used)), sum];
}

function addToLine(line: UsageLine, sum: LineSum): UsageLine {
  if (sum.trait === BODY_TRAIT) return { ...line, bodies: line.bodies + sum.requests };
  if (sum.trait !== '') return { ...line, traits: addTrait(line.traits, sum) };
  return { ...line, ...addCounts(line, countsOf(sum)), latest: Math.max(line.latest, sum.latest) };
}

/** Makes lines from sums by `LINE_COLUMNS`. */
export function linesOf(sums: readonly LineSum[]): readonly UsageLine[] {
  const lines = new Map<string, UsageLine>();
  for (const sum of sums) {
    const { caller, program, resource, operation } = sum;
    const client = { caller, program, resource, operation };
    const key = Object.values(client).join('\n');
    const line = lines.get(key) ?? { ...client, ...noCounts, bodies: 0, latest: 0, traits: [] };
    lines.set(key, addToLine(line, sum));
  }
  return [...lines.values()];
}

export const DAY_COLUMNS = ['bucketAt', 'resource', 'operation', 'side', 'outcome'] as const;

/** Makes days from sums by `DAY_COLUMNS`, oldest first. */
export function daysOf(sums: readonly CounterSum<(typeof DAY_COLUMNS)[number]>[]): readonly UsageDay[] {
  const days = new Map<number, UsageDay>();
  for (const sum of sums) {
    const day = dayOf(sum.bucketAt);
    const present = days.get(day) ?? { day, ...noCounts, onV1Paths: 0 };
    const onV1Paths = present.onV1Paths + (isOnV1(sum) ? sum.requests : 0);
    days.set(day, { day, ...addCounts(present, countsOf(sum)), onV1Paths });
  }
  return [...days.values()].toSorted((a, b) => a.day - b.day);
}
