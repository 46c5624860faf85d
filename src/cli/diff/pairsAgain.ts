import type { Evidence } from './reportUnder';

/** The same pairs as two sets of mappings make them. */
export interface PairsAgain {
  readonly before: Evidence;
  readonly after: Evidence;
  /** Pairs of which it is not known what the other mappings would make, by why, and by how that is found out. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Resources of which nothing is known any more; absent: none. */
  readonly open?: ReadonlySet<string>;
  /** Differences of agreed values that only the values could judge. */
  readonly unclear: number;
}
