/** First SQLite without the bug that loses commits of several processes on one file (sqlite.org/wal.html#walresetbug). */
const SHARED_FILES_SINCE = [3, 51, 3] as const;

/** SQLite inside this Node. */
export interface SqliteEngine {
  readonly version: string;
  /** True if it permits several processes to write one file. */
  readonly mayShareFiles: boolean;
}

/** Returns the SQLite of this Node, and whether it permits several processes to write one file. */
export function sqliteEngine(version = process.versions['sqlite'] ?? '0'): SqliteEngine {
  const numbers = version.split('.').map(Number);
  const differing = SHARED_FILES_SINCE.findIndex((versionPart, index) => numbers[index] !== versionPart);
  const isNewer = (numbers[differing] ?? 0) > (SHARED_FILES_SINCE[differing] ?? 0);
  return { version, mayShareFiles: differing === -1 || isNewer };
}
