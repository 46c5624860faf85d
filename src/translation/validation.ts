/** A v1 validation error (spec 7.2): field name to its texts, and the summary. */
export interface Validation {
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
