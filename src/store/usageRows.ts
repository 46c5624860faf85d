import { type Kysely, sql } from 'kysely';
import {
  readTrait,
  type UsageDay,
  type UsageLine,
  type UsageRange,
  type UsageRow,
  type UsedTrait,
} from '../usage/usageRow';
import type { UsageStore } from '../usage/usageStore';
import { checkedBy, type StorePart } from './renewableStore';
import { portions } from './copyTables';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type DayRow = StoreTables['usage_day'];

const dayRow = ({ byV1, byV2, traits: _, ...row }: UsageRow): DayRow => ({
  ...row,
  by_v1: byV1,
  by_v2: byV2,
});

const traitRows = ({ day, caller, program, resource, operation, traits }: UsageRow) =>
  Object.entries(traits).map(([trait, requests]) => ({
    ...{ day, caller, program, resource, operation, trait, requests },
  }));

const COUNTS = ['requests', 'errors', 'by_v1', 'by_v2', 'refused', 'bodies'] as const;
const PLACE = ['caller', 'program', 'resource', 'operation'] as const;

/** Assignments to a row that exists already: both dialects name the new one `excluded`. */
const added = (table: 'usage_day' | 'usage_trait', column: string) =>
  sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;

const later = sql<number>`case when excluded.latest > usage_day.latest then excluded.latest else usage_day.latest end`;

async function add(db: Db, rows: readonly UsageRow[]): Promise<void> {
  const summed = Object.fromEntries(COUNTS.map((name) => [name, added('usage_day', name)]));
  await db.transaction().execute(async (work) => {
    for (const some of portions(rows.map(dayRow)))
      await work
        .insertInto('usage_day')
        .values(some)
        .onConflict((conflict) =>
          conflict.columns(['day', ...PLACE]).doUpdateSet({ ...summed, latest: later }),
        )
        .execute();
    for (const some of portions(rows.flatMap(traitRows)))
      await work
        .insertInto('usage_trait')
        .values(some)
        .onConflict((conflict) =>
          conflict
            .columns(['day', ...PLACE, 'trait'])
            .doUpdateSet({ requests: added('usage_trait', 'requests') }),
        )
        .execute();
  });
}

/** The rows of a range, and of its caller if it names one. */
const within = ({ from, to, caller }: UsageRange) =>
  caller === undefined
    ? sql`where day between ${from} and ${to}`
    : sql`where day between ${from} and ${to} and caller = ${caller}`;

/** Sums come as text where an integer may be larger than a double holds. */
type Sums<Name extends string> = Readonly<Record<Name, number | string>>;
type Place = Readonly<Record<(typeof PLACE)[number], string>>;

const place = sql.join(PLACE.map((name) => sql.ref(name)));
const sums = sql.join(COUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));

const placeText = ({ caller, program, resource, operation }: Place): string =>
  [caller, program, resource, operation].join('\n');

async function readTraits(db: Db, range: UsageRange) {
  const traits = new Map<string, UsedTrait[]>();
  const { rows } = await sql<Place & { readonly trait: string } & Sums<'requests' | 'latest_day'>>`
    select ${place}, trait, sum(requests) as requests, max(day) as latest_day from usage_trait ${within(range)}
    group by ${place}, trait order by trait`.execute(db);
  for (const row of rows) {
    const used = readTrait(row.trait, Number(row.requests), Number(row.latest_day));
    traits.set(placeText(row), [...(traits.get(placeText(row)) ?? []), used]);
  }
  return traits;
}

async function readLines(db: Db, range: UsageRange): Promise<readonly UsageLine[]> {
  const traits = await readTraits(db, range);
  const { rows } = await sql<Place & Sums<(typeof COUNTS)[number] | 'latest'>>`
    select ${place}, ${sums}, max(latest) as latest from usage_day ${within(range)} group by ${place}`.execute(
    db,
  );
  return rows.map((row) => {
    const { caller, program, resource, operation } = row;
    return {
      ...{ caller, program, resource, operation, traits: traits.get(placeText(row)) ?? [] },
      requests: Number(row.requests),
      errors: Number(row.errors),
      byV1: Number(row.by_v1),
      byV2: Number(row.by_v2),
      refused: Number(row.refused),
      bodies: Number(row.bodies),
      latest: Number(row.latest),
    };
  });
}

async function readDays(db: Db, range: UsageRange): Promise<readonly UsageDay[]> {
  const { rows } = await sql<Sums<'day' | (typeof COUNTS)[number] | 'on_v1'>>`
    select day, ${sums}, sum(case when resource <> '' or operation like '%/v1%' then requests else 0 end) as on_v1
    from usage_day ${within(range)} group by day order by day`.execute(db);
  return rows.map((row) => ({
    day: Number(row.day),
    requests: Number(row.requests),
    errors: Number(row.errors),
    byV1: Number(row.by_v1),
    byV2: Number(row.by_v2),
    refused: Number(row.refused),
    onV1Paths: Number(row.on_v1),
  }));
}

/** Returns the first day such that it and all later days have at most so many rows. */
async function firstDayWithin(db: Db, most: number): Promise<number> {
  const { rows } = await sql<Sums<'day' | 'count'>>`
    select day, count(*) as count from usage_day group by day order by day desc`.execute(db);
  let count = 0;
  for (const row of rows) {
    count += Number(row.count);
    if (count > most) return Number(row.day) + 1;
  }
  return 0;
}

async function prune(db: Db, first: number, most: number): Promise<void> {
  const from = Math.max(first, await firstDayWithin(db, most));
  await db.transaction().execute(async (work) => {
    await work.deleteFrom('usage_day').where('day', '<', from).execute();
    await work.deleteFrom('usage_trait').where('day', '<', from).execute();
  });
}

/** Creates the part of a store that keeps the usage. */
export function createUsageRows(part: StorePart<StoreTables>): UsageStore {
  const checked = checkedBy(part);
  return {
    add: (rows) => checked((db) => add(db, rows)),
    lines: (range) => checked((db) => readLines(db, range)),
    days: (range) => checked((db) => readDays(db, range)),
    clients: () =>
      checked((db) => db.selectFrom('usage_day').select(['caller', 'program']).distinct().execute()),
    prune: (first, most) => checked((db) => prune(db, first, most)),
    renew: () => part.renew(),
  };
}
