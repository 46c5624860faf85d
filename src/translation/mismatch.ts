/** Where an upstream value does not fit: names the place and the rule, never the value. */
export class Mismatch {
  /**
   * @param path place inside the v2 answer, e.g. `data.price_eur`
   * @param expected what was expected there, e.g. `money(6)`
   * @param rule the mapping line at fault, e.g. `currency-offer.yaml:12`; absent when no single rule is
   */
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly rule?: string,
  ) {}
}
