/** Reads a column that holds a JSON object. */
export const readFreeObject = (column: string) => JSON.parse(column) as Readonly<Record<string, unknown>>;
