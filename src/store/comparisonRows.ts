import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ComparisonOutcome } from '../comparison/keep/comparisonAccounts';
import type { EvidenceBatch, ComparisonStore } from '../comparison/keep/comparisonStore';
import { sample as sampleSchema } from '../comparison/keep/keptSample';
import { type SeenPair, readObserved, writeObserved } from '../comparison/keep/observation';
import type { StorePart } from './renewableStore';
import { addRows, selectDocuments, putDocuments } from './putRows';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type Work = Transaction<StoreTables>;
/** Renders a batch as rows, synchronously because its counts change. */
const makeBatchRows = ({ ended: endedCounts, observed, samples }: EvidenceBatch) => ({
  outcomes: [...endedCounts].flatMap(([operation, counts]) =>
    [...counts].map(([outcome, count]) => ({ key: `${operation} ${outcome}`, at: 0, value: String(count) })),
  ),
  observations: observed.map((observation) => {
    const { id, at, epoch } = observation;
    return { id, at, epoch, observed: writeObserved(observation) };
  }),
  samples: samples.map((kept) => ({ key: kept.id, at: kept.at, value: JSON.stringify(kept) })),
});

async function addBatchRows(
  db: Work,
  { outcomes, observations, samples }: ReturnType<typeof makeBatchRows>,
): Promise<void> {
  await putDocuments(db, 'outcome', outcomes);
  await putDocuments(db, 'sample', samples);
  await addRows(db, 'comparison_observation', observations, 'stays');
}

/** Deletes rows from before an instant, and the oldest beyond a number. */
async function deleteOldRows(
  db: Work,
  { table, key, isMeant }: { table: string; key: string; isMeant: RawBuilder<unknown> },
  endAt: number,
  most: number,
): Promise<void> {
  const rows = sql`from ${sql.table(table)} where ${isMeant}`;
  await sql`delete ${rows} and at < ${Math.max(endAt, 0)}`.execute(db);
  // SQLite has no offset without a limit.
  await sql`delete ${rows} and ${sql.ref(key)} in (select ${sql.ref(key)} ${rows}
    order by at desc, ${sql.ref(key)} limit ${Number.MAX_SAFE_INTEGER} offset ${most})`.execute(db);
}

const OBSERVATIONS = { table: 'comparison_observation', key: 'id', isMeant: sql`true` };
const SAMPLES = { table: 'document', key: 'key', isMeant: sql`kind = 'sample'` };

async function readOutcomes(db: Db) {
  const endedCounts = new Map<string, Map<ComparisonOutcome, number>>();
  for (const { key, value } of await selectDocuments(db, 'outcome').execute()) {
    const gap = key.lastIndexOf(' ');
    const [operation, outcome] = [key.slice(0, gap), key.slice(gap + 1)];
    const counts = endedCounts.get(operation) ?? new Map<ComparisonOutcome, number>();
    endedCounts.set(operation, counts.set(outcome as ComparisonOutcome, Number(value)));
  }
  return endedCounts;
}

async function readObservations(db: Db, epochs: readonly string[] | undefined): Promise<readonly SeenPair[]> {
  const all = db.selectFrom('comparison_observation').select('observed').orderBy('at');
  const rows = await (epochs === undefined ? all : all.where('epoch', 'in', epochs)).execute();
  return rows.map(({ observed }) => readObserved(observed));
}

async function readLatest(db: Db): Promise<readonly SeenPair[]> {
  const all = await readObservations(db, undefined);
  const epochs = new Map(all.map(({ resource, epoch }) => [resource, epoch]));
  return all.filter(({ resource, epoch }) => epochs.get(resource) === epoch);
}

/** Limits of the stored pairs: their number and their age (ms). */
export interface KeepingBounds {
  readonly pairs: number;
  readonly age: number;
}

const MAX_SAMPLES = 500;

/** Part of a store for the comparison; reading it needs no running gateway. */
export interface ComparisonRows extends ComparisonStore {
  /** Returns the observations of each resource in its latest epoch, oldest first. */
  readonly latest: () => Promise<readonly SeenPair[]>;
}

/** Creates the comparison's part of the store, which keeps observations within these bounds. */
export function createStoredComparison(storePart: StorePart, { pairs, age }: KeepingBounds): ComparisonRows {
  const { db } = storePart;
  return {
    ended: () => readOutcomes(db()),
    observed: (epochs) => readObservations(db(), epochs),
    latest: () => readLatest(db()),
    save: async (batch, now) => {
      storePart.check();
      const rows = makeBatchRows(batch);
      await db()
        .transaction()
        .execute(async (work) => {
          await addBatchRows(work, rows);
          await deleteOldRows(work, OBSERVATIONS, now - age, pairs);
          await deleteOldRows(work, SAMPLES, now - age, MAX_SAMPLES);
        });
    },
    renew: () => storePart.renew(),
    sample: async (id) => {
      const row = await selectDocuments(db(), 'sample').where('key', '=', id).executeTakeFirst();
      return row === undefined ? undefined : sampleSchema.parse(JSON.parse(row.value));
    },
  };
}
