/** What an error of the file system or the database says; libsql's are no `Error` by their prototype. */
export const reasonOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown
    ? String(thrown.message)
    : 'unknown error';
