import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ComparisonTables } from './comparisonTables';
import { portions } from './portions';

type Db = Kysely<ComparisonTables>;
type Work = Transaction<ComparisonTables>;
type OutcomeRow = Selectable<ComparisonTables['comparison_outcome']>;
type ObservationRow = Selectable<ComparisonTables['comparison_observation']>;
type ResolutionRow = Selectable<ComparisonTables['comparison_resolution']>;
type SampleRow = Selectable<ComparisonTables['comparison_sample']>;

/** Rows that belong together. */
interface Rows {
  readonly outcomes: readonly OutcomeRow[];
  readonly observations: readonly ObservationRow[];
  readonly samples: readonly SampleRow[];
  readonly resolutions: readonly ResolutionRow[];
}

/** What is let go: whatever is older than an instant (ms), and the oldest of too many. */
interface Bounds {
  readonly before: number;
  readonly observations: number;
  readonly samples: number;
}

async function add(db: Work, { outcomes, observations, samples, resolutions }: Rows): Promise<void> {
  for (const rows of portions(outcomes)) {
    await db
      .insertInto('comparison_outcome')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['operation', 'outcome'])
          .doUpdateSet((row) => ({ count: row.ref('excluded.count') })),
      )
      .execute();
  }
  for (const rows of portions(observations)) {
    const keepFirst = db.insertInto('comparison_observation').values(rows);
    await keepFirst.onConflict((conflict) => conflict.column('id').doNothing()).execute();
  }
  for (const rows of portions(samples)) {
    const keepFirst = db.insertInto('comparison_sample').values(rows);
    await keepFirst.onConflict((conflict) => conflict.column('id').doNothing()).execute();
  }
  for (const rows of portions(resolutions)) {
    const keepFirst = db.insertInto('comparison_resolution').values(rows);
    await keepFirst
      .onConflict((conflict) => conflict.columns(['operation', 'path', 'kind', 'at']).doNothing())
      .execute();
  }
}

async function trim(
  db: Work,
  table: 'comparison_observation' | 'comparison_sample',
  before: number,
  most: number,
): Promise<void> {
  await db.deleteFrom(table).where('at', '<', before).execute();
  const beyond = db.selectFrom(table).select('id').orderBy('at', 'desc').orderBy('id').limit(-1).offset(most);
  await db.deleteFrom(table).where('id', 'in', beyond).execute();
}

async function save(db: Work, rows: Rows, { before, observations, samples }: Bounds): Promise<void> {
  await add(db, rows);
  await trim(db, 'comparison_observation', before, observations);
  await trim(db, 'comparison_sample', before, samples);
}

const resolutions = (db: Db): Promise<ResolutionRow[]> =>
  db.selectFrom('comparison_resolution').selectAll().orderBy('at').execute();

async function everything(db: Db): Promise<Rows> {
  return {
    outcomes: await db.selectFrom('comparison_outcome').selectAll().execute(),
    observations: await db.selectFrom('comparison_observation').selectAll().execute(),
    samples: await db.selectFrom('comparison_sample').selectAll().execute(),
    resolutions: await resolutions(db),
  };
}

async function sample(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('comparison_sample')
    .select('sample')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sample;
}

async function observations(db: Db, epochs: readonly string[] | undefined): Promise<readonly string[]> {
  const all = db.selectFrom('comparison_observation').select('observed').orderBy('at');
  const rows = await (epochs === undefined ? all : all.where('epoch', 'in', epochs)).execute();
  return rows.map(({ observed }) => observed);
}

/** The rows of the comparison in a database. A batch is kept in one transaction. Rejects when the database does. */
export function createComparisonRows(db: Db) {
  return {
    outcomes: (): Promise<OutcomeRow[]> => db.selectFrom('comparison_outcome').selectAll().execute(),
    /** Oldest first; of whatever epoch unless told. */
    observations: (epochs?: readonly string[]) => observations(db, epochs),
    sample: (id: string) => sample(db, id),
    resolutions: () => resolutions(db),
    everything: () => everything(db),
    save: (rows: Rows, bounds: Bounds) => db.transaction().execute((work) => save(work, rows, bounds)),
  };
}
