/** Where an upstream value does not fit: names the place and the rule, never the value. */
export interface Mismatch {
  /** Path inside the v2 answer, e.g. `data.price_eur`. */
  readonly path: string;
  /** What was expected there, e.g. `money`. */
  readonly expected: string;
  /** The mapping line at fault, e.g. `currency-offer.yaml:12`; absent when no single rule is. */
  readonly rule?: string;
}
