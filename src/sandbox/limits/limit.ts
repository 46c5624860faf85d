/** So many calls in so long a time. */
export interface Limit {
  readonly most: number;
  /** Length of a window in seconds; it begins with the first call in it. */
  readonly seconds: number;
}

/** How much of a limit is used. */
export interface Usage {
  readonly limit: Limit;
  readonly used: number;
  /** Unix seconds at which the window ends. */
  readonly resetAt: number;
}
