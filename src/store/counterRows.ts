import { setImmediate as letRequestsIn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  CounterBounds,
  CounterColumn,
  CounterRow,
  CounterStore,
  CounterSum,
  CounterWindow,
  ReadSums,
} from '../cutover/counters';
import { createCheckedWork, type StorePart } from './renewableStore';
import { addRows } from './putRows';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;

/** Length (s) of the longest buckets, which contain all requests. */
const DAY_SECONDS = 86_400;

const HOUR_SECONDS = 3_600;
const DAY_MS = 86_400_000;

const makeCounterRow = ({ bucketAt, bucketSeconds, ...row }: CounterRow): StoreTables['counter'] => ({
  bucket_at: bucketAt,
  bucket_seconds: bucketSeconds,
  ...row,
});

/** Assignments to an existing row; both dialects call the new one `excluded`. */
const summed = {
  requests: sql<number>`counter.requests + excluded.requests`,
  latest: sql<number>`case when excluded.latest > counter.latest then excluded.latest else counter.latest end`,
};

/** Sums up the rows of the buckets within a range of instants. */
async function readRange<By extends CounterColumn>(
  db: Db,
  { caller, except, bucketSeconds = DAY_SECONDS }: CounterWindow,
  range: RawBuilder<unknown>,
  by: readonly By[],
): Promise<readonly CounterSum<By>[]> {
  const columns = sql.join(by.map((name) => sql.ref(name === 'bucketAt' ? 'bucket_at' : name)));
  const namedColumns = sql.join(
    by.map((name) => (name === 'bucketAt' ? sql`bucket_at as "bucketAt"` : sql.ref(name))),
  );
  const ofCaller = caller === undefined ? sql`` : sql`and caller = ${caller}`;
  const exceptCaller = except === undefined ? sql`` : sql`and caller <> ${except}`;
  const ofAll = by.some((name) => name === 'trait') ? sql`` : sql`and trait = ''`;
  // On a server a sum of whole numbers would be text. No row is copied, because there may be millions.
  const { rows } = await sql<CounterSum<By>>`
    select ${namedColumns}, cast(sum(requests) as bigint) as requests, max(latest) as latest,
      max(bucket_at) as "latestBucket"
    from counter where bucket_seconds = ${bucketSeconds} and ${range} ${ofCaller} ${exceptCaller} ${ofAll}
    group by ${columns} order by ${columns}`.execute(db);
  return rows;
}

/** Returns the beginnings of the buckets in a window that may have rows. */
async function listBuckets(
  db: Db,
  { from, to, bucketSeconds = DAY_SECONDS }: CounterWindow,
): Promise<readonly number[]> {
  const { rows } = await sql<Readonly<Record<'earliest' | 'end', number | null>>>`
    select (select min(bucket_at) from counter where bucket_at >= ${from}) as earliest,
      (select max(bucket_at) + 1 from counter where bucket_at < ${to}) as end`.execute(db);
  const [earliest, end] = [rows[0]?.earliest ?? to, rows[0]?.end ?? from];
  const bucketMs = bucketSeconds * 1_000;
  const firstNumber = Math.ceil(earliest / bucketMs);
  const count = Math.max(0, Math.ceil(end / bucketMs) - firstNumber);
  return Array.from({ length: count }, (_, index) => (firstNumber + index) * bucketMs);
}

/**
 * Sums up a window. One statement reads short buckets and the rows of one caller, which are few. Days and half days of
 * all callers are read one by one with requests served in between, because they may be millions of rows.
 */
async function readSums<By extends CounterColumn>(
  db: Db,
  window: CounterWindow,
  by: readonly By[],
): Promise<readonly CounterSum<By>[]> {
  const { from, to, caller, bucketSeconds = DAY_SECONDS } = window;
  if (bucketSeconds <= HOUR_SECONDS)
    return readRange(db, window, sql`bucket_at >= ${from} and bucket_at < ${to}`, by);
  const buckets = await listBuckets(db, window);
  if (buckets.length === 0) return [];
  // By its buckets, because a range of them would read the rows of all callers.
  if (caller !== undefined) return readRange(db, window, sql`bucket_at in (${sql.join(buckets)})`, by);
  const sums = new Map<string, CounterSum<By>>();
  for (const bucketAt of buckets) {
    for (const sum of await readRange(db, window, sql`bucket_at = ${bucketAt}`, by)) {
      const key = by.map((name) => sum[name]).join('\n');
      const { requests, latest } = sums.get(key) ?? { requests: 0, latest: 0 };
      sums.set(key, {
        ...sum,
        requests: requests + sum.requests,
        latest: Math.max(latest, sum.latest),
      });
    }
    await letRequestsIn();
  }
  return [...sums.values()];
}

/** Returns the first bucket that fits into the maximum of rows together with all later ones. */
async function firstKeptBucket(db: Db, maxRows: number): Promise<number> {
  const { rows } = await sql<Readonly<Record<'bucket_at' | 'count', number | string>>>`
    select bucket_at, count(*) as count from counter group by bucket_at order by bucket_at desc`.execute(db);
  let count = 0;
  for (const row of rows) {
    count += Number(row.count);
    if (count > maxRows) return Number(row.bucket_at) + 1;
  }
  return 0;
}

async function pruneCounters(
  db: Db,
  { daysFrom, halfDaysFrom, hoursFrom, maxRows }: CounterBounds,
): Promise<void> {
  const firstBucket = Math.max(daysFrom, await firstKeptBucket(db, maxRows));
  await sql`delete from counter where bucket_at < ${firstBucket}
    or (bucket_at < ${halfDaysFrom} and bucket_seconds < ${DAY_SECONDS})
    or (bucket_at < ${hoursFrom} and bucket_seconds <= ${HOUR_SECONDS})`.execute(db);
}

/** Removes the rows of seconds and minutes. The range spares a look at all older rows. */
async function trimCounters(db: Db, countBefore: number): Promise<void> {
  await sql`delete from counter where bucket_at < ${countBefore} and bucket_at >= ${countBefore - 2 * DAY_MS}
    and bucket_seconds < ${HOUR_SECONDS}`.execute(db);
}

/** Creates the counters' part of the store. Each call rejects if the file was replaced meanwhile. */
export function createCounterStore(storePart: StorePart): CounterStore {
  const checkedWork = createCheckedWork(storePart);
  const sums: ReadSums = (window, by) => checkedWork((db) => readSums(db, window, by));
  return {
    sums,
    add: (rows) =>
      checkedWork((db) =>
        db.transaction().execute((work) => addRows(work, 'counter', rows.map(makeCounterRow), summed)),
      ),
    prune: (bounds) => checkedWork((db) => pruneCounters(db, bounds)),
    trim: (countBefore) => checkedWork((db) => trimCounters(db, countBefore)),
    renew: () => storePart.renew(),
  };
}
