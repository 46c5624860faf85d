import Database from 'libsql';

/**
 * Looks through a store's file for damage, without changing it; answers SQLite's own words, `ok` when there is none.
 * Throws when it cannot be opened or is no database.
 */
export function inspectStore(path: string): string {
  const database = new Database(path);
  try {
    const [row] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check?: unknown }[];
    return String(row?.quick_check);
  } finally {
    database.close();
  }
}
