/** SQLite takes some 32,000 values in one statement. */
const ROWS_AT_ONCE = 500;

/** Rows in groups of at most 500, each for one statement. */
export function portions<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE));
}
