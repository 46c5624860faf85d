import type { Migration } from 'kysely';
import { createFirstTables } from './createFirstTables';
import { addLiveShapes } from './addLiveShapes';
import { createTallies } from './createTallies';

/** The marketplace's migrations, in the order of their names; one that was released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-first-tables': { up: createFirstTables },
  '002-tallies': { up: createTallies },
  '003-live-shapes': { up: addLiveShapes },
};
