import type { Kysely, Migration, Selectable, Transaction } from 'kysely';
import { portions } from './openStore';

/** Number of served requests of an operation with one outcome. */
interface OutcomeTable {
  operation: string;
  outcome: string;
  count: number;
}

/** One compared pair without its values, as JSON; instants in ms. */
interface ObservationTable {
  id: string;
  at: number;
  epoch: string;
  observed: string;
}

/** One differing pair with stand-ins for its values, as JSON. */
interface SampleTable {
  id: string;
  at: number;
  sample: string;
}

/** One cause that a person has resolved. */
interface ResolutionTable {
  operation: string;
  path: string;
  kind: string;
  at: number;
  by: string;
  reason: string;
}

/** The tables of the comparison. */
export interface ComparisonTables {
  comparison_outcome: OutcomeTable;
  comparison_observation: ObservationTable;
  comparison_sample: SampleTable;
  comparison_resolution: ResolutionTable;
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comparison_outcome')
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('comparison_outcome_pk', ['operation', 'outcome'])
    .execute();
  await db.schema
    .createTable('comparison_observation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('observed', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('comparison_sample')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('sample', 'text', (column) => column.notNull())
    .execute();
  for (const table of ['comparison_observation', 'comparison_sample']) {
    await db.schema.createIndex(`${table}_by_time`).on(table).column('at').execute();
  }
}

async function createResolutions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comparison_resolution')
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('comparison_resolution_pk', ['operation', 'path', 'kind', 'at'])
    .execute();
}

/** Migrations of the comparison, in the order of their names; a released one is never edited. */
export const comparisonMigrations: Readonly<Record<string, Migration>> = {
  'comparison-001-tables': { up: createTables },
  'comparison-002-resolutions': { up: createResolutions },
};

type Db = Kysely<ComparisonTables>;
type Work = Transaction<ComparisonTables>;
type OutcomeRow = Selectable<ComparisonTables['comparison_outcome']>;
type ObservationRow = Selectable<ComparisonTables['comparison_observation']>;
type ResolutionRow = Selectable<ComparisonTables['comparison_resolution']>;
type SampleRow = Selectable<ComparisonTables['comparison_sample']>;

/** Rows of one batch. */
interface Rows {
  readonly outcomes: readonly OutcomeRow[];
  readonly observations: readonly ObservationRow[];
  readonly samples: readonly SampleRow[];
  readonly resolutions: readonly ResolutionRow[];
}

/** Limits of what is kept: rows older than an instant (ms) are deleted, and the oldest beyond each number. */
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

/** Reads and writes the rows of the comparison, a batch in one transaction. Rejects when the database does. */
export function createComparisonRows(db: Db) {
  return {
    outcomes: (): Promise<OutcomeRow[]> => db.selectFrom('comparison_outcome').selectAll().execute(),
    /** Returns observations, oldest first; of all epochs unless some are given. */
    observations: (epochs?: readonly string[]) => observations(db, epochs),
    sample: (id: string) => sample(db, id),
    resolutions: () => resolutions(db),
    everything: () => everything(db),
    save: (rows: Rows, bounds: Bounds) => db.transaction().execute((work) => save(work, rows, bounds)),
  };
}
