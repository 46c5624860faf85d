import type { Kysely, Transaction } from 'kysely';
import type { ComparisonOutcome } from '../comparison/keep/comparisonAccounts';
import type { EvidenceBatch, ComparisonStore } from '../comparison/keep/comparisonStore';
import { sample as sampleSchema } from '../comparison/keep/keptSample';
import { type Observed, readObserved, writeObserved } from '../comparison/keep/observation';
import type { StorePart } from './renewableStore';
import { portions, put } from './copyTables';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type Work = Transaction<StoreTables>;
/** Renders a batch as rows, synchronously because its counts change. */
const rowsOf = ({ ended: endedCounts, observed, samples }: EvidenceBatch) => ({
  outcomes: [...endedCounts].flatMap(([operation, counts]) =>
    [...counts].map(([outcome, count]) => ({ operation, outcome, count })),
  ),
  observations: observed.map((observation) => {
    const { id, at, epoch } = observation;
    return { id, at, epoch, observed: writeObserved(observation) };
  }),
  samples: samples.map((kept) => ({ id: kept.id, at: kept.at, sample: JSON.stringify(kept) })),
});

async function add(db: Work, { outcomes, observations, samples }: ReturnType<typeof rowsOf>): Promise<void> {
  await put<StoreTables, 'comparison_outcome'>(db, 'comparison_outcome', ['operation', 'outcome'], outcomes);
  const firstOf = (table: keyof StoreTables, rows: readonly object[]) =>
    db
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const rows of portions(observations)) await firstOf('comparison_observation', rows);
  for (const rows of portions(samples)) await firstOf('comparison_sample', rows);
}

async function trim(
  db: Work,
  table: 'comparison_observation' | 'comparison_sample',
  endAt: number,
  most: number,
): Promise<void> {
  await db.deleteFrom(table).where('at', '<', Math.max(endAt, 0)).execute();
  const beyond = db
    .selectFrom(table)
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(Number.MAX_SAFE_INTEGER) // SQLite has no offset without a limit
    .offset(most);
  await db.deleteFrom(table).where('id', 'in', beyond).execute();
}

async function readOutcomes(db: Db) {
  const endedCounts = new Map<string, Map<ComparisonOutcome, number>>();
  for (const { operation, outcome, count } of await db
    .selectFrom('comparison_outcome')
    .selectAll()
    .execute()) {
    const counts = endedCounts.get(operation) ?? new Map<ComparisonOutcome, number>();
    endedCounts.set(operation, counts.set(outcome as ComparisonOutcome, count));
  }
  return endedCounts;
}

async function readObservations(db: Db, epochs: readonly string[] | undefined): Promise<readonly Observed[]> {
  const all = db.selectFrom('comparison_observation').select('observed').orderBy('at');
  const rows = await (epochs === undefined ? all : all.where('epoch', 'in', epochs)).execute();
  return rows.map(({ observed }) => readObserved(observed));
}

async function readLatest(db: Db): Promise<readonly Observed[]> {
  const all = await readObservations(db, undefined);
  const epochs = new Map(all.map(({ resource, epoch }) => [resource, epoch]));
  return all.filter(({ resource, epoch }) => epochs.get(resource) === epoch);
}

/** Limits of the stored pairs: their number and their age (ms). */
export interface KeepingBounds {
  readonly pairs: number;
  readonly age: number;
}

const MOST_SAMPLES = 500;

/** Part of a store for the comparison; reading it needs no running gateway. */
export interface ComparisonRows extends ComparisonStore {
  /** Returns the observations of each resource in its latest epoch, oldest first. */
  readonly latest: () => Promise<readonly Observed[]>;
}

export function createComparisonRows(
  storePart: StorePart<StoreTables>,
  { pairs, age }: KeepingBounds,
): ComparisonRows {
  const { db } = storePart;
  return {
    ended: () => readOutcomes(db()),
    observed: (epochs) => readObservations(db(), epochs),
    latest: () => readLatest(db()),
    save: async (batch, now) => {
      storePart.check();
      const rows = rowsOf(batch);
      await db()
        .transaction()
        .execute(async (work) => {
          await add(work, rows);
          await trim(work, 'comparison_observation', now - age, pairs);
          await trim(work, 'comparison_sample', now - age, MOST_SAMPLES);
        });
    },
    renew: () => storePart.renew(),
    sample: async (id) => {
      const query = db().selectFrom('comparison_sample').select('sample').where('id', '=', id);
      const row = await query.executeTakeFirst();
      return row === undefined ? undefined : sampleSchema.parse(JSON.parse(row.sample));
    },
  };
}
