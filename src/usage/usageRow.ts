import type { V1Trait } from '../mapping/translate/v1Habits';

/** Counts of one client's requests of one operation on one day; nothing that a client wrote is in it. */
export interface UsageRow {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Fingerprint of the key, or a word in brackets. */
  readonly caller: string;
  /** Product of the User-Agent, cleaned. */
  readonly program: string;
  /** Empty for a request that no operation is mapped to. */
  readonly resource: string;
  /** Name of the operation; method and shape of the path where none is mapped; `/v2/**` for what went to v2 as it came. */
  readonly operation: string;
  readonly requests: number;
  /** Requests answered with a status from 400. */
  readonly errors: number;
  readonly byV1: number;
  readonly byV2: number;
  /** Requests refused by a brownout. */
  readonly refused: number;
  /** Requests whose body was read, so that it is known what it does not show. */
  readonly bodies: number;
  /** Instant of the latest, clock ms. */
  readonly latest: number;
  /** Requests by what they show that v2 would want otherwise: `textNumber price`. */
  readonly traits: Readonly<Record<string, number>>;
}

/** Sums of rows over days, with the last day of each trait. */
export interface UsageLine extends Omit<UsageRow, 'day' | 'traits'> {
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
export interface UsageDay extends Pick<
  UsageRow,
  'day' | 'requests' | 'errors' | 'byV1' | 'byV2' | 'refused'
> {
  /** Those that came on a path of v1. */
  readonly onV1Paths: number;
}

/** Days to read, both inclusive; of one key, or of all. */
export interface UsageRange {
  readonly from: number;
  readonly to: number;
  readonly caller?: string | undefined;
}

const DAY = 86_400_000;

/** Returns the day of an instant (clock ms): days since 1970, UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY);

/** Returns the beginning of a day, clock ms. */
export const beginningOf = (day: number): number => day * DAY;

/** Stands for keys that v1 and v2 have refused from the beginning. */
export const UNKNOWN_KEY = '(unknown key)';
export const NO_KEY = '(no key)';

/** True for a caller that is one key. */
export const isClient = (caller: string): boolean => /^[0-9a-f]{12}$/.test(caller);

/** True for requests that came on a path of v1. */
export const isOnV1 = ({ resource, operation }: Pick<UsageRow, 'resource' | 'operation'>): boolean =>
  resource !== '' || operation.includes('/v1');

/** Key of a row among those of its day. */
export const placeOf = ({ caller, program, resource, operation }: Omit<UsageLine, 'traits'>): string =>
  `${caller}\n${program}\n${resource}\n${operation}`;

type Counts = Pick<UsageRow, 'requests' | 'errors' | 'byV1' | 'byV2' | 'refused' | 'bodies'>;

const sumOf = (one: Counts, other: Counts): Counts => ({
  requests: one.requests + other.requests,
  errors: one.errors + other.errors,
  byV1: one.byV1 + other.byV1,
  byV2: one.byV2 + other.byV2,
  refused: one.refused + other.refused,
  bodies: one.bodies + other.bodies,
});

/** Adds two rows of the same place and day. */
export function addRows(one: UsageRow, other: UsageRow): UsageRow {
  const traits = { ...one.traits };
  for (const [id, requests] of Object.entries(other.traits)) traits[id] = (traits[id] ?? 0) + requests;
  return { ...one, ...sumOf(one, other), latest: Math.max(one.latest, other.latest), traits };
}

function traitsOf({ day, traits }: UsageRow): readonly UsedTrait[] {
  return Object.entries(traits).map(([id, requests]) => readTrait(id, requests, day));
}

/** Reads a trait from its id: `textNumber price`. */
export function readTrait(id: string, requests: number, latestDay: number): UsedTrait {
  const [trait = '', field = ''] = id.split(' ');
  return { trait: trait as V1Trait, field, requests, latestDay };
}

function addTraits(one: readonly UsedTrait[], other: readonly UsedTrait[]): readonly UsedTrait[] {
  const all = new Map<string, UsedTrait>();
  for (const used of [...one, ...other]) {
    const id = `${used.trait} ${used.field}`;
    const { requests = 0, latestDay = 0 } = all.get(id) ?? {};
    all.set(id, {
      ...used,
      requests: requests + used.requests,
      latestDay: Math.max(latestDay, used.latestDay),
    });
  }
  return [...all.values()];
}

/** Adds lines of the same place. */
export function addLines(lines: readonly UsageLine[]): readonly UsageLine[] {
  const sums = new Map<string, UsageLine>();
  for (const line of lines) {
    const place = placeOf(line);
    const sum = sums.get(place);
    sums.set(
      place,
      sum === undefined
        ? line
        : {
            ...line,
            ...sumOf(sum, line),
            latest: Math.max(sum.latest, line.latest),
            traits: addTraits(sum.traits, line.traits),
          },
    );
  }
  return [...sums.values()];
}

/** Sums up rows over their days. */
export const linesOf = (rows: readonly UsageRow[]): readonly UsageLine[] =>
  addLines(rows.map(({ day, ...row }) => ({ ...row, traits: traitsOf({ day, ...row }) })));

/** Adds the counts of the same day, oldest first. */
export function addDays(all: readonly UsageDay[]): readonly UsageDay[] {
  const days = new Map<number, UsageDay>();
  for (const one of all) {
    const sum = days.get(one.day);
    days.set(one.day, sum === undefined ? one : addDay(sum, one));
  }
  return [...days.values()].sort((one, other) => one.day - other.day);
}

function addDay(sum: UsageDay, one: UsageDay): UsageDay {
  const { requests, errors, byV1, byV2, refused } = sumOf({ ...sum, bodies: 0 }, { ...one, bodies: 0 });
  const onV1Paths = sum.onV1Paths + one.onV1Paths;
  return { day: sum.day, requests, errors, byV1, byV2, refused, onV1Paths };
}

/** Sums up rows by days, oldest first. */
export const daysOf = (rows: readonly UsageRow[]): readonly UsageDay[] =>
  addDays(
    rows.map((row) => {
      const { day, requests, errors, byV1, byV2, refused } = row;
      return { day, requests, errors, byV1, byV2, refused, onV1Paths: isOnV1(row) ? requests : 0 };
    }),
  );
