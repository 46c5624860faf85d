/** How values at a path are held against each other instead of exactly. */
export type Comparator =
  | { readonly kind: 'ignore' }
  | { readonly kind: 'tolerance'; readonly by: number }
  | { readonly kind: 'unordered' }
  | { readonly kind: 'key'; readonly name: string } // elements of an array are paired by this member
  | { readonly kind: 'format' }; // the same kind of text, whatever it says

/** An agreed difference: who took it on, why, and until when. */
export interface IgnoreRule {
  /** A path template of a difference; `*` stands for one step, `**` at the end for all below. */
  readonly path: string;
  /** Absent: every kind. */
  readonly kind?: string;
  /** Absent: in every operation. */
  readonly operation?: string;
  readonly comparator: Comparator;
  readonly reason: string;
  readonly owner: string;
  /** The instant (clock ms) from which it no longer counts. */
  readonly expires: number;
  /** Where it stands, for messages. */
  readonly line: number;
}
