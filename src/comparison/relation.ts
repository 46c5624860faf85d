/** A simple rule that turns v1's value into the translated v2 value, as far as one pair can tell. */
export type Relation =
  | { readonly kind: 'scale'; readonly factor: number } // a power of ten, 60, 1000
  | { readonly kind: 'offset'; readonly by: number }
  | { readonly kind: 'instant'; readonly from: InstantForm; readonly to: InstantForm }
  | { readonly kind: 'zone'; readonly minutes: number }
  | { readonly kind: 'rounded'; readonly places: number }
  | { readonly kind: 'case' }
  | { readonly kind: 'trimmed' }
  | { readonly kind: 'numericText' }
  | { readonly kind: 'boolean'; readonly from: string; readonly to: string }
  | { readonly kind: 'word'; readonly from: string; readonly to: string } // one line of a one-to-one table
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'suffix'; readonly text: string }
  | { readonly kind: 'truncated'; readonly length: number }
  | { readonly kind: 'nullForEmpty' };

/** How an instant is written. */
export type InstantForm = 'seconds' | 'milliseconds' | 'iso';
