/** How a reload ended; hashes name mapping texts. */
export type ReloadOutcome =
  | { readonly kind: 'replaced'; readonly hash: string; readonly before: string }
  /** The texts are the ones in force. */
  | { readonly kind: 'unchanged'; readonly hash: string }
  /** The ones in force stay. */
  | { readonly kind: 'refused'; readonly hash: string; readonly reasons: readonly string[] };
