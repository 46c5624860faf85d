type Values = Readonly<Record<string, string>>;

/** Path parameters with one more. A literal with a computed name would take V8 into its slow runtime. */
export function withValue(values: Values, name: string, value: string): Values {
  const all: Record<string, string> = { ...values };
  all[name] = value;
  return all;
}
