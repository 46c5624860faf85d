/** Returns the code of a system or SQLite failure, e.g. `ENOSPC`, `SQLITE_FULL`; libsql's are no `Error` in every realm. */
export const failureCode = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
