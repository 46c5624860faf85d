/** Reads a column that holds a JSON object. */
export const readFreeObject = (column: string) => JSON.parse(column) as Readonly<Record<string, unknown>>;

/** The value of a free-form object in a request. */
export type FreeObject = Readonly<Record<string, unknown>> | readonly unknown[] | null;

const isList = (value: FreeObject): value is readonly unknown[] => Array.isArray(value);

/** The members of a free-form value: a list becomes the object with its positions as names, as PHP's arrays do. */
export function membersOf(value: FreeObject): Readonly<Record<string, unknown>> {
  if (value === null) return {};
  return isList(value) ? Object.fromEntries(value.entries()) : value;
}

/** Writes a free-form value into its column, as a JSON object whose numbers read as they were sent. */
export const writeFreeObject = (value: FreeObject): string => JSON.stringify(membersOf(value));
