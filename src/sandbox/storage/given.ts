/** The members that have a value; in an update an absent member leaves its column alone. */
export function given<Columns extends object>(
  columns: Columns,
): { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Columns]?: Exclude<Columns[Name], undefined>;
  };
}
