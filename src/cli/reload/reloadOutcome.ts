/** How a reload ended; hashes name texts. */
export type ReloadOutcome =
  | { readonly kind: 'replaced'; readonly hash: string; readonly before: string }
  /** What was read is in force already. */
  | { readonly kind: 'unchanged'; readonly hash: string }
  /** What is in force stays. */
  | { readonly kind: 'refused'; readonly hash: string; readonly reasons: readonly string[] };
