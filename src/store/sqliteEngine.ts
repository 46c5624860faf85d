/** First SQLite without the bug by which several processes on one file lose commits (sqlite.org/wal.html#walresetbug). */
const SHARED_FILES_SINCE = [3, 51, 3] as const;

/** The SQLite inside this Node. */
export interface SqliteEngine {
  readonly version: string;
  /** True if several processes may write one file with it. */
  readonly mayShareFiles: boolean;
}

/** Says which SQLite this Node has, and whether several processes may write one file with it. */
export function sqliteEngine(version = process.versions['sqlite'] ?? '0'): SqliteEngine {
  const numbers = version.split('.').map(Number);
  const differing = SHARED_FILES_SINCE.findIndex((versionPart, at) => numbers[at] !== versionPart);
  const isNewer = (numbers[differing] ?? 0) > (SHARED_FILES_SINCE[differing] ?? 0);
  return { version, mayShareFiles: differing === -1 || isNewer };
}
