type Values = Readonly<Record<string, string>>;

/** Path parameters with one more. A literal with a computed name would do, at ten times the price. */
export function withValue(values: Values, name: string, value: string): Values {
  const all: Record<string, string> = Object.assign({}, values);
  all[name] = value;
  return all;
}
