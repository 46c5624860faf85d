import { type Dialect, type Driver, SqliteDialect } from 'kysely';
import type Database from 'libsql';

/**
 * SQLite ends a transaction by itself when the disk is full. To roll it back then is another error, and Kysely would
 * tell of that instead of the first.
 */
function forgiving(driver: Driver, database: Database.Database): Driver {
  return {
    init: () => driver.init(),
    acquireConnection: () => driver.acquireConnection(),
    beginTransaction: (...given) => driver.beginTransaction(...given),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: async (connection) => {
      if (database.inTransaction) await driver.rollbackTransaction(connection);
    },
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}

/** What Kysely speaks with an open SQLite database. */
export function createDialect(database: Database.Database): Dialect {
  const sqlite = new SqliteDialect({ database });
  return {
    createDriver: () => forgiving(sqlite.createDriver(), database),
    createQueryCompiler: () => sqlite.createQueryCompiler(),
    createAdapter: () => sqlite.createAdapter(),
    createIntrospector: (db) => sqlite.createIntrospector(db),
  };
}
