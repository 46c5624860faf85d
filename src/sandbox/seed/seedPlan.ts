/** What a new marketplace is filled with. */
export interface SeedPlan {
  /** Everything that is seeded follows from this number. */
  readonly seed: number;
  readonly sellers: number;
  /** Account offers of each seller; there is one currency offer for every three of them. */
  readonly offers: number;
  /** Unix seconds before which all that is seeded happened. */
  readonly until: number;
}
