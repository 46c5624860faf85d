/** A copy of a record without the named members. */
export function withoutMembers<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
