/** Texts by field name, in the order of the contract (spec 7.2). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A value that keeps every rule, or what is wrong with it. */
export type Checked<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly errors: FieldErrors };
