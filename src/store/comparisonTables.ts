import type { Kysely, Migration } from 'kysely';

/** How many served requests of an operation have ended so. */
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

/** One cause that a person has called mended. */
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

/** The migrations of the comparison, in the order of their names; one that was released is never edited. */
export const comparisonMigrations: Readonly<Record<string, Migration>> = {
  'comparison-001-tables': { up: createTables },
  'comparison-002-resolutions': { up: createResolutions },
};
