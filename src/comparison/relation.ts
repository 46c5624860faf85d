/**
 * A simple rule that turns v1's value into the translated v2 value, as far as one pair can tell. Words, prefixes and
 * suffixes are pieces of values: not to be kept for a path whose values may not be.
 */
export type Relation =
  | { readonly kind: 'scale'; readonly factor: number } // a power of ten, 60, 1000
  | { readonly kind: 'offset'; readonly by: number }
  | { readonly kind: 'instant'; readonly from: InstantForm; readonly to: InstantForm }
  | { readonly kind: 'zone'; readonly minutes: number }
  | { readonly kind: 'rounded'; readonly places: number }
  | { readonly kind: 'unrounded'; readonly places: number } // v1 is v2 rounded
  | { readonly kind: 'case' }
  | { readonly kind: 'trimmed' }
  | { readonly kind: 'numericText' }
  | { readonly kind: 'boolean'; readonly from: string; readonly to: string }
  | { readonly kind: 'word'; readonly from: string; readonly to: string } // one line of a one-to-one table
  | { readonly kind: 'prefix'; readonly text: string; readonly removed?: true }
  | { readonly kind: 'suffix'; readonly text: string; readonly removed?: true }
  | { readonly kind: 'truncated'; readonly length: number }
  | { readonly kind: 'nullForEmpty' };

/** How an instant is written. */
export type InstantForm = 'seconds' | 'milliseconds' | 'iso';
